package org.logdiff.format.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.logdiff.format.BytesBuilder;
import org.logdiff.format.Mutants;

class OffsetIndexLookupTest {
  @TempDir Path directory;

  private Path write(byte[] bytes) throws IOException {
    return Files.write(directory.resolve("00000000000000000000.index"), bytes);
  }

  @Test
  void answersAsTheWholeIndexDoes() throws IOException {
    Random random = new Random(7);
    for (int entries = 0; entries < 40; entries++) {
      byte[] bytes = randomIndex(random, entries, random.nextInt(30));
      OffsetIndex whole = OffsetIndex.decode(bytes).value().orElseThrow();
      try (OffsetIndexLookup lookup = OffsetIndexLookup.open(write(bytes))) {
        assertEquals(entries, lookup.entryCount());
        assertEquals(whole.preallocatedCount(), lookup.preallocatedCount());
        for (int i = 0; i < entries; i++) {
          assertEquals(Optional.of(whole.entry(i)), lookup.entry(i));
        }
        for (int offset = -1; offset < entries * 5 + 2; offset++) {
          assertEquals(whole.floor(offset), lookup.floor(offset));
        }
      }
    }
  }

  private static byte[] randomIndex(Random random, int entries, int preallocated) {
    BytesBuilder file = new BytesBuilder();
    int relativeOffset = 0;
    int position = 0;
    for (int i = 0; i < entries; i++) {
      relativeOffset += 1 + random.nextInt(5);
      position += 61 + random.nextInt(5000);
      file.int32(relativeOffset).int32(position);
    }
    return file.zeros(preallocated * 8).build();
  }

  @Test
  void aTornEntryIsNotUsed() throws IOException {
    byte[] bytes = OffsetIndexTest.file(6, 264, 945, 661).bytes(new byte[] {0, 0, 7}).build();
    try (OffsetIndexLookup lookup = OffsetIndexLookup.open(write(bytes))) {
      assertEquals(2, lookup.entryCount());
      assertEquals(Optional.of(new OffsetIndexEntry(945, 661)), lookup.floor(Integer.MAX_VALUE));
    }
  }

  @Test
  void noEntryIsBelowTheFirst() throws IOException {
    try (OffsetIndexLookup lookup =
        OffsetIndexLookup.open(write(OffsetIndexTest.file(6, 264).build()))) {
      assertEquals(Optional.empty(), lookup.floor(5));
      assertThrows(IndexOutOfBoundsException.class, () -> lookup.entry(1));
    }
  }

  @Test
  void entriesOutOfOrderOnTheWayGiveNoAnswer() throws IOException {
    byte[] bytes = OffsetIndexTest.file(50, 500, 20, 800, 30, 900).build();
    try (OffsetIndexLookup lookup = OffsetIndexLookup.open(write(bytes))) {
      assertEquals(3, lookup.entryCount());
      assertEquals(Optional.empty(), lookup.floor(19));
      assertEquals(Optional.of(new OffsetIndexEntry(30, 900)), lookup.floor(40));
    }
  }

  @Test
  void negativeEntriesGiveNoAnswer() throws IOException {
    byte[] bytes = OffsetIndexTest.file(-5, 100, -4, 200, -3, 300).build();
    try (OffsetIndexLookup lookup = OffsetIndexLookup.open(write(bytes))) {
      assertEquals(Optional.empty(), lookup.floor(10));
    }
  }

  @Test
  void aFileThatIsCutWhileOpenGivesNoAnswer() throws IOException {
    Path file = write(OffsetIndexTest.file(6, 264, 945, 661).build());
    try (OffsetIndexLookup lookup = OffsetIndexLookup.open(file)) {
      try (FileChannel broker = FileChannel.open(file, StandardOpenOption.WRITE)) {
        broker.truncate(8);
      }
      assertEquals(Optional.empty(), lookup.floor(945));
      assertEquals(Optional.empty(), lookup.entry(1));
      assertEquals(Optional.of(new OffsetIndexEntry(6, 264)), lookup.entry(0));
    }
  }

  @Test
  void aMissingFileIsAnIoException() {
    assertThrows(
        NoSuchFileException.class, () -> OffsetIndexLookup.open(directory.resolve("none")));
  }

  @Test
  void anyDamageIsSurvivedAndAnswersAreEntriesOfTheFileNotAbove() {
    byte[] intact = OffsetIndexTest.file(6, 264, 945, 661, 976, 1005, 988, 1266).zeros(24).build();
    Mutants.all(
        intact,
        mutant -> {
          try (OffsetIndexLookup lookup = OffsetIndexLookup.open(write(mutant))) {
            for (int offset : new int[] {0, 6, 500, 945, 980, 100_000, Integer.MAX_VALUE}) {
              Optional<OffsetIndexEntry> floor = lookup.floor(offset);
              floor.ifPresent(
                  entry -> {
                    assertTrue(entry.relativeOffset() <= offset);
                    assertTrue(entry.relativeOffset() >= 0 && entry.position() >= 0);
                    assertTrue(
                        OffsetIndex.decode(mutant).value().orElseThrow().entries().contains(entry));
                  });
            }
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }
}
