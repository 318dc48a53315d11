package org.logdiff.analysis.report;

import java.util.List;

/**
 * A tombstone or end marker that is still on some replica, that another one needs, and that the
 * cleaners may remove.
 *
 * @param findingKind {@link FindingKind#TOMBSTONE_AT_RISK} or {@link FindingKind#MARKER_AT_RISK}
 * @param key of a tombstone; null for a marker
 * @param producerId of a marker, or of the producer that wrote the tombstone; null if none did
 * @param copies by replica, at least one
 * @param needs by replica, at least one
 * @param goneFrom replicas that are past it and do not have it, although they need it no more
 * @param isOutcomeProven whether the outcome of the transaction that wrote a tombstone is proven,
 *     or none did; of a marker, whether it is proven to end the data that needs it
 */
public record RecordAtRisk(
    FindingKind findingKind,
    Kind kind,
    long offset,
    KeyEvidence key,
    Long producerId,
    List<Copy> copies,
    List<Need> needs,
    List<String> goneFrom,
    boolean isOutcomeProven) {
  public RecordAtRisk {
    copies = List.copyOf(copies);
    needs = List.copyOf(needs);
    goneFrom = List.copyOf(goneFrom);
  }

  /** What it is. */
  public enum Kind {
    TOMBSTONE,
    COMMIT,
    ABORT
  }

  /** Whether no other copy is left on the replicas given. */
  public boolean isLastCopy() {
    return copies.size() == 1;
  }

  /** The earliest time at which a copy may go; milliseconds since 1970. */
  public long earliestRemovalMs() {
    return copies.stream()
        .filter(copy -> copy.heldByOffset() == null)
        .mapToLong(Copy::earliestRemovalMs)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /**
   * A replica that has it.
   *
   * @param deleteHorizonMs as stamped by a cleaner; null if none has
   * @param earliestRemovalMs no pass before can remove it: its horizon, or, if it has none, that of
   *     a pass made as early as possible
   * @param heldByOffset a record of the marker's transaction that is the latest of its key there:
   *     as long as it is, the marker stays; null if there is none
   */
  public record Copy(
      String replica, Long deleteHorizonMs, long earliestRemovalMs, Long heldByOffset) {}

  /** Why a replica needs it. */
  public enum Reason {
    /** Its log ends below: it comes with the catching up, if it is still there then. */
    BEHIND,
    /** Its log goes beyond: it never received it, and this is what would heal it. */
    LOST
  }

  /**
   * A replica that needs it.
   *
   * @param orphanOffset the older value of the key there, or the first data of the transaction
   */
  public record Need(String replica, Reason reason, long orphanOffset) {}
}
