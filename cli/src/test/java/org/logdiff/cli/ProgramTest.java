package org.logdiff.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.logdiff.analysis.ComparisonRequest;
import org.logdiff.analysis.Progress;
import org.logdiff.analysis.report.ComparisonReport;
import org.logdiff.analysis.report.Verdict;
import org.logdiff.cli.console.Printable;

class ProgramTest {
  private static final ComparisonReport BROKEN =
      Reports.of(Reports.partition("foo-0", Verdict.INCONSISTENT, Reports.lostTombstone()));

  @TempDir Path folder;

  private final TestConsole test = new TestConsole();

  @Test
  void versionIsOneLine() {
    assertEquals(0, Program.run(test.console, "--version"));
    assertTrue(test.out().matches("logdiff \\S+ \\(build \\S+\\)\n"), test.out());
    TestConsole other = new TestConsole();
    assertEquals(0, Program.run(other.console, "-V"));
    assertEquals(test.out(), other.out());
    assertEquals("", test.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "-h", "help"})
  void helpFitsAndGoesToStandardOutput(String word) throws IOException {
    assertEquals(0, Program.run(test.console, word));
    assertEquals("", test.err());
    test.out().lines().forEach(line -> assertTrue(Printable.columns(line) <= 80, line));
    Golden.check("transcripts/help.txt", "$ logdiff --help\n" + test.out() + "[exit 0]\n");
  }

  @Test
  void helpOfACommand() {
    assertEquals(0, Program.run(test.console, "help", "help"));
    assertTrue(test.out().startsWith("Usage: logdiff help [COMMAND]\n"), test.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "| no directories given: name at least two brokers' log dirs",
        "/a | one directory is not enough: name at least two, one for each broker",
        "inspct /a /b | 'inspct' is neither a directory here nor a command; commands: COMMANDS",
        "/a /b help | 'help' is a command and must come before its arguments, but follows /a /b; a directory of that name is written ./help",
        "--show-keys help | 'help' is a command and must come before its arguments, but follows --show-keys; a directory of that name is written ./help",
        "--json x help | 'help' is a command and must come before its arguments, but follows --json x; a directory of that name is written ./help",
        "help nope | there is no command 'nope'; commands: COMMANDS",
        "/a /b --bogus | Unknown option: '--bogus'",
        "/a /b --partition foo | --partition: 'foo' is no partition; write the topic and the number, as in foo-0, or use --topic",
        "/a /b --partition | Missing required parameter for option '--partition' (T-P)",
        "/a /b --json x --json y | option '--json' (FILE) should be specified only once",
        "/a /b --threads 0 | --threads: 0 is not at least 1",
        "/a /b --threads many | Invalid value for option '--threads': 'many' is not an int",
        "/a /b --memory 1x | Invalid value for option '--memory': '1x' is no size as in 512m or 2g",
        "/a /b --color blue | Invalid value for option '--color': 'blue' is not auto, always or never",
        "/a /b,,/c | '/b,,/c' names an empty directory",
      })
  void badArguments(String line, String complaint) {
    String[] arguments = line == null ? new String[0] : line.split(" ");
    assertEquals(2, Program.run(test.console, arguments));
    assertEquals("", test.out());
    String[] lines = test.err().split("\n");
    String commands = String.join(", ", CommandTree.names());
    assertEquals("logdiff: " + complaint.replace("COMMANDS", commands), lines[0]);
    assertTrue(
        lines[1].matches("Try 'logdiff (--help|help help)' for more information\\."), test.err());
    assertEquals(2, lines.length, test.err());
  }

  @Test
  void argumentsAreMadePrintable() {
    assertEquals(2, Program.run(test.console, "--\u001b[31m"));
    assertTrue(test.err().startsWith("logdiff: Unknown option: '--\\x1b[31m'\n"), test.err());
  }

  @Test
  void optionsReachTheLibrary() throws IOException {
    Path odd = Files.createDirectory(folder.resolve("a,b"));
    AtomicReference<ComparisonRequest> seen = new AtomicReference<>();
    int status =
        run(
            (request, progress) -> {
              seen.set(request);
              return BROKEN;
            },
            "/x,/y",
            odd.toString(),
            "@z",
            "-p",
            "foo-0",
            "--partition=bar-12",
            "--topic",
            "b*",
            "--threads",
            "3",
            "--memory",
            "2g");
    assertEquals(1, status);
    ComparisonRequest request = seen.get();
    assertEquals(
        List.of(List.of(Path.of("/x"), Path.of("/y")), List.of(odd), List.of(Path.of("@z"))),
        request.directories());
    assertEquals(List.of("foo-0", "bar-12"), request.partitions());
    assertEquals(List.of("b*"), request.topicGlobs());
    assertEquals(3, request.threads());
    assertEquals(2L << 30, request.memoryBytes());
  }

  @Test
  void failuresAreComplaints() {
    ComparisonReport report =
        new ComparisonReport(
            Verdict.UNDETERMINED, List.of(), List.of("no /x\u001b there", "no /y"), List.of());
    assertEquals(2, run((request, progress) -> report, "/x", "/y"));
    assertEquals("logdiff: no /x\\x1b there\nlogdiff: no /y\n", test.err());
  }

  @Test
  void jsonToStandardOutputIsAllThatIsThere() throws IOException {
    assertEquals(1, run((request, progress) -> BROKEN, "/x", "/y", "--json", "-"));
    var root = new ObjectMapper().readTree(test.out());
    assertEquals("inconsistent", root.get("verdict").textValue());
    assertEquals("[\"/x\",\"/y\",\"--json\",\"-\"]", root.at("/tool/commandLine").toString());
    assertEquals("", test.err());
  }

  @Test
  void jsonToAFileComesWithText() throws IOException {
    Path file = folder.resolve("e v.json");
    Files.writeString(file, "older");
    assertEquals(
        1, run((request, progress) -> BROKEN, "/x", "/y", "--json", file.toString(), "-k"));
    assertTrue(test.out().startsWith("foo-0: INCONSISTENT"), test.out());
    var root = new ObjectMapper().readTree(file.toFile());
    assertEquals("K", root.at("/partitions/0/findings/0/key/text").textValue());
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(List.of(file), files.toList());
    }
  }

  @Test
  void aFileThatCannotBeWrittenIsRefusedBeforeTheWork() throws IOException {
    Path evidence = Files.createDirectories(folder.resolve("kafka1/foo-0")).getParent();
    for (String file :
        List.of(
            folder.resolve("no/such.json").toString(),
            folder.toString(),
            evidence.resolve("x.json").toString())) {
      AtomicReference<ComparisonRequest> seen = new AtomicReference<>();
      int status =
          run(
              (request, progress) -> {
                seen.set(request);
                return BROKEN;
              },
              evidence.toString(),
              "/y",
              "--json",
              file);
      assertEquals(2, status);
      assertNull(seen.get());
    }
    assertEquals("", test.out());
    List<String> complaints = test.err().lines().toList();
    assertEquals(3, complaints.size(), test.err());
    assertTrue(
        complaints.get(0).endsWith("/no/such.json: there is no " + folder + "/no"), test.err());
    assertTrue(complaints.get(1).endsWith(": it is a directory"), test.err());
    assertTrue(complaints.get(2).endsWith(", which is under examination"), test.err());
  }

  @ParameterizedTest
  @EnumSource
  void fullDiskKeepsAnErrorAndSpoilsTheRest(Verdict verdict) {
    ComparisonReport report = Reports.of(Reports.partition("foo-0", verdict));
    TestConsole full = new TestConsole(failing("No space left on device"));
    assertEquals(
        verdict == Verdict.INCONSISTENT ? 1 : 2,
        run(full, (request, progress) -> report, "/x", "/y"));
    assertEquals("logdiff: cannot write to standard output: No space left on device\n", full.err());
    TestConsole file = new TestConsole();
    assertEquals(
        verdict == Verdict.INCONSISTENT ? 1 : 2,
        run(file, (request, progress) -> report, "/x", "/y", "--json", "/dev/full"));
    assertEquals("logdiff: cannot write /dev/full: No space left on device\n", file.err());
    assertFalse(file.out().isEmpty());
  }

  @ParameterizedTest
  @EnumSource
  void closedPipeKeepsTheStatus(Verdict verdict) {
    ComparisonReport report = Reports.of(Reports.partition("foo-0", verdict));
    TestConsole closed = new TestConsole(failing("Broken pipe"));
    TestConsole open = new TestConsole();
    assertEquals(
        run(open, (request, progress) -> report, "/x", "/y"),
        run(closed, (request, progress) -> report, "/x", "/y"));
    assertEquals("", closed.err());
  }

  private static OutputStream failing(String message) {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        throw new IOException(message);
      }
    };
  }

  @Test
  void internalErrorsAreOneLine() {
    assertEquals(2, run(failingWith(new IllegalStateException("boo\nhoo")), "/x", "/y"));
    assertEquals(
        "logdiff: internal error: java.lang.IllegalStateException: boo\\x0ahoo"
            + " (LOGDIFF_DEBUG=1 shows where)\n",
        test.err());
  }

  @Test
  void stackTracesOnRequest() {
    TestConsole debug = new TestConsole(false, Map.of("LOGDIFF_DEBUG", "1"));
    assertEquals(2, run(debug, failingWith(new IllegalStateException("boo")), "/x", "/y"));
    assertTrue(debug.err().contains("\n  at org.logdiff.cli.ProgramTest."), debug.err());
  }

  @Test
  void outOfMemorySaysWhatToDo() {
    assertEquals(2, run(failingWith(new OutOfMemoryError("Java heap space")), "/x", "/y"));
    assertEquals(
        2,
        run(
            failingWith(
                new IllegalStateException(
                    new OutOfMemoryError("Cannot reserve 1 bytes of direct buffer memory"))),
            "/x",
            "/y"));
    assertEquals(
        "logdiff: out of memory: try fewer --threads, or allow more with LOGDIFF_OPTS=-Xmx2g\n"
            + "logdiff: out of memory outside the heap: try a smaller --memory or fewer --threads, or"
            + " allow more with LOGDIFF_OPTS=-XX:MaxDirectMemorySize=SIZE\n",
        test.err());
  }

  private static BiFunction<ComparisonRequest, Progress, ComparisonReport> failingWith(
      Throwable problem) {
    return (request, progress) -> {
      if (problem instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) problem;
    };
  }

  @ParameterizedTest
  @CsvSource({
    "true, auto, '', xterm, true",
    "true, auto, 1, xterm, false",
    "true, auto, '', dumb, false",
    "true, auto, '', , false",
    "false, auto, '', xterm, false",
    "false, always, 1, dumb, true",
    "true, never, '', xterm, false",
  })
  void colour(boolean terminal, String mode, String noColor, String term, boolean coloured) {
    Map<String, String> environment =
        term == null ? Map.of() : Map.of("NO_COLOR", noColor, "TERM", term);
    TestConsole console = new TestConsole(terminal, environment);
    run(console, (request, progress) -> BROKEN, "/x", "/y", "--color", mode);
    assertEquals(coloured, console.out().contains("\u001b["), console.out());
  }

  @Test
  void quickWorkShowsNoProgress() {
    TestConsole terminal = new TestConsole(true, Map.of("TERM", "xterm"));
    run(
        terminal,
        (request, progress) -> {
          progress.advanced("foo-0: comparing", 1, 2);
          return BROKEN;
        },
        "/x",
        "/y");
    assertEquals("", terminal.err());
  }

  private int run(
      BiFunction<ComparisonRequest, Progress, ComparisonReport> comparison, String... arguments) {
    return run(test, comparison, arguments);
  }

  private static int run(
      TestConsole test,
      BiFunction<ComparisonRequest, Progress, ComparisonReport> comparison,
      String... arguments) {
    return Program.run(
        test.console,
        () -> CommandTree.settled(new CompareCommand(test.console, comparison), test.console),
        Arrays.copyOf(arguments, arguments.length));
  }
}
