package org.logdiff.analysis.transaction.listing;

/**
 * Something to know about a transaction.
 *
 * @param offset where it shows
 */
public record Remark(Kind kind, long offset) {
  /** What it is. */
  public enum Kind {
    /**
     * Within the transaction lies an empty control batch of its producer: what is left of an end
     * marker. It ends nothing.
     */
    EMPTY_CONTROL_BATCH("empty-control-batch"),
    /** The data's epoch rises, with no marker between; protocol 2 raises it only at an end. */
    EPOCH_RAISED("epoch-raised"),
    /** The marker's epoch is neither the data's nor one more. */
    MARKER_OF_OTHER_EPOCH("marker-of-other-epoch"),
    /** Open, and its producer's last marker has a higher epoch than the data: it came too late. */
    LATE_DATA("late-data"),
    /**
     * Open, and its producer's last marker has the same epoch: under the older protocol its next
     * transaction and data that came too late look alike.
     */
    SAME_EPOCH_AS_MARKER("same-epoch-as-marker"),
    /** Aborted by the log, and not by the transaction index: read_committed gets its records. */
    ABORTED_BUT_SERVED("aborted-but-served"),
    /** Committed by the log, and aborted by the transaction index: they are hidden. */
    COMMITTED_BUT_HIDDEN("committed-but-hidden"),
    /** It began below the log start: a producer snapshot says so. */
    BEGAN_BELOW_LOG_START("began-below-log-start"),
    /** None of its batches has a record left; they keep it open all the same. */
    ONLY_EMPTY_BATCHES("only-empty-batches"),
    /** Within it lie bytes that were not decoded: its end, or another's, may be among them. */
    DAMAGE_WITHIN("damage-within");

    private final String id;

    Kind(String id) {
      this.id = id;
    }

    /** As programs know it. */
    public String id() {
      return id;
    }
  }
}
