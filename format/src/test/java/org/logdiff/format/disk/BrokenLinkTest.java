package org.logdiff.format.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.logdiff.format.layout.PartitionDirectory;

/** A link that leads nowhere is seen, hides nothing, and never passes for a file that went. */
class BrokenLinkTest {
  private static final String LOG = "00000000000000000000.log";
  private static final String DANGLING = "00000000000000000005.log";

  @TempDir Path directory;

  @BeforeEach
  void writeFiles() throws IOException {
    Files.write(directory.resolve(LOG), new byte[3]);
    Files.createSymbolicLink(directory.resolve(DANGLING), directory.resolve("gone"));
    Files.createSymbolicLink(directory.resolve("link.log"), directory.resolve(LOG));
  }

  @Test
  void isListedAsWhatItIs() throws IOException {
    List<DirectoryEntry> entries = ReadOnlyFile.list(directory);
    assertEquals(
        List.of(LOG, DANGLING, "link.log"), entries.stream().map(DirectoryEntry::name).toList());
    assertEquals(
        List.of(false, true, false), entries.stream().map(DirectoryEntry::isBrokenLink).toList());
    assertEquals(List.of(3L, 0L, 3L), entries.stream().map(DirectoryEntry::sizeBytes).toList());
    assertFalse(entries.get(1).isDirectory());
  }

  @Test
  void keepsItsPlaceInThePartition() throws IOException {
    PartitionDirectory partition = PartitionDirectory.list(directory).orElseThrow();
    assertEquals(2, partition.segments().size());
    IOException e = assertThrows(IOException.class, () -> partition.segments().get(1).log().open());
    assertTrue(e.getMessage().contains(DANGLING + ": a symbolic link"), e.getMessage());
  }

  @Test
  void isNoVanishedFile() throws IOException {
    Path dangling = directory.resolve(DANGLING);
    assertFalse(
        assertThrows(IOException.class, () -> ReadOnlyFile.open(dangling))
            instanceof NoSuchFileException);
    assertThrows(IOException.class, () -> ReadOnlyFile.describe(dangling));
    Path nothing = directory.resolve("nothing");
    assertThrows(NoSuchFileException.class, () -> ReadOnlyFile.open(nothing));
    assertNull(ReadOnlyFile.describe(nothing));
    assertEquals(Optional.empty(), PartitionDirectory.list(nothing));
  }
}
