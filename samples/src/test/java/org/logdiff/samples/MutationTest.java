package org.logdiff.samples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MutationTest {
  private static final String LOG = "foo-0/00000000000000000000.log";
  private static final String INDEX = "foo-0/00000000000000000000.index";
  private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000_000_000L);

  @TempDir Path directory;

  @BeforeEach
  void twoFiles() throws IOException {
    Files.createDirectories(directory.resolve("foo-0"));
    write(LOG, 1, 2, 3, 4, 5);
    write(INDEX, 9, 8);
  }

  @Test
  void cutLeavesTheBeginning() throws IOException {
    new Mutation.CutAt(LOG, 3).apply(directory);
    assertBytes(LOG, 1, 2, 3);
  }

  @Test
  void cutAtZeroLeavesAnEmptyFile() throws IOException {
    new Mutation.CutAt(LOG, 0).apply(directory);
    assertBytes(LOG);
  }

  @Test
  void flippedBitIsTheOneThatWasNamed() throws IOException {
    new Mutation.FlipBit(LOG, 8 * 2 + 7).apply(directory);
    assertBytes(LOG, 1, 2, 3 ^ 0x80, 4, 5);
    new Mutation.FlipBit(LOG, 8 * 2 + 7).apply(directory);
    assertBytes(LOG, 1, 2, 3, 4, 5);
    new Mutation.FlipBit(LOG, 0).apply(directory);
    assertBytes(LOG, 0, 2, 3, 4, 5);
  }

  @Test
  void zerosCoverJustTheRange() throws IOException {
    new Mutation.ZeroRange(LOG, 1, 3).apply(directory);
    assertBytes(LOG, 1, 0, 0, 0, 5);
  }

  @Test
  void droppedFileIsGone() throws IOException {
    new Mutation.DropFile(LOG).apply(directory);
    assertFalse(Files.exists(directory.resolve(LOG)));
    assertBytes(INDEX, 9, 8);
  }

  @Test
  void swappedFilesTakeTheirTimesAlong() throws IOException {
    FileTime later = FileTime.fromMillis(LONG_AGO.toMillis() + 5000);
    Files.setLastModifiedTime(directory.resolve(INDEX), later);
    new Mutation.SwapFiles(LOG, INDEX).apply(directory);
    assertBytes(LOG, 9, 8);
    assertBytes(INDEX, 1, 2, 3, 4, 5);
    assertEquals(later, Files.getLastModifiedTime(directory.resolve(LOG)));
    assertEquals(LONG_AGO, Files.getLastModifiedTime(directory.resolve(INDEX)));
    assertEquals(2, Files.list(directory.resolve("foo-0")).count());
  }

  @Test
  void damageLeavesTheModificationTimeAlone() throws IOException {
    for (Mutation mutation :
        List.of(
            new Mutation.FlipBit(LOG, 1),
            new Mutation.ZeroRange(LOG, 0, 2),
            new Mutation.CutAt(LOG, 1))) {
      mutation.apply(directory);
      assertEquals(LONG_AGO, Files.getLastModifiedTime(directory.resolve(LOG)), mutation.name());
    }
  }

  @Test
  void anActThatWouldChangeNothingIsRefused() throws IOException {
    write("zeros", 0, 0, 0);
    write("more-zeros", 0, 0, 0);
    DirectoryFingerprint before = DirectoryFingerprint.of(directory);
    for (Mutation mutation :
        List.of(
            new Mutation.CutAt(LOG, 5),
            new Mutation.CutAt(LOG, -1),
            new Mutation.FlipBit(LOG, 40),
            new Mutation.FlipBit(LOG, -1),
            new Mutation.ZeroRange(LOG, 3, 3),
            new Mutation.ZeroRange(LOG, 3, 0),
            new Mutation.ZeroRange("zeros", 0, 3),
            new Mutation.SwapFiles("zeros", "more-zeros"),
            new Mutation.SwapFiles(LOG, "missing"))) {
      assertThrows(
          IllegalArgumentException.class, () -> mutation.apply(directory), mutation.name());
    }
    assertThrows(
        NoSuchFileException.class, () -> new Mutation.DropFile("missing").apply(directory));
    assertThrows(
        NoSuchFileException.class, () -> new Mutation.CutAt("missing", 0).apply(directory));
    assertEquals(List.of(), before.differencesTo(DirectoryFingerprint.of(directory)));
  }

  @Test
  void namesSayWhatIsDone() {
    assertEquals("a.log cut at 3", new Mutation.CutAt("a.log", 3).name());
    assertEquals("a.log bit 3 flipped", new Mutation.FlipBit("a.log", 3).name());
    assertEquals("a.log zeroed from 3 for 4", new Mutation.ZeroRange("a.log", 3, 4).name());
    assertEquals("a.log dropped", new Mutation.DropFile("a.log").name());
    assertEquals("a.log swapped with b.log", new Mutation.SwapFiles("a.log", "b.log").name());
  }

  private void write(String file, int... bytes) throws IOException {
    Path path = directory.resolve(file);
    Files.write(path, toBytes(bytes));
    Files.setLastModifiedTime(path, LONG_AGO);
  }

  private void assertBytes(String file, int... bytes) throws IOException {
    assertArrayEquals(toBytes(bytes), Files.readAllBytes(directory.resolve(file)));
  }

  private static byte[] toBytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }
}
