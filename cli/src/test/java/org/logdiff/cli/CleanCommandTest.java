package org.logdiff.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code logdiff clean} where a transcript on a sample cannot show it. */
class CleanCommandTest {
  private static final Path BROKER = Path.of("samples/captured/healthy/kafka2");
  private static final String EAGER = "min.cleanable.dirty.ratio=0";

  @TempDir Path temporary;

  private final TestConsole test = new TestConsole();

  private int run(Path broker, String... arguments) {
    String[] all = {
      "clean", broker.toString(), "--partition", "foo-0", "--at", "2026-12-02", "--config", EAGER
    };
    return Program.run(
        test.console, Stream.concat(Stream.of(all), Stream.of(arguments)).toArray(String[]::new));
  }

  @Test
  void writesTheSegmentThatItTellsOf() throws IOException {
    Path written = temporary.resolve("written");
    Path json = temporary.resolve("clean.json");
    assertEquals(
        0, run(BROKER, "--write", written.toString(), "--json", json.toString()), test::err);
    JsonNode group = new ObjectMapper().readTree(json.toFile()).at("/passes/0/groups/0");
    Path log = written.resolve("00000000000000000000.log");
    assertEquals(group.get("bytes").asLong(), Files.size(log));
    assertEquals(6, group.get("segments").size());
    assertEquals(
        List.of(
            "00000000000000000000.index",
            "00000000000000000000.log",
            "00000000000000000000.timeindex",
            "00000000000000000000.txnindex"),
        names(written));
  }

  @Test
  void aPassThatIsNotMadeLeavesWhatTheOneBeforeWrote() throws IOException {
    Path once = temporary.resolve("once");
    Path twice = temporary.resolve("twice");
    assertEquals(0, run(BROKER, "--write", once.toString()), test::err);
    assertEquals(0, run(BROKER, "--passes", "2", "--write", twice.toString()), test::err);
    assertEquals(names(once), names(twice));
    for (String name : names(once)) {
      assertArrayEquals(
          Files.readAllBytes(once.resolve(name)), Files.readAllBytes(twice.resolve(name)), name);
    }
  }

  @Test
  void writesNowhereElse() throws IOException {
    Path full = Files.createDirectory(temporary.resolve("full"));
    Files.createFile(full.resolve("mine"));
    assertEquals(2, run(BROKER, "--write", full.toString()));
    assertTrue(test.err().contains("is there already, and is not empty"), test::err);
    Path broker = copy();
    assertEquals(2, run(broker, "--write", broker.resolve("out").toString()));
    assertTrue(test.err().contains("which is under examination"), test::err);
    assertFalse(Files.exists(broker.resolve("out")));
  }

  @Test
  void aPlaceThatCannotBeWrittenToEndsWithTwoAndWithoutAPass() throws IOException {
    Path inAFile = Files.createFile(temporary.resolve("file")).resolve("out");
    assertEquals(
        2, run(BROKER, "--records", "--explain", "0", "--write", inAFile.toString()), test::err);
    assertFalse(test.err().contains("internal error"), test::err);
    String text = test.out().replaceAll("\\s+", " ");
    assertTrue(text.contains("the cleaner's pass was not replayed"), text);
  }

  @Test
  void damageStopsThePassAndEndsWithTwo() throws IOException {
    Path broker = copy();
    Path log = broker.resolve("foo-0/00000000000000000592.log");
    byte[] bytes = Files.readAllBytes(log);
    bytes[bytes.length - 1] ^= 1;
    Files.write(log, bytes);
    assertEquals(2, run(broker));
    String text = test.out().replaceAll("\\s+", " ");
    assertTrue(text.contains("the cleaner's pass cannot be replayed"), text);
    assertTrue(text.contains("00000000000000000592.log at position "), text);
  }

  private Path copy() throws IOException {
    Path target = temporary.resolve("kafka2");
    try (Stream<Path> tree = Files.walk(BROKER)) {
      for (Path from : tree.toList()) {
        Path to = target.resolve(BROKER.relativize(from).toString());
        if (Files.isDirectory(from)) {
          Files.createDirectories(to);
        } else {
          Files.copy(from, to);
        }
      }
    }
    return target;
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
