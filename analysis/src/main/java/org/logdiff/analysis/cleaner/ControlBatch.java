package org.logdiff.analysis.cleaner;

import org.logdiff.analysis.transaction.ProducerEvent;
import org.logdiff.analysis.transaction.ProducerEvents;
import org.logdiff.format.batch.SegmentCursor;

/**
 * A control batch as a pass meets it.
 *
 * @param kind what it holds
 * @param ended what it ends; nothing unless it is an end marker
 */
record ControlBatch(BatchCase.ControlKind kind, CleanedTransactions.Ended ended) {
  /** Shows it to the transactions met so far. */
  static ControlBatch meet(SegmentCursor batch, CleanedTransactions transactions) {
    ProducerEvent.Kind event = ProducerEvents.kindOf(batch);
    return switch (event) {
      case COMMIT ->
          new ControlBatch(
              BatchCase.ControlKind.END,
              transactions.commit(batch.producerId(), batch.lastOffset()));
      case ABORT ->
          new ControlBatch(
              BatchCase.ControlKind.END,
              transactions.abort(batch.producerId(), batch.lastOffset()));
      case GRAVESTONE, OTHER_CONTROL, DATA -> {
        transactions.pass(batch.lastOffset());
        yield new ControlBatch(
            event == ProducerEvent.Kind.GRAVESTONE
                ? BatchCase.ControlKind.EMPTY
                : BatchCase.ControlKind.OTHER,
            CleanedTransactions.NOTHING_ENDED);
      }
    };
  }
}
