package org.logdiff.analysis.cleaner;

import java.util.Optional;

/**
 * Why an offset is still there, or is not.
 *
 * @param cleanedTo up to where the pass cleans
 * @param isByFullPass whether the cleaner would make no pass, so that one over the whole log was
 *     asked
 * @param where how it stands with the offset
 * @param holder the batch that holds it, with its record if that is there; only if the pass comes
 *     by
 */
public record Explanation(
    long offset, long cleanedTo, boolean isByFullPass, Where where, Optional<ListedBatch> holder) {
  /** How it stands with an offset. */
  public enum Where {
    /** Below the log start: retention or a deletion of records took it. */
    BELOW_LOG_START,
    /** The log ends before. */
    BEYOND_LOG_END,
    /** At or past the point up to which the pass cleans. */
    BEYOND_PASS,
    /** No pass can be made or replayed. */
    NO_PASS,
    /** No batch covers it: whatever it held has gone with its batch. */
    NO_BATCH,
    /** A batch covers it, but the record has gone. */
    NO_RECORD,
    /** A record is there. */
    RECORD
  }

  static Explanation of(
      long offset, LogState log, PassResult pass, boolean isByFullPass, ListingListener listener) {
    Where where;
    if (offset < log.logStartOffset()) {
      where = Where.BELOW_LOG_START;
    } else if (offset >= log.logEndOffset()) {
      where = Where.BEYOND_LOG_END;
    } else if (!pass.isPass()) {
      where = Where.NO_PASS;
    } else if (listener.holder().isPresent()) {
      where = listener.holder().get().records().isEmpty() ? Where.NO_RECORD : Where.RECORD;
    } else {
      where = offset < pass.cleanedTo() || listener.isPassed() ? Where.NO_BATCH : Where.BEYOND_PASS;
    }
    return new Explanation(offset, pass.cleanedTo(), isByFullPass, where, listener.holder());
  }
}
