package org.logdiff.analysis.transaction;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.format.batch.SegmentCursor;

/**
 * The transactions that are open at some point of a replica's log, replayed batch by batch: any
 * transactional data, even an empty batch, opens one for its producer; any full end marker closes
 * what its producer has open. Batches below the log start are not replayed; what a broker knows of
 * them it has from a snapshot. Source: {@code ProducerAppendInfo}, Kafka 4.4.0.
 */
final class OpenTransactions {
  private final long logStartOffset;
  private final InheritedTransactions inherited;
  private final Map<Long, Long> firstOffsets = new HashMap<>();

  OpenTransactions(Replica replica) {
    logStartOffset = replica.logStartOffset();
    inherited = InheritedTransactions.of(replica);
  }

  void add(SegmentCursor batch, ProducerEvent.Kind kind) {
    if (batch.producerId() < 0) {
      return;
    }
    if (kind.isEnd()) {
      firstOffsets.remove(batch.producerId());
      inherited.end(batch.producerId(), batch.baseOffset());
    } else if (kind == ProducerEvent.Kind.DATA
        && batch.isTransactional()
        && batch.lastOffset() >= logStartOffset) {
      firstOffsets.putIfAbsent(batch.producerId(), batch.baseOffset());
    }
  }

  /** First offset of the one that began first; empty if none is open. */
  OptionalLong oldest() {
    return LongStream.concat(
            inherited.oldest().stream(), firstOffsets.values().stream().mapToLong(Long::longValue))
        .min();
  }

  /** First offset of each, by producer id. */
  Map<Long, Long> firstOffsets() {
    Map<Long, Long> all = new HashMap<>(firstOffsets);
    all.putAll(inherited.firstOffsets());
    return all;
  }
}
