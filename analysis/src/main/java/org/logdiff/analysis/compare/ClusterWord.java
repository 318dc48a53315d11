package org.logdiff.analysis.compare;

import java.util.List;
import java.util.OptionalLong;
import org.logdiff.analysis.report.Exhibit;

/** What the cluster's metadata says of a partition. */
public interface ClusterWord {
  /** No metadata was given. */
  ClusterWord SILENT =
      new ClusterWord() {
        @Override
        public Policy policy() {
          return Policy.UNKNOWN;
        }

        @Override
        public List<Integer> assignedNodes() {
          return List.of();
        }

        @Override
        public List<Absence> absences(int nodeId) {
          return List.of();
        }
      };

  /** Whether a topic is or was compacted. */
  enum Policy {
    /** cleanup.policy names compact, or once did. */
    COMPACTED,
    /** It never did, as far back as the metadata goes. */
    NEVER_COMPACTED,
    UNKNOWN
  }

  Policy policy();

  /** Node ids that should hold a replica; empty if unknown. */
  List<Integer> assignedNodes();

  /**
   * The topic's delete.retention.ms since a time; empty if it is not set for the topic, was
   * changed, or is known only from later on.
   *
   * @param sinceMs milliseconds by the controller's clock
   */
  default OptionalLong deleteRetentionMs(long sinceMs) {
    return OptionalLong.empty();
  }

  /**
   * Whether the topic was in KRaft's metadata at a time, or before.
   *
   * @param atMs milliseconds by the controller's clock
   */
  default boolean isOfKRaftSince(long atMs) {
    return false;
  }

  /** When a node's replica was out of the ISR. */
  List<Absence> absences(int nodeId);

  /**
   * A time during which a replica was out of the ISR.
   *
   * @param text from when to when, in words
   * @param isOver whether it came back
   */
  record Absence(String text, boolean isOver, List<Exhibit> exhibits) {}
}
