package org.logdiff.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.logdiff.cli.console.Printable;

/** The command as a user meets it. */
class InspectCommandTest {
  private static final Path SAMPLE = Path.of("samples/captured/healthy/kafka2");

  private static final List<byte[]> HOSTILE =
      List.of(
          "\u001b[31mred\u001b[0m".getBytes(StandardCharsets.UTF_8),
          "line\nbreak\r\ttab".getBytes(StandardCharsets.UTF_8),
          "\u202eright to left\u0007\u007f".getBytes(StandardCharsets.UTF_8),
          "\"quotes\" and \\ back".getBytes(StandardCharsets.UTF_8),
          new byte[] {(byte) 0x9b, 'A', 0, (byte) 0xff, (byte) 0xc3},
          new byte[0],
          "x".repeat(5000).getBytes(StandardCharsets.UTF_8));

  @TempDir Path scratch;

  @ParameterizedTest
  @ValueSource(strings = {"auto", "none", "string", "hex", "json", "int64"})
  void nothingHostileReachesATerminal(String decode) throws IOException {
    Path partition = hostilePartition();
    TestConsole test =
        run(partition.toString(), "--show-keys", "--show-values", "--hex", "--decode", decode);
    test.out()
        .lines()
        .forEach(
            line -> {
              assertTrue(Printable.columns(line) <= 80, line);
              assertTrue(line.chars().noneMatch(Character::isISOControl), line);
            });
    assertFalse(test.out().contains("\u202e"));
  }

  @Test
  void whatStandsWhereAFileBelongsIsNotPassedOver() throws IOException {
    Path partition = Files.createDirectory(scratch.resolve("foo-0"));
    Files.createDirectory(partition.resolve("00000000000000000000.log"));
    Files.createFile(partition.resolve("00000000000000000003.log"));
    Files.createSymbolicLink(
        partition.resolve("leader-epoch-checkpoint"), scratch.resolve("nowhere"));
    TestConsole test = new TestConsole();
    assertEquals(2, Program.run(test.console, "inspect", partition.toString()));
    assertTrue(
        test.err().contains("00000000000000000000.log: a directory, where a file belongs"),
        test.err());
    assertTrue(
        test.err().contains("leader-epoch-checkpoint: a symbolic link that cannot be followed"),
        test.err());
  }

  @Test
  void jsonHasTheBytesThemselves() throws IOException {
    TestConsole test =
        run(hostilePartition().toString(), "--show-keys", "--show-values", "--json", "-");
    assertTrue(test.out().chars().allMatch(c -> c == '\n' || c >= ' ' && c < 0x7f));
    List<JsonNode> records = ofType(test.out(), "record");
    for (int i = 0; i < HOSTILE.size(); i++) {
      JsonNode record = records.get(i);
      assertArrayEquals(HOSTILE.get(i), bytes(record.get("key")));
      assertArrayEquals(HOSTILE.get(i), bytes(record.get("value")));
      assertArrayEquals(HOSTILE.get(i), bytes(record.get("headers").get(0).get("value")));
    }
  }

  @Test
  void keysAndValuesAreHiddenUnlessAskedFor() throws IOException {
    for (String form : List.of("text", "json")) {
      TestConsole test =
          form.equals("json")
              ? run(hostilePartition().toString(), "--json", "-", "--hex")
              : run(hostilePartition().toString(), "--hex");
      assertFalse(test.out().contains("red"), form);
      assertFalse(test.out().contains("quotes"), form);
      String hexOfRed = form.equals("json") ? "726564" : "72 65 64";
      assertFalse(test.out().contains(hexOfRed), form);
    }
  }

  @Test
  void valuesAreCutAtTheWidthAskedFor() throws IOException {
    String partition = partition(values(text("x".repeat(5000)))).toString();
    String cut = run(partition, "--show-values", "--cut", "10", "--tail", "1").out();
    assertTrue(cut.contains("\"xxxxxxxxxx\"... (10 of 5000 bytes)"), cut);
    String whole = run(partition, "--show-values", "--cut", "0", "--tail", "1").out();
    assertEquals(
        5000,
        whole
            .lines()
            .filter(l -> l.contains("xx"))
            .mapToLong(l -> l.chars().filter(c -> c == 'x').count())
            .sum());
  }

  /** Each says what it is, as far as that can be known, and the next one is shown. */
  @Test
  void recordsOfLaterReleasesAndDamagedOnes() throws IOException {
    byte[] key = {0, 1, 0, 1, 'g', 0, 3, 'f', 'o', 'o', 0, 0, 0, 0};
    byte[] newKind = key.clone();
    newKind[1] = 99;
    byte[] newVersion = {0, 17, 1, 2, 3};
    byte[] cutOff = {0, 3, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 1, 0, 9, 'x'};
    Path partition =
        partition(
            "__consumer_offsets-0",
            new SimpleRecord(1, newKind, newVersion),
            new SimpleRecord(1, key, newVersion),
            new SimpleRecord(1, key, cutOff),
            new SimpleRecord(1, new byte[] {0}, cutOff),
            new SimpleRecord(1, key, null));
    String text = String.join(" ", run(partition.toString()).out().split("\\s+"));
    assertTrue(text.contains("key type 99, which Kafka 4.4 does not know"), text);
    assertTrue(
        text.contains("OffsetCommitValue 17, a version that Kafka 4.4 does not know (up to 4)"),
        text);
    assertTrue(
        text.contains(
            "OffsetCommitValue 3: offset=7, leaderEpoch=1; damaged: metadata at position 14"),
        text);
    assertTrue(text.contains("key damaged: type at position 0"), text);
    assertTrue(text.contains("4 1970-01-01T00:00:00.001Z tombstone"), text);
    List<JsonNode> records = ofType(run(partition.toString(), "--json", "-").out(), "record");
    List<String> troubles =
        records.stream()
            .map(item -> item.get("value").path("message").path("trouble").asText("-"))
            .toList();
    assertEquals("a kind that Kafka 4.4 does not know", troubles.get(0));
    assertTrue(troubles.get(1).startsWith("a version that Kafka 4.4 does not know"));
    assertTrue(troubles.get(2).startsWith("damaged: metadata"));
    assertEquals(7, records.get(2).at("/value/message/data/offset").asLong());
    assertEquals("-", troubles.get(3));
  }

  @Test
  void secretsAreHidden() throws IOException {
    byte[] scram = {
      1, 11, 0, 5, 'u', 's', 'e', 'r', 1, 5, 's', 'a', 'l', 't', 4, 'k', 'e', 'y', 4, 's', 'r', 'v',
      0, 0, 16, 0, 0
    };
    Path partition = partition("__cluster_metadata-0", new SimpleRecord(1, null, scram));
    String hidden = run(partition.toString()).out();
    assertTrue(hidden.contains("salt=(hidden)"), hidden);
    assertFalse(hidden.contains("srv"), hidden);
    String json = run(partition.toString(), "--json", "-").out();
    assertTrue(json.contains("\"salt\":{\"hidden\":true}"), json);
    assertFalse(json.contains("c2FsdA"), json);
    assertTrue(run(partition.toString(), "--show-values").out().contains("salt=\"salt\""));
  }

  @Test
  void damageIsShownAndItGoesOn() throws IOException {
    Path log = scratch.resolve("00000000000000000000.log");
    byte[] bytes = Files.readAllBytes(SAMPLE.resolve("foo-0/00000000000000000000.log"));
    bytes[200] ^= 1;
    Files.write(log, bytes);
    TestConsole test = run(log.toString());
    assertTrue(test.out().contains("! damaged: checksum"), test.out());
    TestConsole intact = run(SAMPLE.resolve("foo-0/00000000000000000000.log").toString());
    String last = intact.out().strip().lines().reduce((a, b) -> b).orElseThrow();
    assertTrue(test.out().strip().endsWith(last.strip()));
  }

  @Test
  void aFileIsWrittenBesideTheText() throws IOException {
    Path json = scratch.resolve("out.json");
    String partition = SAMPLE.resolve("foo-0").toString();
    String at = "--at=2026-12-01";
    TestConsole both = run(partition, at, "--json", json.toString());
    assertEquals(run(partition, at).out(), both.out());
    List<String> alone = run(partition, at, "--json", "-").out().lines().skip(1).toList();
    assertEquals(alone, Files.readAllLines(json).stream().skip(1).toList());
  }

  @Test
  void nothingIsWrittenIntoTheEvidence() throws IOException {
    Path partition = hostilePartition();
    for (Path target : List.of(partition.resolve("out.json"), partition.resolve("x.log"))) {
      for (String path :
          List.of(
              partition.toString(), partition.resolve(fileName()).toString(), partition + "*")) {
        TestConsole test = new TestConsole();
        int status = Program.run(test.console, "inspect", path, "--json", target.toString());
        assertEquals(2, status, path);
        assertFalse(Files.exists(target));
      }
    }
  }

  @Test
  void aReaderThatHasSeenEnoughEndsIt() {
    TestConsole test = new TestConsole(new ClosedPipe());
    assertEquals(0, Program.run(test.console, "inspect", SAMPLE.toString(), "--all-files"));
    assertEquals("", test.err());
  }

  /** As {@code | head}. */
  private static final class ClosedPipe extends OutputStream {
    private int written;

    @Override
    public void write(int b) throws IOException {
      if (written++ > 2000) {
        throw new IOException("Broken pipe");
      }
    }
  }

  @Test
  void builtInDecoders() throws IOException {
    Path partition =
        partition(values(new byte[] {0, 0, 0, 0, 0, 0, 1, 2}, text("{\"a\": \"\u00e9\"}")));
    assertEquals(List.of("258", "-"), decoded(partition, "int64"));
    assertEquals(List.of("-", "{\"a\":\"\u00e9\"}"), decoded(partition, "json"));
    assertEquals("\"0000000000000102\"", decoded(partition, "hex").get(0));
    assertEquals(List.of("-", "-"), decoded(partition, "string"));
  }

  @Test
  void aProgramDecodes() throws IOException {
    Path partition = partition(values(text("one"), text("two")));
    assertEquals(
        List.of("\"<b25l>\"", "\"<dHdv>\""),
        decoded(partition, "while read -r line; do echo \"<$line>\"; done"));
    String shown = run(partition.toString(), "--decode", "sed -u s/^/got-/").out();
    assertTrue(shown.contains("value  got-b25l"), shown);
  }

  @Test
  void valuesThatAProgramDecodesCanBeSearched() throws IOException {
    Path partition = partition(values(text("one"), text("two")));
    List<JsonNode> found =
        ofType(
            run(partition.toString(), "--json", "-", "--grep", "dH", "--decode", "cat").out(),
            "record");
    assertEquals(List.of(1L), found.stream().map(item -> item.get("offset").asLong()).toList());
  }

  @Test
  void aProgramThatEndsIsSaidOnce() throws IOException {
    Path partition = partition(values(text("one"), text("two"), text("three")));
    TestConsole test = new TestConsole();
    int status =
        Program.run(test.console, "inspect", partition.toString(), "--decode", "read x; echo y");
    assertEquals(2, status);
    assertEquals(1, test.err().lines().count(), test.err());
    assertTrue(test.err().contains("the decoder 'read x; echo y' failed"), test.err());
    assertTrue(test.out().contains("\"three\""), test.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--offsets 5..3 | its end is before its start",
        "--offsets x | is no range of offsets",
        "--time 2026-11-30 | is no range of times",
        "--time yesterday.. | is no time",
        "--key 0x123 | is not an even number of hex digits",
        "--key /(/ | is no regular expression",
        "--grep ( | is no regular expression",
        "--producer x | is no producer id",
        "--kind new | is none of data, marker, tombstone, empty, damaged",
        "--limit 0 | is not at least 1",
        "--tail 0 | is not at least 1",
        "--limit 1 --tail 1 | one of them, not both",
        "--batches --records | mutually exclusive",
        "--cut -1 | is not 0 or more",
        "--payload foo | is none of __consumer_offsets",
      })
  void badOptions(String options, String complaint) {
    TestConsole test = new TestConsole();
    List<String> arguments = new ArrayList<>(List.of("inspect", SAMPLE.toString()));
    arguments.addAll(List.of(options.strip().split(" ")));
    assertEquals(2, Program.run(test.console, arguments.toArray(String[]::new)));
    assertTrue(test.err().contains(complaint), test.err());
    assertEquals("", test.out());
  }

  @Test
  void everyFieldIsDocumented() throws IOException {
    String page = Files.readString(Path.of("docs/json.md"));
    page = page.substring(page.indexOf("logdiff-inspection/1"));
    TestConsole test =
        run(
            SAMPLE.toString(),
            hostilePartition().toString(),
            "samples/captured/lost-abort-marker-tv2-killed/kafka1",
            "--all-files",
            "--hex",
            "--show-keys",
            "--show-values",
            "--explain",
            "--json",
            "-");
    Set<String> names = new TreeSet<>();
    for (String line : test.out().lines().toList()) {
      JsonNode item = new ObjectMapper().readTree(line);
      names.add(item.get("type").asText());
      item.fieldNames().forEachRemaining(names::add);
    }
    for (String name : names) {
      assertTrue(page.contains("`" + name + "`"), name);
    }
    assertTrue(names.size() > 60, names.toString());
  }

  private static List<String> decoded(Path partition, String how) throws IOException {
    return ofType(run(partition.toString(), "--json", "-", "--decode", how).out(), "record")
        .stream()
        .map(item -> item.get("value").path("decoded"))
        .map(decoded -> decoded.isMissingNode() ? "-" : decoded.toString())
        .toList();
  }

  private static TestConsole run(String... arguments) {
    List<String> all = new ArrayList<>(List.of("inspect"));
    all.addAll(List.of(arguments));
    TestConsole test = new TestConsole();
    assertEquals(0, Program.run(test.console, all.toArray(String[]::new)), test.err());
    return test;
  }

  private static List<JsonNode> ofType(String jsonLines, String type) throws IOException {
    List<JsonNode> items = new ArrayList<>();
    for (String line : jsonLines.lines().toList()) {
      JsonNode item = new ObjectMapper().readTree(line);
      if (item.get("type").asText().equals(type)) {
        items.add(item);
      }
    }
    return items;
  }

  private static byte[] bytes(JsonNode shown) {
    return shown.has("text")
        ? shown.get("text").asText().getBytes(StandardCharsets.UTF_8)
        : Base64.getDecoder().decode(shown.get("base64").asText());
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static SimpleRecord[] values(byte[]... values) {
    SimpleRecord[] records = new SimpleRecord[values.length];
    for (int i = 0; i < values.length; i++) {
      records[i] = new SimpleRecord(1_700_000_000_000L, text("k"), values[i]);
    }
    return records;
  }

  private Path hostilePartition() throws IOException {
    SimpleRecord[] records = new SimpleRecord[HOSTILE.size()];
    for (int i = 0; i < records.length; i++) {
      byte[] bytes = HOSTILE.get(i);
      Header header = new RecordHeader("h\u001b" + i, bytes);
      records[i] = new SimpleRecord(1_700_000_000_000L, bytes, bytes, new Header[] {header});
    }
    return partition(records);
  }

  private Path partition(SimpleRecord... records) throws IOException {
    return partition("foo-0", records);
  }

  private Path partition(String name, SimpleRecord... records) throws IOException {
    ByteBuffer buffer = MemoryRecords.withRecords(0, Compression.NONE, records).buffer();
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    Path partition = Files.createDirectories(scratch.resolve(name));
    Files.write(partition.resolve(fileName()), bytes);
    return partition;
  }

  private static String fileName() {
    return "%020d.log".formatted(0);
  }
}
