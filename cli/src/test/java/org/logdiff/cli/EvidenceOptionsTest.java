package org.logdiff.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.logdiff.samples.Samples;

/** What evidence holds, and what is kept out of it. */
class EvidenceOptionsTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String KEY = "user-17";

  @TempDir Path folder;

  @Test
  void aKnownFindingIsCountedAndDoesNotSetTheStatus() throws IOException {
    String fingerprint = document(run(1, "lost-tombstone")).at(FINDING + "/fingerprint").asText();
    Path known = folder.resolve("known");
    Files.writeString(known, "# dealt with on Monday\n\n" + fingerprint + " # OPS-17\n");
    JsonNode after = document(run(0, "lost-tombstone", "--known", known.toString()));
    assertEquals("consistent", after.at("/verdict").asText());
    assertEquals(0, after.at("/partitions/0/findings").size());
    assertEquals(1, after.at("/partitions/0/findingsKnown").asInt());
    assertEquals(1, after.at("/topics/0/findingsKnown").asInt());
    TestConsole text = compare("lost-tombstone", "--known", known.toString());
    assertTrue(text.out().contains("foo-0: consistent, 1 known"), text.out());
    assertTrue(text.out().contains("1 known finding is not shown."), text.out());
  }

  @Test
  void aFindingThatIsNotKnownStays() throws IOException {
    Path known = Files.writeString(folder.resolve("known"), "0123456789abcdef01234567\n");
    run(1, "lost-tombstone", "--known", known.toString());
  }

  @Test
  void knownDamageLeavesNoVerdictOpen() throws IOException {
    Path copy = Files.createDirectory(folder.resolve("copy"));
    var sample = Samples.named("healthy").copyTo(copy);
    Path log = sample.broker("kafka1").resolve("foo-0/00000000000000000000.log");
    byte[] bytes = Files.readAllBytes(log);
    bytes[70] ^= 1;
    Files.write(log, bytes);
    List<String> arguments =
        new ArrayList<>(sample.brokers().stream().map(Path::toString).toList());
    arguments.addAll(List.of("--partition", "foo-0", "--json", "-"));
    TestConsole before = new TestConsole();
    assertEquals(1, Program.run(before.console, arguments.toArray(String[]::new)));
    JsonNode document = MAPPER.readTree(before.out());
    assertEquals("undetermined", document.at("/verdict").asText());
    assertEquals("damaged-batch", document.at(FINDING + "/id").asText());
  }

  @ParameterizedTest
  @CsvSource({"xyz, 'line 1: ''xyz'' is no fingerprint'", "ABCDEF, line 1: 'ABCDEF' is no"})
  void aFileOfKnownFindingsIsReadStrictly(String content, String complaint) throws IOException {
    Path known = Files.writeString(folder.resolve("known"), content);
    TestConsole test = compare("healthy", "--known", known.toString());
    assertEquals("", test.out());
    assertTrue(test.err().contains(complaint.replace("''", "'")), test.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--known", "--redact"})
  void aFileThatIsNotThereIsSaid(String option) {
    Path missing = folder.resolve("missing");
    TestConsole test = compare("healthy", option, missing.toString());
    assertTrue(test.err().startsWith("logdiff: " + option + " " + missing), test.err());
    assertEquals("", test.out());
  }

  @Test
  void aRedactedDocumentHoldsNoHashThatCanBeGuessed() throws IOException {
    String plain = run(1, "lost-tombstone", "--manifest");
    String redacted = run(1, "lost-tombstone", "--manifest", "--redact", salt());
    JsonNode open = document(plain);
    JsonNode closed = document(redacted);
    assertTrue(closed.at("/isRedacted").asBoolean());
    List<String> hashes = new ArrayList<>();
    open.findValuesAsText("sha256").forEach(hashes::add);
    open.findValuesAsText("hash").forEach(hashes::add);
    open.findValuesAsText("fingerprint").forEach(hashes::add);
    open.findValuesAsText("crc").forEach(crc -> hashes.add("\"crc\" : " + crc));
    assertTrue(hashes.size() > 40, "only " + hashes.size());
    for (String hash : hashes) {
      if (!hash.equals("null")) {
        assertTrue(plain.contains(hash));
        assertFalse(redacted.contains(hash), hash);
      }
    }
    assertTrue(closed.at(FINDING + "/key/hash").asText().startsWith("hmac-sha256:"));
    assertEquals(open.at(FINDING + "/key/size"), closed.at(FINDING + "/key/size"));
    assertEquals(open.at(FINDING + "/candidateOffsets"), closed.at(FINDING + "/candidateOffsets"));
  }

  @Test
  void anotherSaltMakesOtherHashes() throws IOException {
    String one = document(run(1, "lost-tombstone", "--redact", salt())).at(HASH).asText();
    Path other = Files.writeString(folder.resolve("other"), "another secret of ours");
    String two = document(run(1, "lost-tombstone", "--redact", other.toString())).at(HASH).asText();
    assertNotEquals(one, two);
    assertEquals(one, document(run(1, "lost-tombstone", "--redact", salt())).at(HASH).asText());
  }

  @Test
  void aHashIsRevealedToWhoHasTheFilesAndTheSalt() throws IOException {
    String plain = document(run(1, "lost-tombstone")).at(HASH).asText();
    assertEquals(
        KEY,
        document(run(1, "lost-tombstone", "--reveal", plain)).at(FINDING + "/key/text").asText());
    String salted = document(run(1, "lost-tombstone", "--redact", salt())).at(HASH).asText();
    assertTrue(
        document(run(1, "lost-tombstone", "--reveal", salted))
            .at(FINDING + "/key/text")
            .isMissingNode());
    TestConsole text = compare("lost-tombstone", "--redact", salt(), "--reveal", salted);
    assertTrue(text.out().contains("Key: \"" + KEY + "\" (7 bytes)"), text.out());
  }

  @Test
  void namesOfTopicsAreReplacedEverywhere() throws IOException {
    String redacted =
        run(1, "lost-tombstone", "--redact", salt(), "--redact-topics", "--topic", "f*");
    JsonNode document = document(redacted);
    String partition = document.at("/partitions/0/partition").asText();
    assertTrue(partition.matches("topic-[0-9a-f]{8}-0"), partition);
    assertTrue(document.at("/partitions/0/topicId").isNull());
    assertFalse(redacted.matches("(?s).*\\bfoo\\b.*"), redacted);
    TestConsole text = compare("lost-tombstone", "--redact", salt(), "--redact-topics");
    assertFalse(text.out().matches("(?s).*\\bfoo\\b.*"), text.out());
  }

  @Test
  void aRedactedDocumentIsVerifiedWithItsSalt() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("e.json"), run(1, "lost-tombstone", "--manifest", "--redact", salt()));
    List<String> arguments = new ArrayList<>(List.of("verify-evidence", file.toString()));
    Samples.named("lost-tombstone").brokers().forEach(broker -> arguments.add(broker.toString()));
    TestConsole without = new TestConsole();
    assertEquals(2, Program.run(without.console, arguments.toArray(String[]::new)));
    arguments.addAll(List.of("--redact", salt()));
    TestConsole with = new TestConsole();
    assertEquals(0, Program.run(with.console, arguments.toArray(String[]::new)), with.out());
    assertTrue(with.out().contains("1 of 1 finding found again"), with.out());
  }

  @ParameterizedTest
  @CsvSource({
    "--redact-topics, --redact-topics goes with --redact FILE",
    "--redact x --show-keys, --redact hides what --show-keys shows",
    "--redact x --show-values, --redact hides what --show-values shows"
  })
  void contradictions(String options, String complaint) {
    TestConsole test = compare("healthy", options.split(" "));
    assertTrue(test.err().startsWith("logdiff: " + complaint), test.err());
  }

  @Test
  void aShortSecretIsRefused() throws IOException {
    Path secret = Files.writeString(folder.resolve("short"), "0123456789abcde");
    TestConsole test = compare("healthy", "--redact", secret.toString());
    assertTrue(test.err().contains("15 bytes are no secret"), test.err());
  }

  private static final String FINDING = "/partitions/0/findings/0";
  private static final String HASH = FINDING + "/key/hash";

  private String salt() throws IOException {
    return Files.writeString(folder.resolve("salt"), "a secret of this test").toString();
  }

  private static JsonNode document(String json) throws IOException {
    return MAPPER.readTree(json);
  }

  private static String run(int status, String sample, String... options) {
    List<String> arguments = arguments(sample, options);
    arguments.addAll(List.of("--json", "-"));
    TestConsole test = new TestConsole();
    assertEquals(status, Program.run(test.console, arguments.toArray(String[]::new)), test.err());
    return test.out();
  }

  private static TestConsole compare(String sample, String... options) {
    TestConsole test = new TestConsole();
    Program.run(test.console, arguments(sample, options).toArray(String[]::new));
    return test;
  }

  private static List<String> arguments(String sample, String... options) {
    List<String> arguments = new ArrayList<>();
    Samples.named(sample).brokers().forEach(broker -> arguments.add(broker.toString()));
    boolean hasTopic = List.of(options).contains("--topic");
    arguments.addAll(hasTopic ? List.of() : List.of("--partition", "foo-0"));
    arguments.addAll(List.of(options));
    return arguments;
  }
}
