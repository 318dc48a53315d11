package org.logdiff.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.dynatrace.hash4j.hashing.Hashing;
import com.github.luben.zstd.Zstd;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jpountz.lz4.LZ4Factory;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.logdiff.analysis.report.ComparisonReport;
import org.logdiff.format.disk.ReadOnlyFile;
import org.logdiff.samples.DirectoryFingerprint;
import org.logdiff.samples.Sample;
import org.logdiff.samples.Samples;
import org.xerial.snappy.Snappy;

/**
 * A comparison by a user to whom permission bits mean something, which to root they do not: it
 * needs to read and nothing else, and it says what it may not read.
 */
class UnprivilegedUserTest {
  private static final String NOBODY = "65534";
  private static final String READABLE_BY_ALL = "rwxr-xr-x";

  /** All that a comparison runs on. */
  private static final List<Class<?>> LIBRARIES =
      List.of(
          Program.class,
          Comparison.class,
          ReadOnlyFile.class,
          Hashing.class,
          Zstd.class,
          LZ4Factory.class,
          Snappy.class);

  @TempDir Path temporary;
  private Sample sample;

  /** Compares the directories given and prints the verdict and what failed. */
  static final class Program {
    private Program() {}

    public static void main(String[] arguments) {
      ComparisonReport report =
          Comparison.run(
              new ComparisonRequest(
                  Stream.of(arguments).map(a -> List.of(Path.of(a))).toList(),
                  List.of("foo-0"),
                  List.of(),
                  1,
                  1 << 20,
                  100),
              Progress.NONE);
      System.out.println(report.verdict());
      report.failures().forEach(System.out::println);
    }
  }

  @BeforeEach
  void copySample() throws IOException, InterruptedException {
    Assumptions.assumeTrue(isRoot(), "only root can become another user");
    sample = Samples.named("lost-tombstone").copyTo(temporary.resolve("sample"));
    try (Stream<Path> paths = Files.walk(temporary)) {
      for (Path path : paths.toList()) {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("r-xr-xr-x"));
      }
    }
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString(READABLE_BY_ALL));
  }

  private static boolean isRoot() throws IOException, InterruptedException {
    if (!Files.isExecutable(Path.of("/usr/bin/setpriv"))) {
      return false;
    }
    Process id = new ProcessBuilder("id", "-u").start();
    String user = new String(id.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return id.waitFor() == 0 && user.strip().equals("0");
  }

  @Test
  void readingIsEnough() throws Exception {
    DirectoryFingerprint before = DirectoryFingerprint.of(sample.directory());
    assertEquals(List.of("INCONSISTENT"), compareAsNobody());
    assertEquals(List.of(), before.differencesTo(DirectoryFingerprint.of(sample.directory())));
  }

  @Test
  void saysWhatMayNotBeRead() throws Exception {
    Path log = sample.broker("kafka2").resolve("foo-0").resolve("00000000000000000000.log");
    Files.setPosixFilePermissions(log, PosixFilePermissions.fromString("rw-------"));
    assertEquals(
        List.of(
            "UNDETERMINED",
            "foo-0 on kafka2: "
                + log
                + ": may not be read; run as a user who can read the broker's files"),
        compareAsNobody());
  }

  @Test
  void saysWhichDirectoryMayNotBeRead() throws Exception {
    Path broker = sample.broker("kafka3");
    Files.setPosixFilePermissions(broker, PosixFilePermissions.fromString("rwx------"));
    assertEquals(
        List.of(
            "INCONSISTENT",
            broker + ": may not be read; run as a user who can read the broker's files"),
        compareAsNobody());
  }

  private List<String> compareAsNobody() throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                "/usr/bin/setpriv",
                "--reuid=" + NOBODY,
                "--regid=" + NOBODY,
                "--clear-groups",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classPath(),
                Program.class.getName()));
    sample.brokers().forEach(broker -> command.add(broker.toString()));
    Process process =
        new ProcessBuilder(command).directory(temporary.toFile()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
    return output.lines().toList();
  }

  /** Copies of the libraries: where the build keeps them, others may not look. */
  private String classPath() throws IOException, URISyntaxException {
    Path lib = Files.createDirectory(temporary.resolve("lib"));
    List<Path> copies = new ArrayList<>();
    for (Class<?> type : LIBRARIES) {
      Path from = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
      Path to = lib.resolve(type.getSimpleName());
      copyTree(from, to);
      copies.add(to);
    }
    try (Stream<Path> paths = Files.walk(lib)) {
      for (Path path : paths.toList()) {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(READABLE_BY_ALL));
      }
    }
    return copies.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  private static void copyTree(Path from, Path to) throws IOException {
    try (Stream<Path> paths = Files.walk(from)) {
      for (Path path : paths.toList()) {
        Files.copy(path, to.resolve(from.relativize(path).toString()));
      }
    }
  }
}
