package org.logdiff.analysis.check;

import java.nio.file.Path;
import java.util.List;

/**
 * What to check.
 *
 * @param paths one element per argument: a broker's log dirs (one or several), a partition
 *     directory, or a file in either
 * @param partitions exact names as in {@code foo-0}; empty for no such restriction
 * @param topicGlobs patterns with {@code *} and {@code ?}; empty for no such restriction
 */
public record CheckRequest(
    List<List<Path>> paths, List<String> partitions, List<String> topicGlobs, CheckLevel level) {
  public CheckRequest {
    paths = paths.stream().map(List::copyOf).toList();
    partitions = List.copyOf(partitions);
    topicGlobs = List.copyOf(topicGlobs);
  }
}
