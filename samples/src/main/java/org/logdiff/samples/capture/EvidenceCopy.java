package org.logdiff.samples.capture;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A copy of a stopped broker's data directory, modification times kept. Kafka preallocates the
 * indexes of {@code __cluster_metadata-0} with 10 MiB of zeros each; these are cut to what is used.
 */
final class EvidenceCopy {
  private final Map<String, Long> sizesBeforeCut = new TreeMap<>();
  private final Path root;

  EvidenceCopy(Path root) {
    this.root = root;
  }

  /** The sizes in bytes, before the cut, of the files that were cut; by path below the root. */
  Map<String, Long> sizesBeforeCut() {
    return sizesBeforeCut;
  }

  void add(Node node, boolean cutIndexes) throws IOException {
    Path source = node.dataDirectory();
    Path target = root.resolve(node.name());
    copyTree(source, target);
    Path metadata = target.resolve("__cluster_metadata-0");
    if (cutIndexes && Files.exists(metadata)) {
      for (Path file : DataFiles.list(metadata)) {
        if (file.toString().endsWith(".timeindex")) {
          cut(file, 12);
        } else if (file.toString().endsWith(".index")) {
          cut(file, 8);
        }
      }
    }
  }

  static void copyTree(Path source, Path target) throws IOException {
    try (Stream<Path> walk = Files.walk(source)) {
      for (Path path : walk.sorted().toList()) {
        Path to = target.resolve(source.relativize(path).toString());
        if (Files.isDirectory(path)) {
          Files.createDirectories(to);
        } else {
          Files.copy(path, to, StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    }
  }

  private void cut(Path index, int entrySizeInBytes) throws IOException {
    long size = Files.size(index);
    long used = usedBytes(index, entrySizeInBytes);
    if (used == size) {
      return;
    }
    FileTime lastModified = Files.getLastModifiedTime(index);
    try (FileChannel channel = FileChannel.open(index, StandardOpenOption.WRITE)) {
      channel.truncate(used);
    }
    Files.setLastModifiedTime(index, lastModified);
    sizesBeforeCut.put(root.relativize(index).toString(), size);
  }

  private static long usedBytes(Path index, int entrySizeInBytes) throws IOException {
    byte[] bytes = Files.readAllBytes(index);
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] == 0) {
      end--;
    }
    long entries = (end + entrySizeInBytes - 1L) / entrySizeInBytes;
    return Math.min(bytes.length, entries * entrySizeInBytes);
  }
}
