package org.logdiff.analysis;

import java.nio.file.Path;
import java.util.List;

/**
 * What to compare.
 *
 * @param directories one element per argument: a broker's log dirs (one or several), or one
 *     partition directory
 * @param partitions exact names as in {@code foo-0}; empty for no such restriction
 * @param topicGlobs patterns with {@code *} and {@code ?}; empty for no such restriction
 * @param threads at least 1
 * @param memoryBytes budget for tables off the heap
 * @param listedFindings how many findings per partition are worked out in full
 * @param exhibitBytes whether exhibits are to have the bytes that lie there
 * @param manifest whether to take the SHA-256 of all files, for which they are read once more
 */
public record ComparisonRequest(
    List<List<Path>> directories,
    List<String> partitions,
    List<String> topicGlobs,
    int threads,
    long memoryBytes,
    int listedFindings,
    boolean exhibitBytes,
    boolean manifest) {
  public ComparisonRequest {
    directories = directories.stream().map(List::copyOf).toList();
    partitions = List.copyOf(partitions);
    topicGlobs = List.copyOf(topicGlobs);
  }

  /** Places of exhibits alone, without their bytes, and without a manifest. */
  public ComparisonRequest(
      List<List<Path>> directories,
      List<String> partitions,
      List<String> topicGlobs,
      int threads,
      long memoryBytes,
      int listedFindings) {
    this(directories, partitions, topicGlobs, threads, memoryBytes, listedFindings, false, false);
  }
}
