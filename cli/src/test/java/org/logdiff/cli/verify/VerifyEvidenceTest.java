package org.logdiff.cli.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.logdiff.cli.Program;
import org.logdiff.cli.TestConsole;
import org.logdiff.samples.Sample;
import org.logdiff.samples.Samples;

/** Evidence of a captured case holds, and no change to it goes unnoticed. */
class VerifyEvidenceTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir Path folder;

  @Test
  void aDocumentHoldsAlone() throws IOException {
    TestConsole test = new TestConsole();
    assertEquals(0, verify(test, write(evidence("--show-values"))));
    assertEquals(
        """
        The evidence holds.
          5 exhibits: 5 checked by their bytes in the document, 0 in the files.
          The replicas were not compared again: that takes the directories of two
          brokers.
        """,
        test.out());
  }

  @Test
  void aDocumentHoldsAgainstTheFilesWhereverTheyAre() throws IOException {
    Path document = write(evidence("--show-values", "--manifest"));
    Sample moved = sample().copyTo(Files.createDirectory(folder.resolve("moved")));
    List<String> directories = directories(moved);
    java.util.Collections.reverse(directories);
    TestConsole test = new TestConsole();
    assertEquals(0, verify(test, document, directories.toArray(String[]::new)), test.out());
    assertTrue(
        test.out()
            .contains("5 exhibits: 5 checked by their bytes in the document, 5 in the files."),
        test.out());
    assertTrue(test.out().contains("1 of 1 finding found again"), test.out());
    assertTrue(test.out().matches("(?s).* (\\d+) of \\1 files by SHA-256.*"), test.out());
  }

  @Test
  void changedFilesAreSeen() throws IOException {
    Path document = write(evidence("--show-values", "--manifest"));
    Sample moved = sample().copyTo(Files.createDirectory(folder.resolve("moved")));
    Path log = moved.broker("kafka2").resolve("foo-0/00000000000000000000.log");
    byte[] bytes = Files.readAllBytes(log);
    bytes[80] ^= 1;
    Files.write(log, bytes);
    TestConsole test = new TestConsole();
    assertEquals(1, verify(test, document, directories(moved).toArray(String[]::new)));
    assertTrue(test.out().contains("holds other bytes at position 0"), test.out());
    assertTrue(test.out().contains("is not as the document says"), test.out());
    assertTrue(test.out().contains("comparing again does not give lost-tombstone"), test.out());
  }

  @Test
  void filesThatAreNotThereAreNotChecked() throws IOException {
    Path document = write(evidence());
    TestConsole test = new TestConsole();
    assertEquals(2, verify(test, document, sample().broker("kafka1").toString()));
    assertTrue(test.out().contains("is in none of the directories given"), test.out());
  }

  static Stream<Arguments> forgeries() {
    return Stream.of(
        forgery("another severity", f -> f.put("severity", "info"), "its severity is not that of"),
        forgery("an unknown id", f -> f.put("id", "lost-hope"), "knows no finding 'lost-hope'"),
        forgery("an offset elsewhere", f -> f.put("offset", 4), "is not one of its candidate"),
        forgery(
            "other bytes",
            f -> exhibit(f).put("bytes", "BAAA" + exhibit(f).get("bytes").textValue().substring(4)),
            "the SHA-256 of its bytes is another one"),
        forgery("fewer bytes", f -> exhibit(f).put("bytes", "AAAA"), "it has 3 bytes"),
        forgery("no bytes", f -> exhibit(f).put("bytes", "!"), "are not base64"),
        forgery("another hash", f -> exhibit(f).put("sha256", "0".repeat(64)), "SHA-256"),
        forgery(
            "another header",
            f -> ((ObjectNode) exhibit(f).get("header")).put("producerEpoch", 9),
            "the bytes give another producerEpoch than the header"),
        forgery("a missing field", f -> f.remove("remedy"), "required property 'remedy' not found"),
        forgery("a wrong type", f -> f.put("summary", 1), "string expected"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("forgeries")
  void forgeriesAreSeen(String name, Consumer<ObjectNode> forgery, String complaint)
      throws IOException {
    JsonNode document = evidence("--show-values");
    forgery.accept((ObjectNode) document.at("/partitions/0/findings/0"));
    TestConsole test = new TestConsole();
    int status = verify(test, write(document));
    assertEquals(1, status, test.out());
    String flat = test.out().replaceAll("\\s+", " ");
    assertTrue(flat.contains(complaint), test.out());
  }

  @Test
  void anOmittedFindingIsSeenByComparingAgain() throws IOException {
    JsonNode document = evidence();
    ((ArrayNode) document.at("/partitions/0/findings")).removeAll();
    TestConsole test = new TestConsole();
    assertEquals(1, verify(test, write(document), directories(sample()).toArray(String[]::new)));
    assertTrue(test.out().contains("gives findings that are not in the document"), test.out());
  }

  @Test
  void whatIsNoDocumentIsSaid() throws IOException {
    Path file = folder.resolve("broken.json");
    Files.writeString(file, "{\n \"a\": }");
    TestConsole test = new TestConsole();
    assertEquals(2, verify(test, file));
    assertTrue(test.err().contains("is no JSON document: line 2, column 7"), test.err());
    Files.writeString(file, "[".repeat(100_000));
    TestConsole deep = new TestConsole();
    assertEquals(2, verify(deep, file));
    assertTrue(deep.err().contains("is no JSON document: "), deep.err());
    TestConsole missing = new TestConsole();
    assertEquals(2, verify(missing, folder.resolve("none.json")));
    assertTrue(missing.err().contains("cannot read "), missing.err());
    for (String other : List.of("[]", "")) {
      Files.writeString(file, other);
      TestConsole none = new TestConsole();
      assertEquals(2, verify(none, file));
      assertTrue(none.err().contains("is no evidence"), none.err());
    }
  }

  @Test
  void theSchemaIsPrinted() throws IOException {
    TestConsole test = new TestConsole();
    assertEquals(0, Program.run(test.console, "schema"));
    assertEquals(
        Files.readString(Path.of("docs", "schema", "logdiff-evidence-1.schema.json")), test.out());
  }

  static Stream<Sample> samples() {
    return Samples.all().stream();
  }

  /** The published schema lets new fields pass; here none may be missing from it. */
  @ParameterizedTest
  @MethodSource("samples")
  void theSchemaNamesEveryField(Sample sample) throws IOException {
    JsonNode document = evidence(sample, "--show-values", "--show-keys", "--manifest");
    assertEquals(List.of(), EvidenceSchema.problems(document));
    assertEquals(
        List.of(),
        EvidenceSchema.problems(document, closed(MAPPER.readTree(EvidenceSchema.text()))));
  }

  @Test
  void sameInputSameDocument() throws IOException {
    JsonNode first = evidence("--manifest");
    JsonNode second = evidence("--manifest");
    ((ObjectNode) first).remove("run");
    ((ObjectNode) second).remove("run");
    assertEquals(first, second);
  }

  private static Arguments forgery(String name, Consumer<ObjectNode> change, String complaint) {
    return Arguments.of(name, change, complaint);
  }

  private static ObjectNode exhibit(ObjectNode finding) {
    return (ObjectNode) finding.at("/exhibits/0");
  }

  private static JsonNode closed(JsonNode schema) {
    if (schema instanceof ObjectNode object && object.has("properties")) {
      object.put("additionalProperties", false);
    }
    schema.forEach(VerifyEvidenceTest::closed);
    return schema;
  }

  private static Sample sample() {
    return Samples.named("lost-tombstone");
  }

  private static List<String> directories(Sample sample) {
    return new ArrayList<>(sample.brokers().stream().map(Path::toString).toList());
  }

  private static JsonNode evidence(String... options) throws IOException {
    return evidence(sample(), options);
  }

  private static JsonNode evidence(Sample sample, String... options) throws IOException {
    List<String> arguments = directories(sample);
    arguments.addAll(List.of("--partition", "foo-0", "--json", "-"));
    arguments.addAll(List.of(options));
    TestConsole test = new TestConsole();
    Program.run(test.console, arguments.toArray(String[]::new));
    return MAPPER.readTree(test.out());
  }

  private Path write(JsonNode document) throws IOException {
    Path file = folder.resolve("evidence.json");
    MAPPER.writeValue(file.toFile(), document);
    return file;
  }

  private static int verify(TestConsole test, Path document, String... directories) {
    List<String> arguments = new ArrayList<>(List.of("verify-evidence", document.toString()));
    arguments.addAll(List.of(directories));
    return Program.run(test.console, arguments.toArray(String[]::new));
  }
}
