package org.logdiff.analysis.cleaner;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.logdiff.analysis.config.ConfigValue;
import org.logdiff.analysis.report.NotExamined;

/**
 * What passes over one replica would do.
 *
 * @param partition as in {@code foo-0}; empty if none could be chosen
 * @param replica empty if none could be opened
 * @param config every value that counts, and where it is from
 * @param passes in order; the last may be the one that the cleaner would not make
 * @param listed decisions on batches and records of the first pass, if asked for
 * @param notListed records' decisions beyond the limit
 * @param explanation of the offset that was asked for
 * @param failures what was asked for and could not be done
 */
public record CleaningReport(
    Optional<String> partition,
    Optional<CleanedReplica> replica,
    long atMs,
    CleanerProfile profile,
    List<ConfigValue> config,
    List<PassResult> passes,
    List<ListedBatch> listed,
    long notListed,
    Optional<Explanation> explanation,
    List<String> failures,
    List<NotExamined> notExamined) {
  public CleaningReport {
    config = List.copyOf(config);
    passes = List.copyOf(passes);
    listed = List.copyOf(listed);
    failures = List.copyOf(failures);
    notExamined = List.copyOf(notExamined);
  }

  /**
   * The replica.
   *
   * @param checkpoint first dirty offset as stored; empty without an entry
   * @param activeProducers at the time of the first pass
   */
  public record CleanedReplica(
      String name,
      Path directory,
      Optional<Integer> nodeId,
      long logStartOffset,
      long logEndOffset,
      long lastStableOffset,
      Optional<Long> checkpoint,
      int segments,
      long bytes,
      int activeProducers) {}

  /** Whether anything that was asked for is missing. */
  public boolean isIncomplete() {
    return !failures.isEmpty()
        || passes.stream().anyMatch(pass -> pass.obstacle().isPresent())
        || notExamined.stream().anyMatch(NotExamined::leavesVerdictOpen);
  }
}
