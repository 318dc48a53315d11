package org.logdiff.format.layout;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.logdiff.format.disk.DirectoryEntry;
import org.logdiff.format.disk.ReadOnlyFile;

/**
 * A file of a partition directory as it was listed.
 *
 * @param name taken apart
 * @param entry path, size and times when it was listed
 */
public record LogFile(LogFileName name, DirectoryEntry entry) {
  public Path path() {
    return entry.path();
  }

  /** The size in bytes when it was listed. */
  public long sizeBytes() {
    return entry.sizeBytes();
  }

  /**
   * Opens the file; empty if it has vanished since it was listed.
   *
   * @throws IOException if it cannot be read
   */
  public Optional<ReadOnlyFile> open() throws IOException {
    try {
      return Optional.of(ReadOnlyFile.open(path()));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return name.toString();
  }
}
