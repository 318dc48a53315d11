package org.logdiff.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryFingerprintTest {
  private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000_000_000L);

  @TempDir Path directory;
  private Path log;
  private DirectoryFingerprint before;

  @BeforeEach
  void oneFile() throws IOException {
    log = Files.createDirectories(directory.resolve("foo-0")).resolve("0.log");
    Files.writeString(log, "abc");
    Files.setLastModifiedTime(log, LONG_AGO);
    Files.setLastModifiedTime(log.getParent(), LONG_AGO);
    before = DirectoryFingerprint.of(directory);
  }

  @Test
  void readingChangesNothing() throws IOException {
    Files.readString(log);
    assertEquals(before, DirectoryFingerprint.of(directory));
    assertEquals(List.of(), before.differencesTo(DirectoryFingerprint.of(directory)));
  }

  @Test
  void digestIsSha256() {
    assertEquals(
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        before.entries().get("foo-0/0.log").sha256());
    assertEquals(3, before.entries().get("foo-0/0.log").sizeInBytes());
  }

  @Test
  void oneOtherByteShowsEvenWithTheOldTime() throws IOException {
    Files.writeString(log, "abd");
    Files.setLastModifiedTime(log, LONG_AGO);
    assertOnlyDifference("changed: foo-0/0.log");
  }

  @Test
  void aTouchedFileShows() throws IOException {
    Files.setLastModifiedTime(log, FileTime.fromMillis(LONG_AGO.toMillis() + 1));
    assertOnlyDifference("changed: foo-0/0.log");
  }

  @Test
  void aFileThatWasCreatedAndRemovedShows() throws IOException {
    Files.delete(Files.createFile(log.resolveSibling("0.lock")));
    assertOnlyDifference("changed: foo-0:");
  }

  @Test
  void aRenamedFileShowsAsRemovedAndCreated() throws IOException {
    Files.move(log, log.resolveSibling("1.log"));
    Files.setLastModifiedTime(log.getParent(), LONG_AGO);
    assertEquals(
        List.of("removed: foo-0/0.log", "created: foo-0/1.log"),
        before.differencesTo(DirectoryFingerprint.of(directory)));
  }

  private void assertOnlyDifference(String beginning) throws IOException {
    DirectoryFingerprint after = DirectoryFingerprint.of(directory);
    assertNotEquals(before, after);
    List<String> differences = before.differencesTo(after);
    assertEquals(1, differences.size(), differences::toString);
    assertTrue(differences.get(0).startsWith(beginning), differences::toString);
  }
}
