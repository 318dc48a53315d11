package org.logdiff.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.logdiff.analysis.Progress;
import org.logdiff.analysis.TransactionListing;
import org.logdiff.analysis.TransactionsRequest;
import org.logdiff.analysis.transaction.listing.TransactionFilter;
import org.logdiff.cli.json.ToolJson;
import org.logdiff.cli.json.TransactionsJson;

/** {@code logdiff txns} where a transcript on a sample cannot show it. */
class TxnsCommandTest {
  private static final Path CAPTURED = Path.of("samples/captured");

  @TempDir Path temporary;

  private final TestConsole test = new TestConsole();

  private int run(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "txns";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return Program.run(test.console, all);
  }

  @Test
  void damageIsSaidAndEndsWithTwo() throws IOException {
    Path logDir = copy(CAPTURED.resolve("healthy-transactions-tv0/kafka2"), "kafka2");
    Path log = largestLog(logDir.resolve("foo-0"));
    byte[] bytes = Files.readAllBytes(log);
    bytes[bytes.length / 2] ^= 1;
    Files.write(log, bytes);
    assertEquals(2, run(logDir.toString(), "--partition", "foo-0"));
    String text = test.out().replaceAll("\\s+", " ");
    assertTrue(text.contains("Not examined"), text);
    assertTrue(text.contains("[what is listed may be wrong]"), text);
    assertTrue(text.contains("bytes: damaged: "), text);
    assertTrue(text.contains("both stop at offset "), text);
    assertTrue(test.err().contains("what is listed may be wrong"), test::err);
  }

  @Test
  void logDirsOfOneBrokerJoinedByAComma() throws IOException {
    Path first = copy(CAPTURED.resolve("healthy/kafka1"), "a");
    Path second = copy(CAPTURED.resolve("healthy/kafka1"), "b");
    remove(first.resolve("foo-0"));
    remove(second.resolve("bar-0"));
    assertEquals(0, run(first + "," + second, "--partition", "foo-0"));
    assertTrue(test.out().contains(second.resolve("foo-0").getFileName().toString()), test::out);
    assertEquals(2, run(first + "," + second));
    assertTrue(test.err().contains("choose one with --partition: bar-0, foo-0"), test::err);
  }

  @Test
  void aPartitionThatIsThereTwice() throws IOException {
    Path first = copy(CAPTURED.resolve("healthy/kafka1"), "a");
    Path second = copy(CAPTURED.resolve("healthy/kafka1"), "b");
    assertEquals(2, run(first + "," + second, "--partition", "foo-0"));
    assertTrue(test.err().contains("foo-0: there more than once: "), test::err);
  }

  @Test
  void aPartitionDirectoryThatStandsAlone() throws IOException {
    copy(CAPTURED.resolve("stuck-lso-tv2-killed/kafka2/foo-0"), "foo-0");
    assertEquals(0, run(temporary.resolve("foo-0").toString(), "--open"));
    assertTrue(test.out().contains("1 transaction is open"), test::out);
    assertTrue(test.out().contains("hold no __transaction_state"), test::out);
  }

  @Test
  void anInternalPartitionIfNamed() {
    String logDir = CAPTURED.resolve("hanging-on-all/kafka1").toString();
    assertEquals(0, run(logDir, "--partition", "__cluster_metadata-0"));
    assertTrue(test.out().startsWith("__cluster_metadata-0 on kafka1: "), test::out);
  }

  @ParameterizedTest
  @CsvSource({
    "--limit, -1, --limit: -1 is not between 0 and 100000",
    "--limit, 100001, --limit: 100001 is not between 0 and 100000",
    "--producer, -1, --producer: -1 is no producer id; they begin at 0",
    "--partition, foo, --partition: 'foo' is no partition"
  })
  void badOptions(String option, String value, String complaint) {
    assertEquals(2, run(CAPTURED.resolve("healthy/kafka1").toString(), option, value));
    assertTrue(test.err().startsWith("logdiff: " + complaint), test::err);
    assertEquals("", test.out());
  }

  @Test
  void missingThings() {
    assertEquals(2, run());
    assertTrue(test.err().contains("Missing required parameter: 'DIR'"), test::err);
    assertEquals(2, run(temporary.resolve("none").toString()));
    assertTrue(test.err().contains("none: does not exist"), test::err);
    assertEquals("", test.out());
  }

  @Test
  void nothingIsWrittenIntoTheEvidence() throws IOException {
    Path logDir = copy(CAPTURED.resolve("hanging-on-all/kafka1"), "kafka1");
    Path inside = logDir.resolve("out.json");
    assertEquals(2, run(logDir.toString(), "--json", inside.toString()));
    assertTrue(test.err().contains("which is under examination"), test::err);
    assertFalse(Files.exists(inside));
    Path beside = temporary.resolve("out.json");
    assertEquals(0, run(logDir.toString(), "--json", beside.toString()));
    JsonNode json = new ObjectMapper().readTree(beside.toFile());
    assertEquals("logdiff-transactions/1", json.get("schema").textValue());
    assertEquals("txns", json.get("tool").get("commandLine").get(0).textValue());
    assertTrue(test.out().startsWith("foo-0 on kafka1: "), test::out);
  }

  @Test
  void jsonToStandardOutputIsAllThatIsThere() throws IOException {
    assertEquals(
        0, run(CAPTURED.resolve("hanging-on-all/kafka1").toString(), "--json", "-", "--open"));
    JsonNode json = new ObjectMapper().readTree(test.out());
    assertEquals(1, json.get("transactions").size());
    assertEquals(6, json.get("replica").get("lastStableOffset").intValue());
    assertEquals("ONGOING", json.get("coordinator").get(0).get("state").textValue());
    assertEquals("", test.err());
  }

  @ParameterizedTest
  @CsvSource({
    "stuck-lso-aborted-tv2-killed, kafka2",
    "stuck-lso-gravestone-tv2-killed, kafka2",
    "half-cleaned-abort, kafka1"
  })
  void everyFieldOfTheJson(String sample, String broker) throws IOException {
    StringWriter out = new StringWriter();
    TransactionsJson.of(
            TransactionListing.run(
                new TransactionsRequest(
                    List.of(CAPTURED.resolve(sample).resolve(broker)),
                    Optional.of("foo-0"),
                    TransactionFilter.ALL,
                    10),
                Progress.NONE),
            ToolJson.of("1.0", null, List.of("txns")))
        .write(out);
    Golden.check("json/txns-" + sample + ".json", out.toString());
  }

  private Path copy(Path from, String name) throws IOException {
    Path to = temporary.resolve(name);
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
    return to;
  }

  private static void remove(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }

  private static Path largestLog(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.toString().endsWith(".log"))
          .max((a, b) -> Long.compare(a.toFile().length(), b.toFile().length()))
          .orElseThrow();
    }
  }
}
