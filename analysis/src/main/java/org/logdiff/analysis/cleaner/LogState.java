package org.logdiff.analysis.cleaner;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.logdiff.format.index.AbortedTxn;

/**
 * A replica as its broker has it before a pass.
 *
 * @param segments by base offset, at least one; the last is the active one
 * @param highWatermark the log end, if the broker led alone
 * @param cleanerCheckpoint first dirty offset as stored; empty without an entry
 * @param producers what the broker knows of each
 */
public record LogState(
    List<LogSegment> segments,
    long logStartOffset,
    long logEndOffset,
    long lastStableOffset,
    long highWatermark,
    OptionalLong cleanerCheckpoint,
    ProducerStates producers) {
  public LogState {
    segments = List.copyOf(segments);
  }

  LogSegment activeSegment() {
    return segments.get(segments.size() - 1);
  }

  /**
   * The segments that hold [from, to), from the one whose base offset is at or below {@code from}.
   * Source: {@code LogSegments.values}.
   */
  List<LogSegment> segments(long from, long to) {
    List<LogSegment> held = new ArrayList<>();
    if (from >= to) {
      return held;
    }
    for (int i = 0; i < segments.size(); i++) {
      boolean endsBefore = i + 1 < segments.size() && segments.get(i + 1).baseOffset() <= from;
      if (!endsBefore && segments.get(i).baseOffset() < to) {
        held.add(segments.get(i));
      }
    }
    return held;
  }

  /** Source: {@code LogSegments.nonActiveLogSegmentsFrom}. */
  List<LogSegment> closedSegmentsFrom(long from) {
    return segments(from, activeSegment().baseOffset());
  }

  /**
   * The aborted transactions that the cleaner expects in a range: those that begin below its end
   * and end at or above the log start, by the indexes from the range's first segment on. Source:
   * {@code LocalLog.collectAbortedTransactions}, {@code TransactionIndex.collectAbortedTxns}.
   */
  List<AbortedTxn> abortedTransactions(long from, long to) {
    List<AbortedTxn> found = new ArrayList<>();
    for (int i = 0; i < segments.size(); i++) {
      boolean endsBefore = i + 1 < segments.size() && segments.get(i + 1).baseOffset() <= from;
      if (endsBefore) {
        continue;
      }
      for (AbortedTxn aborted : segments.get(i).abortedTransactions()) {
        if (aborted.lastOffset() >= logStartOffset && aborted.firstOffset() < to) {
          found.add(aborted);
        }
        if (aborted.lastStableOffset() >= to) {
          return found;
        }
      }
    }
    return found;
  }

  /** After a pass has replaced some segments. */
  LogState with(List<LogSegment> newSegments, long newCheckpoint) {
    return with(newSegments, OptionalLong.of(newCheckpoint));
  }

  /** As if the cleaner had never been there. */
  LogState withoutCheckpoint() {
    return with(segments, OptionalLong.empty());
  }

  private LogState with(List<LogSegment> newSegments, OptionalLong newCheckpoint) {
    return new LogState(
        newSegments,
        logStartOffset,
        logEndOffset,
        lastStableOffset,
        highWatermark,
        newCheckpoint,
        producers);
  }
}
