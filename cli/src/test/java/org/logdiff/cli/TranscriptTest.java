package org.logdiff.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.logdiff.cli.console.Printable;

/**
 * Replays whole sessions on the samples. A transcript's first line is the command, as typed in the
 * checkout; then comes what it prints, then its complaints, each after an exclamation mark, then
 * its exit status.
 */
class TranscriptTest {
  private static final String PROMPT = "$ logdiff ";

  @TestFactory
  Stream<DynamicTest> transcripts() throws IOException {
    Path folder = Golden.RESOURCES.resolve("transcripts");
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(file -> file.toString().endsWith(".txt")).sorted().toList();
    }
    return files.stream()
        .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> replay(file)));
  }

  private static void replay(Path file) throws IOException {
    String command = Files.readString(file).lines().findFirst().orElse("");
    assertTrue(command.startsWith(PROMPT), file + " does not begin with a command");
    TestConsole test = new TestConsole();
    int status = Program.run(test.console, command.substring(PROMPT.length()).split(" +"));
    String actual = command + "\n" + test.out() + complaints(test) + "[exit " + status + "]\n";
    Golden.check("transcripts/" + file.getFileName(), actual);
    if (!command.contains("--json -")) {
      test.out().lines().forEach(line -> assertTrue(Printable.columns(line) <= 80, line));
    }
  }

  private static String complaints(TestConsole test) {
    return test.err().lines().map(line -> "! " + line + "\n").collect(Collectors.joining());
  }
}
