package org.logdiff.cli.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.logdiff.cli.Program;
import org.logdiff.cli.TestConsole;

/**
 * For every file of every sample: what {@code inspect} shows, reduced to the fields of Kafka's dump
 * tool, is what that tool prints, line by line; and so are the records of internal topics with its
 * decoders. {@code -Dlogdiff.unpacked=DIR} names a directory of further cases.
 */
class KafkaDumpTest {
  private static final Path CAPTURED = Path.of("samples/captured");

  private static final Map<String, String> DECODERS =
      Map.of(
          "__consumer_offsets", "--offsets-decoder",
          "__transaction_state", "--transaction-log-decoder",
          "__cluster_metadata", "--cluster-metadata-decoder",
          "__share_group_state", "--share-group-state-decoder",
          "__remote_log_metadata", "--remote-log-metadata-decoder");

  /**
   * Of each message in a set of magic 0 or 1 the tool shows the checksum too; here it is checked,
   * and shown if it is wrong.
   */
  private static final Pattern OF_OLD_MESSAGE = Pattern.compile(" isValid: true crc: [0-9]+");

  @TempDir Path scratch;

  @TestFactory
  @ResourceLock(Resources.SYSTEM_OUT)
  List<DynamicTest> everyFileOfEverySample() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Path logDir : logDirs()) {
      tests.add(DynamicTest.dynamicTest(logDir.toString(), () -> compare(logDir)));
    }
    return tests;
  }

  private static List<Path> logDirs() throws IOException {
    List<Path> roots = new ArrayList<>(List.of(CAPTURED));
    String more = System.getProperty("logdiff.unpacked");
    if (more != null) {
      roots.add(Path.of(more));
    }
    List<Path> logDirs = new ArrayList<>();
    for (Path root : roots) {
      try (Stream<Path> all = Files.walk(root, 3)) {
        all.filter(path -> path.getFileName().toString().equals("meta.properties"))
            .map(Path::getParent)
            .sorted()
            .forEach(logDirs::add);
      }
    }
    return logDirs;
  }

  private void compare(Path logDir) throws IOException {
    Path copy = scratch.resolve(logDir.toString().replace('/', '_'));
    KafkaDump.copy(logDir, copy);
    List<Path> files = files(copy);
    assertTrue(!files.isEmpty(), "no files in " + logDir);
    compare(files, false);
    Map<String, List<Path>> ofTopics = new LinkedHashMap<>();
    for (Path file : files) {
      String partition = file.getParent().getFileName().toString();
      String topic = partition.substring(0, partition.lastIndexOf('-'));
      if (DECODERS.containsKey(topic) && file.toString().endsWith(".log")) {
        ofTopics.computeIfAbsent(topic, t -> new ArrayList<>()).add(file);
      }
    }
    for (Map.Entry<String, List<Path>> topic : ofTopics.entrySet()) {
      compare(topic.getValue(), true, DECODERS.get(topic.getKey()));
    }
  }

  static void compare(List<Path> files, boolean isDecoded, String... options) throws IOException {
    Map<Path, String> ours = ours(files, isDecoded);
    Map<Path, String> theirs = new LinkedHashMap<>();
    List<Path> readable = new ArrayList<>();
    for (Path file : files) {
      theirs.put(file, "");
      if (!isIndexOfEmptyLog(file)) {
        readable.add(file);
      }
    }
    theirs.putAll(KafkaDump.of(readable, options));
    assertEquals(theirs.keySet(), ours.keySet());
    for (Path file : files) {
      assertEquals(withoutRemarks(file, theirs.get(file)), ours.get(file), "what is in " + file);
    }
  }

  /** On a preallocated one the tool ends with a NoSuchElementException; it has no entries. */
  private static boolean isIndexOfEmptyLog(Path file) throws IOException {
    Path log = file.resolveSibling(file.getFileName().toString().replace(".index", ".log"));
    return !log.equals(file) && Files.size(file) > 0 && Files.size(log) == 0;
  }

  private static Map<Path, String> ours(List<Path> files, boolean isDecoded) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("inspect"));
    files.forEach(file -> arguments.add(file.toString()));
    arguments.addAll(List.of("--json", "-", "--show-keys", "--show-values"));
    arguments.addAll(List.of("--decode", isDecoded ? "auto" : "none"));
    TestConsole test = new TestConsole();
    int status = Program.run(test.console, arguments.toArray(String[]::new));
    assertEquals("", test.err());
    assertEquals(0, status);
    return new KafkaLines(isDecoded).of(test.out());
  }

  /**
   * Without what the tool says of a file as a whole, and without the slot of zeros that it takes
   * for the first entry of an index that has none.
   */
  private static String withoutRemarks(Path file, String dumped) {
    String name = file.getFileName().toString();
    long offset = name.matches("[0-9]{20}.*") ? Long.parseLong(name.substring(0, 20)) : 0;
    List<String> phantoms =
        List.of("offset: " + offset + " position: 0\n", "timestamp: 0 offset: " + offset + "\n");
    if (phantoms.contains(dumped)) {
      return "";
    }
    return Stream.of(dumped.split("(?<=\n)"))
        .filter(line -> !line.startsWith("Log starting offset: "))
        .filter(line -> !line.startsWith("Snapshot end offset: "))
        .filter(line -> !line.endsWith(" is empty.\n"))
        .filter(line -> !line.matches("(?s)Found [0-9]+ invalid bytes at the end of .*"))
        .map(line -> OF_OLD_MESSAGE.matcher(line).replaceFirst(""))
        .collect(Collectors.joining());
  }

  private static List<Path> files(Path logDir) throws IOException {
    try (Stream<Path> all = Files.walk(logDir, 2)) {
      return all.filter(Files::isRegularFile)
          .filter(
              file ->
                  file.getFileName()
                      .toString()
                      .matches(".*\\.(log|index|timeindex|txnindex|snapshot|checkpoint)"))
          .filter(file -> !file.getParent().equals(logDir))
          .sorted()
          .toList();
    }
  }
}
