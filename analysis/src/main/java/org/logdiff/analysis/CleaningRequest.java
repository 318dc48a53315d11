package org.logdiff.analysis;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.logdiff.analysis.cleaner.CleanerProfile;
import org.logdiff.analysis.config.GivenConfig;

/**
 * Which replica to replay the cleaner over, and how.
 *
 * @param directories log dirs of one broker, or one partition directory
 * @param partition as in {@code foo-0}; empty for the only one that is not internal
 * @param atMs the time of the first pass
 * @param passes how many to replay, one after the other at the same time
 * @param listed how many records' decisions are listed at most; 0 for none
 * @param explained an offset to explain; empty for none
 */
public record CleaningRequest(
    List<Path> directories,
    Optional<String> partition,
    long atMs,
    int passes,
    CleanerProfile profile,
    GivenConfig config,
    int listed,
    OptionalLong explained) {
  public CleaningRequest {
    directories = List.copyOf(directories);
  }
}
