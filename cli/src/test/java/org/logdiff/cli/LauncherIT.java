package org.logdiff.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The script {@code bin/logdiff}, started as users start it, from the distribution archive. */
class LauncherIT {
  private static final String VERSION = "logdiff \\S+ \\(build \\S+\\)\n";
  private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));

  /** A folder with a space in its name, as users have them. */
  @TempDir static Path unpacked;

  private static Path distribution;

  @TempDir Path folder;

  private final Map<String, String> environment = new HashMap<>();
  private Path current;

  private record Outcome(int status, String out, String err) {}

  @BeforeAll
  static void unpack() throws Exception {
    Path target = Files.createDirectory(unpacked.resolve("my tools"));
    Outcome outcome =
        run(
            List.of(
                "tar", "-xzf", System.getProperty("logdiff.distribution"), "-C", target.toString()),
            Map.of("PATH", System.getenv("PATH")),
            unpacked);
    assertEquals(0, outcome.status(), outcome.err());
    try (Stream<Path> files = Files.list(target)) {
      distribution = files.findFirst().orElseThrow();
    }
  }

  @BeforeEach
  void cleanEnvironment() throws IOException {
    environment.put("PATH", System.getenv("PATH"));
    environment.put("JAVA_HOME", JAVA_HOME.toString());
    environment.put("HOME", folder.toString());
    environment.put("XDG_CACHE_HOME", unpacked.resolve("a cache").toString());
    current = Files.createDirectory(folder.resolve("current"));
  }

  /** JUnit warns about links to what is not its own. */
  @AfterEach
  void removeLinks() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path link : files.filter(Files::isSymbolicLink).toList()) {
        Files.delete(link);
      }
    }
  }

  @Test
  void theDistributionHasEverything() {
    List<String> files =
        List.of(
            "bin/logdiff",
            "lib/logdiff-cli.jar",
            "LICENSE",
            "NOTICE",
            "README.md",
            "docs/semantics.md",
            "samples/README.md");
    for (String file : files) {
      assertTrue(Files.isRegularFile(distribution.resolve(file)), file);
    }
    String archive = System.getProperty("logdiff.distribution");
    assertTrue(Files.exists(Path.of(archive.replace(".tar.gz", ".zip"))));
  }

  @Test
  void runsAnywhereAndLeavesNothingBehind() throws Exception {
    assertVersion(launch("--version"));
    assertEquals(List.of(), list(current));
  }

  @Test
  void archivesClassesOnceAndThenUsesThem() throws Exception {
    environment.put("XDG_CACHE_HOME", folder.resolve("a cache").toString());
    Path installed = folder.resolve("installed");
    copy(distribution, installed);
    List<String> command = List.of(installed.resolve("bin/logdiff").toString(), "--version");
    assertVersion(run(command, environment, current));
    List<Path> made = list(folder.resolve("a cache"));
    Path archive =
        made.stream().filter(file -> file.endsWith("logdiff.jsa")).findFirst().orElseThrow();
    assertEquals(2, made.size(), made.toString());
    FileTime when = Files.getLastModifiedTime(archive);

    environment.put("LOGDIFF_OPTS", "-Xlog:class+load:file=" + folder.resolve("log"));
    assertVersion(run(command, environment, current));
    assertEquals(when, Files.getLastModifiedTime(archive));
    assertTrue(
        Files.readString(folder.resolve("log"))
            .lines()
            .anyMatch(
                line -> line.matches(".*org\\.logdiff\\.cli\\.Main source: shared objects.*")));

    environment.remove("LOGDIFF_OPTS");
    Files.setLastModifiedTime(
        installed.resolve("lib/logdiff-cli.jar"), FileTime.from(Instant.now().plusSeconds(60)));
    assertVersion(run(command, environment, current));
    assertTrue(Files.getLastModifiedTime(archive).compareTo(when) > 0, "made anew");
  }

  @Test
  void damagedArchiveIsSilentlyDoneWithout() throws Exception {
    environment.put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    assertVersion(launch("--version"));
    for (Path file : list(folder.resolve("cache"))) {
      if (file.endsWith("logdiff.jsa")) {
        Files.delete(file);
        Files.writeString(file, "not an archive");
      }
    }
    assertVersion(launch("--version"));
  }

  /** Permission bits prove nothing for root; below a device there can be no folder. */
  @Test
  void withoutACacheItStillRuns() throws Exception {
    environment.put("XDG_CACHE_HOME", "relative");
    environment.put("HOME", "/dev/null");
    assertVersion(launch("--version"));
    environment.remove("HOME");
    environment.remove("XDG_CACHE_HOME");
    assertVersion(launch("--version"));
    assertEquals(List.of(), list(current));
  }

  @Test
  void throughSymbolicLinks() throws Exception {
    Path direct =
        Files.createSymbolicLink(folder.resolve("direct"), distribution.resolve("bin/logdiff"));
    Path other = Files.createDirectory(folder.resolve("o ther"));
    Path relative = Files.createSymbolicLink(other.resolve("l d"), Path.of("../direct"));
    assertVersion(run(List.of(direct.toString(), "--version"), environment, current));
    assertVersion(run(List.of(relative.toString(), "--version"), environment, current));
    environment.put("PATH", other + File.pathSeparator + environment.get("PATH"));
    environment.put("CDPATH", folder.toString());
    assertVersion(run(List.of("bash", "-c", "'l d' --version"), environment, current));
  }

  /** Installed or not: ssh brings along what the other machine has. */
  @ParameterizedTest
  @ValueSource(strings = {"C", "POSIX", "C.UTF-8", "en_US.UTF-8", "xx_XX.utf8", ""})
  void fileNamesComeThroughInEveryLocale(String locale) throws Exception {
    environment.put("LANG", locale);
    Path given = Files.createDirectory(folder.resolve("d\u00efr"));
    Outcome outcome =
        run(
            List.of(
                "bash",
                "-c",
                "exec \"$0\" \"$1\" d$'\\xc3\\xaf'r --json \"$1\"/d$'\\xc3\\xaf'r",
                distribution.resolve("bin/logdiff").toString(),
                folder.toString()),
            environment,
            folder);
    assertEquals(2, outcome.status(), outcome.err());
    String name = locale.matches(".*\\.(UTF-8|utf8)") ? "d\u00efr" : "d\\u{ef}r";
    assertTrue(outcome.err().endsWith("/" + name + ": it is a directory\n"), outcome.err());
    assertEquals(List.of(), list(given));
  }

  @Test
  void aClosedPipeIsQuiet() throws Exception {
    Outcome outcome =
        run(
            List.of(
                "bash",
                "-c",
                "\"$0\" --help | true; printf '%s' \"${PIPESTATUS[0]}\"",
                distribution.resolve("bin/logdiff").toString()),
            environment,
            current);
    assertEquals("0", outcome.out());
    assertEquals("", outcome.err());
  }

  @Test
  void aFullDiskIsSaid() throws Exception {
    Outcome outcome =
        run(
            List.of(
                "bash",
                "-c",
                "\"$0\" --help >/dev/full",
                distribution.resolve("bin/logdiff").toString()),
            environment,
            current);
    assertEquals(2, outcome.status());
    assertEquals(
        "logdiff: cannot write to standard output: No space left on device\n", outcome.err());
  }

  @Test
  void optionsForOtherProgramsMakeNoNoise() throws Exception {
    environment.put("JAVA_TOOL_OPTIONS", "-Dx=y");
    environment.put("JDK_JAVA_OPTIONS", "-Dx=y");
    environment.put("_JAVA_OPTIONS", "-Dx=y");
    assertVersion(launch("--version"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-Xmx64m -XX:+UseG1GC", "-XX:+UseParallelGC", "-Da=*", "-ea  -Xss1m "})
  void optionsOfOurOwn(String options) throws Exception {
    environment.put("LOGDIFF_OPTS", options);
    assertVersion(launch("--version"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-Xmx999999g", "-XX:+NoSuchOption", "-Xbogus"})
  void aJvmThatDoesNotStartIsNoFinding(String options) throws Exception {
    environment.put("LOGDIFF_OPTS", options);
    Outcome outcome = launch("--version");
    assertEquals(2, outcome.status());
    assertTrue(
        outcome
            .err()
            .endsWith("logdiff: the JVM does not start with LOGDIFF_OPTS=" + options + ".\n"),
        outcome.err());
  }

  /** Too little for the JVM to say so in good order: it exits with 1 or does not start at all. */
  @Test
  void aHeapOfNothingIsNoFinding() throws Exception {
    environment.put("LOGDIFF_OPTS", "-Xmx2m");
    assertEquals(2, launch("--version").status());
  }

  @Test
  void aCurrentDirectoryThatIsGoneIsNoFinding() throws Exception {
    Outcome outcome =
        run(
            List.of(
                "bash",
                "-c",
                "rmdir \"$PWD\"; exec \"$0\" --version",
                distribution.resolve("bin/logdiff").toString()),
            environment,
            current);
    assertEquals(2, outcome.status());
    assertTrue(
        outcome
            .err()
            .endsWith(
                "logdiff: the current directory does not exist any more; change to another one.\n"),
        outcome.err());
  }

  @Test
  void anIncompleteInstallationIsNoFinding() throws Exception {
    Path copy = folder.resolve("copy");
    copy(distribution, copy);
    for (Path jar : list(copy.resolve("lib"))) {
      if (jar.getFileName().toString().startsWith("picocli")) {
        Files.delete(jar);
      }
    }
    Outcome outcome =
        run(List.of(copy.resolve("bin/logdiff").toString(), "-h"), environment, current);
    assertEquals(2, outcome.status());
    assertTrue(outcome.err().startsWith("logdiff: incomplete installation: "), outcome.err());
    assertEquals(1, outcome.err().lines().count(), outcome.err());

    Files.delete(copy.resolve("lib/logdiff-cli.jar"));
    outcome = run(List.of(copy.resolve("bin/logdiff").toString(), "-h"), environment, current);
    assertEquals(2, outcome.status());
    assertEquals(1, outcome.err().lines().count(), outcome.err());
  }

  @Test
  void javaIsFoundOnThePath() throws Exception {
    environment.remove("JAVA_HOME");
    Path tools = toolsWithoutJava();
    environment.put("PATH", tools.toString());
    Outcome outcome = launch("--version");
    assertEquals(2, outcome.status());
    assertEquals(
        "logdiff: needs Java 17 or newer; there is no java on PATH. Install one, or set JAVA_HOME.\n",
        outcome.err());

    Files.createSymbolicLink(tools.resolve("java"), JAVA_HOME.resolve("bin/java"));
    assertVersion(launch("--version"));
  }

  @ParameterizedTest
  @CsvSource({"1.8.0_402", "11.0.2", "16", "nonsense"})
  void anOldJavaIsRefusedByName(String version) throws Exception {
    Path old = fakeJava(version);
    environment.put("JAVA_HOME", old.toString());
    environment.put("PATH", toolsWithoutJava().toString());
    Outcome outcome = launch("--version");
    assertEquals(2, outcome.status());
    assertEquals(
        "logdiff: needs Java 17 or newer; "
            + old
            + "/bin/java is not ("
            + version
            + "); there is no java on PATH. Install one, or set JAVA_HOME.\n",
        outcome.err());

    environment.put("PATH", System.getenv("PATH") + File.pathSeparator + JAVA_HOME.resolve("bin"));
    assertVersion(launch("--version"));
  }

  @Test
  void aJavaHomeWithoutJavaIsNotTheEnd() throws Exception {
    environment.put("JAVA_HOME", folder.toString());
    environment.put("PATH", System.getenv("PATH") + File.pathSeparator + JAVA_HOME.resolve("bin"));
    assertVersion(launch("--version"));
  }

  @Test
  void aCheckoutIsBuiltWhenItIsStale() throws Exception {
    Path checkout = folder.resolve("check out");
    fakeCheckout(
        checkout,
        "cp \"" + distribution + "\"/lib/*.jar cli/target/lib/; touch cli/target/lib/*.jar");
    List<String> command = List.of(checkout.resolve("bin/logdiff").toString(), "--version");

    Outcome first = run(command, environment, current);
    assertTrue(first.out().matches(VERSION), first.err());
    assertEquals("logdiff: building from " + checkout.toRealPath() + " ...\n", first.err());
    assertVersion(run(command, environment, current));

    Path source = checkout.resolve("format/src/main/java/A.java");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(5)));
    assertFalse(run(command, environment, current).err().isEmpty(), "older than a source");
    assertEquals(
        "mvn -B -q -pl cli -am -DskipTests -Dassembly.skipAssembly=true package\n".repeat(2),
        Files.readString(folder.resolve("mvn.log")));
    assertEquals(List.of(), list(current));
  }

  @Test
  void aFailingBuildShowsWhatMavenSays() throws Exception {
    Path checkout = folder.resolve("checkout");
    fakeCheckout(checkout, "echo '[ERROR] it is broken'; exit 1");
    Outcome outcome =
        run(List.of(checkout.resolve("bin/logdiff").toString(), "--version"), environment, current);
    assertEquals(2, outcome.status());
    assertEquals("", outcome.out());
    assertTrue(
        outcome.err().endsWith("[ERROR] it is broken\nlogdiff: the build failed.\n"),
        outcome.err());
  }

  @Test
  void aCheckoutWithoutMavenSaysSo() throws Exception {
    Path checkout = folder.resolve("checkout");
    fakeCheckout(checkout, "exit 0");
    environment.put("PATH", toolsWithoutJava().toString());
    Outcome outcome =
        run(List.of(checkout.resolve("bin/logdiff").toString(), "--version"), environment, current);
    assertEquals(2, outcome.status());
    assertTrue(outcome.err().contains("there is no mvn on PATH"), outcome.err());
  }

  /** A checkout with nothing in it but what the script looks at, and a Maven that does as told. */
  private void fakeCheckout(Path checkout, String maven) throws IOException {
    for (String module : List.of("format", "analysis", "cli")) {
      Files.createDirectories(checkout.resolve(module + "/src/main/java"));
      Files.createFile(checkout.resolve(module + "/pom.xml"));
      Files.createFile(checkout.resolve(module + "/src/main/java/A.java"));
    }
    Files.createFile(checkout.resolve("pom.xml"));
    Files.createDirectories(checkout.resolve("docs/findings"));
    Files.createDirectories(checkout.resolve("docs/schema"));
    Files.createDirectory(checkout.resolve("bin"));
    Files.copy(distribution.resolve("bin/logdiff"), checkout.resolve("bin/logdiff"));
    executable(checkout.resolve("bin/logdiff"));
    Path tools = Files.createDirectory(folder.resolve("tools"));
    Path mvn = tools.resolve("mvn");
    Files.writeString(
        mvn,
        "#!/usr/bin/env bash\necho mvn \"$@\" >> \""
            + folder.resolve("mvn.log")
            + "\"\n"
            + maven
            + "\n");
    executable(mvn);
    environment.put("PATH", tools + File.pathSeparator + environment.get("PATH"));
  }

  private Path fakeJava(String version) throws IOException {
    Path home = folder.resolve("old java");
    Files.createDirectories(home.resolve("bin"));
    Files.writeString(
        home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
    Files.writeString(home.resolve("bin/java"), "#!/bin/sh\nexit 1\n");
    executable(home.resolve("bin/java"));
    return home;
  }

  private Path toolsWithoutJava() throws IOException {
    Path tools = Files.createDirectory(folder.resolve("few tools"));
    for (String tool :
        List.of("bash", "env", "readlink", "stat", "mkdir", "mktemp", "mv", "rm", "find", "cat")) {
      for (String directory : System.getenv("PATH").split(File.pathSeparator)) {
        Path found = Path.of(directory, tool);
        if (Files.isExecutable(found)) {
          Files.createSymbolicLink(tools.resolve(tool), found.toRealPath());
          break;
        }
      }
    }
    return tools;
  }

  private static void executable(Path file) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        if (!file.startsWith(from.resolve("samples"))) {
          Files.copy(file, to.resolve(from.relativize(file).toString()));
        }
      }
    }
  }

  private static void assertVersion(Outcome outcome) {
    assertEquals("", outcome.err());
    assertTrue(outcome.out().matches(VERSION), outcome.out());
    assertEquals(0, outcome.status());
  }

  private Outcome launch(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(distribution.resolve("bin/logdiff").toString()));
    command.addAll(List.of(arguments));
    return run(command, environment, current);
  }

  private static Outcome run(List<String> command, Map<String, String> environment, Path directory)
      throws Exception {
    Path err = Files.createTempFile(unpacked, "err", null);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectError(err.toFile())
            .redirectInput(new File("/dev/null"));
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), "UTF-8");
    return new Outcome(process.waitFor(), out, Files.readString(err));
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
