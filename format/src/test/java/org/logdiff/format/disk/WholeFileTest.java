package org.logdiff.format.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.logdiff.format.Bytes;
import org.logdiff.format.Damage;
import org.logdiff.format.DamageKind;
import org.logdiff.format.Decoded;

class WholeFileTest {
  @TempDir Path directory;

  @Test
  void readsUpToTheLimit() throws IOException {
    Path file = Files.write(directory.resolve("file"), new byte[] {1, 2, 3});
    assertEquals(
        Decoded.intact(Bytes.copyOf(new byte[] {1, 2, 3})), WholeFile.decode(file, 3, this::keep));
  }

  @Test
  void aLargerFileIsDamage() throws IOException {
    Path file = Files.write(directory.resolve("file"), new byte[] {1, 2, 3});
    Decoded<Bytes> decoded = WholeFile.decode(file, 2, this::keep);
    assertEquals(Optional.empty(), decoded.value());
    assertEquals(
        List.of(new Damage(DamageKind.LENGTH, "fileSize", 0, 3, "3 bytes", "at most 2 bytes")),
        decoded.damages());
  }

  @Test
  void aMissingFileIsAnIoException() {
    assertThrows(
        NoSuchFileException.class,
        () -> WholeFile.decode(directory.resolve("none"), 3, this::keep));
  }

  private Decoded<Bytes> keep(byte[] bytes) {
    return Decoded.intact(Bytes.copyOf(bytes));
  }
}
