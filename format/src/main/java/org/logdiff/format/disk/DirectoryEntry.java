package org.logdiff.format.disk;

import java.nio.file.Path;

/**
 * One entry of a directory.
 *
 * @param sizeBytes 0 for a directory
 * @param lastModifiedMs milliseconds since the epoch
 * @param fileKey what identifies the file on its file system (device and inode where there are
 *     such)
 * @param isBrokenLink whether it is a symbolic link that leads to nothing, in a circle, or where
 *     one may not look; the times and the key are the link's own then, and opening it fails
 */
public record DirectoryEntry(
    Path path,
    boolean isDirectory,
    long sizeBytes,
    long lastModifiedMs,
    String fileKey,
    boolean isBrokenLink) {
  public String name() {
    return path.getFileName().toString();
  }
}
