package org.logdiff.analysis.transaction;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.server.storage.log.FetchIsolation;
import org.apache.kafka.server.util.KafkaScheduler;
import org.apache.kafka.storage.internals.log.FetchDataInfo;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.apache.kafka.storage.internals.log.LogDirFailureChannel;
import org.apache.kafka.storage.internals.log.ProducerStateManagerConfig;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.apache.kafka.storage.log.metrics.BrokerTopicStats;

/**
 * A partition directory opened by Kafka's own log, as a broker that leads alone, and read fetch by
 * fetch. What a consumer drops is done here as {@code CompletedFetch} does it.
 */
final class BrokerLog implements Closeable {
  private static final int EXPIRATION_MS = Integer.MAX_VALUE;

  private final KafkaScheduler scheduler = new KafkaScheduler(1);
  private final UnifiedLog log;

  /**
   * @param directory will be written to
   */
  BrokerLog(Path directory) throws IOException {
    this(directory, 0, OptionalLong.empty());
  }

  /**
   * @param directory will be written to
   * @param logStartOffset as its checkpoint has it, 0 for none
   * @param recoveryPoint where a broker begins to recover that was not stopped cleanly
   */
  BrokerLog(Path directory, long logStartOffset, OptionalLong recoveryPoint) throws IOException {
    log =
        UnifiedLog.create(
            directory.toFile(),
            new LogConfig(Map.of("cleanup.policy", "compact", "segment.index.bytes", "65536")),
            logStartOffset,
            recoveryPoint.orElse(Long.MAX_VALUE),
            scheduler,
            new BrokerTopicStats(),
            Time.SYSTEM,
            EXPIRATION_MS,
            new ProducerStateManagerConfig(EXPIRATION_MS, false),
            EXPIRATION_MS,
            new LogDirFailureChannel(1),
            recoveryPoint.isEmpty(),
            Optional.<Uuid>empty());
    log.updateHighWatermark(log.logEndOffset());
  }

  long lastStableOffset() {
    return log.lastStableOffset();
  }

  /** First offset of each open transaction, by producer id. */
  Map<Long, Long> openTransactions() {
    Map<Long, Long> open = new HashMap<>();
    log.producerStateManager()
        .activeProducers()
        .forEach(
            (producerId, state) ->
                state.currentTxnFirstOffset().ifPresent(first -> open.put(producerId, first)));
    return open;
  }

  /** The offsets of the records that a consumer gets. */
  List<Long> read(IsolationLevel isolation, int fetchBytes) throws IOException {
    boolean isCommitted = isolation == IsolationLevel.READ_COMMITTED;
    long end = isCommitted ? log.lastStableOffset() : log.highWatermark();
    List<Long> offsets = new ArrayList<>();
    long next = log.logStartOffset();
    while (next < end) {
      FetchDataInfo fetch =
          log.read(
              next,
              fetchBytes,
              isCommitted ? FetchIsolation.TXN_COMMITTED : FetchIsolation.HIGH_WATERMARK,
              true);
      long after = new Consumer(fetch, isCommitted, offsets).consumeFrom(next);
      if (after == next) {
        break;
      }
      next = after;
    }
    return offsets;
  }

  @Override
  public void close() throws IOException {
    log.close();
  }

  /** What a consumer does with one fetch. */
  private static final class Consumer {
    private final FetchDataInfo fetch;
    private final boolean isCommitted;
    private final List<Long> offsets;
    private final Set<Long> abortedProducerIds = new HashSet<>();
    private final PriorityQueue<FetchResponseData.AbortedTransaction> abortedTransactions =
        new PriorityQueue<>(
            Comparator.comparingLong(FetchResponseData.AbortedTransaction::firstOffset));

    Consumer(FetchDataInfo fetch, boolean isCommitted, List<Long> offsets) {
      this.fetch = fetch;
      this.isCommitted = isCommitted;
      this.offsets = offsets;
      abortedTransactions.addAll(fetch.abortedTransactions.orElse(List.of()));
    }

    long consumeFrom(long fetchOffset) {
      long next = fetchOffset;
      for (RecordBatch batch : fetch.records.batches()) {
        if (batch.lastOffset() < next) {
          continue;
        }
        if (!isDropped(batch) && !batch.isControlBatch()) {
          for (Record record : batch) {
            if (record.offset() >= next) {
              offsets.add(record.offset());
            }
          }
        }
        next = batch.nextOffset();
      }
      return next;
    }

    private boolean isDropped(RecordBatch batch) {
      if (!isCommitted || !batch.hasProducerId()) {
        return false;
      }
      while (!abortedTransactions.isEmpty()
          && abortedTransactions.peek().firstOffset() <= batch.lastOffset()) {
        abortedProducerIds.add(abortedTransactions.poll().producerId());
      }
      if (isAbort(batch)) {
        abortedProducerIds.remove(batch.producerId());
        return false;
      }
      return batch.isTransactional() && abortedProducerIds.contains(batch.producerId());
    }

    private static boolean isAbort(RecordBatch batch) {
      return batch.isControlBatch()
          && batch.iterator().hasNext()
          && ControlRecordType.parse(batch.iterator().next().key()) == ControlRecordType.ABORT;
    }
  }
}
