package org.logdiff.analysis.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file under another name is recognised by what is in it. */
class RecognitionTest {
  private static final Path SAMPLES = Path.of("..", "samples", "captured");

  @TempDir Path scratch;

  @Test
  void everyFileOfTheSamplesUnderAnotherName() throws IOException {
    int recognised = 0;
    try (Stream<Path> all = Files.walk(SAMPLES, 4)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        FileKind kind = Recognition.ofName(file.getFileName().toString()).kind();
        if (kind != FileKind.UNRECOGNISED && hasContent(file, kind)) {
          Path renamed = scratch.resolve("evidence-" + recognised);
          Files.copy(file, renamed);
          Recognition found = Recognition.of(renamed);
          // What a snapshot of KRaft holds is a log.
          FileKind expected = kind == FileKind.KRAFT_SNAPSHOT ? FileKind.LOG : kind;
          assertEquals(expected, found.kind(), file::toString);
          assertTrue(found.isByContent());
          Files.delete(renamed);
          recognised++;
        }
      }
    }
    assertTrue(recognised > 1000, "files: " + recognised);
  }

  /** What has no entries looks like nothing in particular. */
  private static boolean hasContent(Path file, FileKind kind) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    boolean hasEntry =
        switch (kind) {
          case OFFSET_INDEX, TIME_INDEX -> !isZero(bytes);
          case OFFSET_CHECKPOINT -> Files.readAllLines(file).size() > 2;
          default -> true;
        };
    return bytes.length > 0 && hasEntry;
  }

  private static boolean isZero(byte[] bytes) {
    for (byte b : bytes) {
      if (b != 0) {
        return false;
      }
    }
    return true;
  }

  @Test
  void anOffsetAtTheStartOfANameIsTaken() {
    assertEquals(OptionalLong.of(42), Recognition.ofName("00000000000000000042.log.bak").offset());
    assertEquals(OptionalLong.empty(), Recognition.ofName("42.log").offset());
  }

  @Test
  void noise() throws IOException {
    Path noise = Files.writeString(scratch.resolve("noise"), "some text that is no broker's\n");
    assertEquals(FileKind.UNRECOGNISED, Recognition.of(noise).kind());
  }
}
