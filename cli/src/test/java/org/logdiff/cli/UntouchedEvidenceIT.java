package org.logdiff.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.logdiff.samples.DirectoryFingerprint;
import org.logdiff.samples.Sample;
import org.logdiff.samples.Samples;

/**
 * Evidence is never touched, by the word of the system: its trace of calls, a mount that cannot be
 * written, and a user who may not write. Each is left out, with the reason, where the system does
 * not offer it.
 */
class UntouchedEvidenceIT {
  private static final int NOBODY = 65534;

  /** Calls that change files; opening is looked at by its flags. */
  private static final String CALLS =
      "open,openat,creat,unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat,rmdir,truncate,"
          + "utimensat,chmod,fchmodat,chown,fchownat,link,linkat,symlink,symlinkat,setxattr";

  private static final Pattern READING =
      Pattern.compile("open(at)?\\(.*O_RDONLY(?!.*(O_CREAT|O_TRUNC|O_WRONLY|O_RDWR)).*");

  @TempDir Path folder;

  private Sample sample;
  private Path jar;

  @BeforeEach
  void unpack() throws Exception {
    sample = Samples.named("lost-tombstone").copyTo(folder.resolve("evidence"));
    Path archive = Path.of(System.getProperty("logdiff.distribution"));
    assertEquals(
        0, run(List.of("tar", "-xzf", archive.toString(), "-C", folder.toString()), folder).status);
    try (Stream<Path> files = Files.list(folder)) {
      Path distribution =
          files
              .filter(f -> f.getFileName().toString().startsWith("logdiff-"))
              .findFirst()
              .orElseThrow();
      jar = distribution.resolve("lib/logdiff-cli.jar");
    }
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void noCallOpensEvidenceForWritingOrChangesIt() throws Exception {
    assumeTrue(isThere("strace"), "strace is not installed");
    Path trace = folder.resolve("trace");
    List<String> command =
        new ArrayList<>(
            List.of("strace", "-f", "-qq", "-e", "trace=" + CALLS, "-o", trace.toString()));
    command.addAll(comparison());
    Outcome outcome = run(command, folder);
    assumeTrue(Files.exists(trace) && Files.size(trace) > 0, "strace may not trace here");
    assertEquals(1, outcome.status, outcome.text);
    List<String> ofEvidence =
        Files.readAllLines(trace).stream()
            .filter(line -> line.contains(sample.directory().toString()))
            .toList();
    assertFalse(ofEvidence.isEmpty(), "no file of the evidence was opened at all");
    for (String line : ofEvidence) {
      assertTrue(READING.matcher(line).find(), line);
    }
  }

  @Test
  void worksOnAMountThatCannotBeWritten() throws Exception {
    assumeTrue(isThere("unshare") && isRoot(), "needs unshare and root");
    String evidence = "'" + sample.directory() + "'";
    String script =
        "mount --bind "
            + evidence
            + " "
            + evidence
            + " && mount -o remount,bind,ro "
            + evidence
            + " && ! touch "
            + evidence
            + "/x 2>/dev/null || exit 99; exec "
            + String.join(" ", comparison().stream().map(word -> "'" + word + "'").toList());
    Outcome outcome = run(List.of("unshare", "-m", "sh", "-c", script), folder);
    assumeTrue(outcome.status != 99, "this system does not let mounts be made");
    assertEquals(1, outcome.status, outcome.text);
    assertTrue(outcome.text.contains("lost-tombstone on kafka2"), outcome.text);
  }

  @Test
  void worksForAUserWhoMayOnlyRead() throws Exception {
    assumeTrue(isThere("setpriv") && isRoot(), "needs setpriv and root");
    DirectoryFingerprint before = DirectoryFingerprint.of(sample.directory());
    List<String> command =
        new ArrayList<>(
            List.of(
                "setpriv",
                "--reuid=" + NOBODY,
                "--regid=" + NOBODY,
                "--clear-groups",
                "--no-new-privs"));
    command.addAll(comparison());
    Outcome outcome = run(command, Path.of("/"));
    assertEquals(1, outcome.status, outcome.text);
    assertEquals(before, DirectoryFingerprint.of(sample.directory()));
  }

  private List<String> comparison() {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:-UsePerfData",
                "-jar",
                jar.toString()));
    sample.brokers().forEach(broker -> command.add(broker.toString()));
    command.addAll(List.of("--partition", "foo-0"));
    return command;
  }

  private static boolean isThere(String program) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  private record Outcome(int status, String text) {}

  private static Outcome run(List<String> command, Path directory)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes());
    return new Outcome(process.waitFor(), text);
  }
}
