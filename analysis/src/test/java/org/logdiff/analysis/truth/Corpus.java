package org.logdiff.analysis.truth;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;

/** Further captured cases, which may lie beside the checkout as {@code <name>.tar.gz}. */
final class Corpus {
  /** Names the directory of the archives, if it is another one. */
  static final String PROPERTY = "logdiff.corpus";

  private static final Path BESIDE_CHECKOUT = Path.of("..", "shared", "corpus");

  private Corpus() {}

  /** What a test of each case is. */
  interface CaseTest {
    void test(CapturedCase captured) throws Exception;
  }

  /** A test for each case that has a truth; one that is skipped if there is no corpus. */
  static List<DynamicTest> tests(Path temporary, CaseTest test) throws IOException {
    Path directory = directory();
    if (!Files.isDirectory(directory)) {
      String reason =
          "no corpus at " + BESIDE_CHECKOUT + "; -D" + PROPERTY + " names another place";
      return List.of(DynamicTest.dynamicTest(reason, () -> Assumptions.abort(reason)));
    }
    List<DynamicTest> tests = new ArrayList<>();
    for (Path archive : entries(directory)) {
      if (!archive.toString().endsWith(".tar.gz")) {
        continue;
      }
      Path target = Files.createTempDirectory(temporary, "corpus");
      unpack(archive, target);
      for (Path captured : entries(target)) {
        if (Files.exists(captured.resolve("truth.json"))) {
          CapturedCase one = new CapturedCase(captured);
          tests.add(DynamicTest.dynamicTest(one.name(), () -> test.test(one)));
        }
      }
    }
    return tests;
  }

  private static Path directory() {
    String property = System.getProperty(PROPERTY);
    if (property != null) {
      return Path.of(property);
    }
    Path at = Path.of("").toAbsolutePath();
    while (at.getParent() != null && !Files.exists(at.resolve(".git"))) {
      at = at.getParent();
    }
    return at.resolve(BESIDE_CHECKOUT).normalize();
  }

  private static List<Path> entries(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.sorted().toList();
    }
  }

  private static void unpack(Path archive, Path target) throws IOException {
    Process tar =
        new ProcessBuilder("tar", "-xzf", archive.toString(), "-C", target.toString())
            .redirectErrorStream(true)
            .start();
    String complaints =
        new String(tar.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    try {
      if (tar.waitFor() != 0) {
        throw new IOException("cannot unpack " + archive + ": " + complaints);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
