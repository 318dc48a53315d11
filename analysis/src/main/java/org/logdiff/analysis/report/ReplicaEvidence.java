package org.logdiff.analysis.report;

import java.util.List;

/**
 * What a replica's part in the report rests on.
 *
 * @param replica its name
 * @param lineage by its leader-epoch-checkpoint, ascending
 * @param files by path
 */
public record ReplicaEvidence(String replica, List<LeaderEpoch> lineage, List<ExaminedFile> files) {
  public ReplicaEvidence {
    lineage = List.copyOf(lineage);
    files = List.copyOf(files);
  }

  /** An epoch and the offset from which on it led. */
  public record LeaderEpoch(int epoch, long startOffset) {}
}
