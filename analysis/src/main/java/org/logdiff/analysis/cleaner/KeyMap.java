package org.logdiff.analysis.cleaner;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.logdiff.analysis.key.LatestOffsets;
import org.logdiff.analysis.key.PagePool;
import org.logdiff.format.batch.RecordCursor;
import org.logdiff.format.batch.SegmentCursor;
import org.logdiff.format.batch.SpanKind;
import org.logdiff.format.index.OffsetIndexEntry;

/**
 * The latest offset of each key in the dirty range. Once it holds as many keys as Kafka's would, it
 * takes no more, not even of a key that it has; then the pass ends there, in the middle of a batch
 * perhaps, and what the batch had put before stays in it.
 *
 * <p>Reading begins where the {@code .index} leads to for the first dirty offset. Batches before
 * that position are not met, so an ABORT there does not end its transaction for the map: data that
 * the producer committed later in the dirty range is then not mapped. That is how the broker does
 * it.
 *
 * <p>Source: {@code Cleaner.buildOffsetMap}, {@code buildOffsetMapForSegment}, {@code
 * SkimpyOffsetMap}, Kafka 4.4.0; the same in 4.2.1 and 3.9.1.
 */
final class KeyMap implements AutoCloseable {
  private static final long NO_OFFSET = -1;

  private final LatestOffsets offsets;
  private final long capacityKeys;
  private final CleanedTransactions transactions = new CleanedTransactions();
  private final RecordCursor records = new RecordCursor();
  private long latestOffset = NO_OFFSET;
  private boolean isFull;

  private KeyMap(long capacityKeys) {
    this.capacityKeys = capacityKeys;
    offsets = new LatestOffsets(new PagePool(Long.MAX_VALUE));
  }

  /**
   * Builds the map of a range.
   *
   * @param bytesRead is told of progress
   * @throws IOException if the medium fails
   * @throws UncleanableLog if the range cannot be read
   */
  static KeyMap of(LogState log, CleaningRange range, long capacityKeys, LongConsumer bytesRead)
      throws IOException, UncleanableLog {
    KeyMap map = new KeyMap(capacityKeys);
    try {
      map.build(log, range.firstDirtyOffset(), range.firstUncleanableOffset(), bytesRead);
      return map;
    } catch (IOException | UncleanableLog | RuntimeException e) {
      map.close();
      throw e;
    }
  }

  /** Whether the map took all keys that it may hold, so that the pass ends early. */
  boolean isFull() {
    return isFull;
  }

  long size() {
    return offsets.size();
  }

  /** The last offset mapped; -1 if none. */
  long latestOffset() {
    return latestOffset;
  }

  /** The latest offset of a record's key; -1 if the map has none. */
  long latest(RecordCursor record) {
    return offsets.latest(record.array(), record.keyAt(), record.keyLength());
  }

  private void build(LogState log, long from, long to, LongConsumer bytesRead)
      throws IOException, UncleanableLog {
    transactions.expect(log.abortedTransactions(from, to));
    List<LogSegment> dirty = log.segments(from, to);
    SegmentCursor batches = new SegmentCursor();
    for (int i = 0; i < dirty.size() && !isFull; i++) {
      LogSegment segment = dirty.get(i);
      open(batches, segment, from);
      for (SpanKind kind = batches.next(); kind != null; kind = batches.next()) {
        bytesRead.accept(batches.length());
        if (kind == SpanKind.PREALLOCATED) {
          continue;
        }
        if (kind != SpanKind.BATCH) {
          throw UncleanableLog.at(batches, kind);
        }
        if (!take(batches, from)) {
          isFull = true;
          return;
        }
      }
      latestOffset = (i + 1 < dirty.size() ? dirty.get(i + 1).baseOffset() : to) - 1;
    }
  }

  private static void open(SegmentCursor batches, LogSegment segment, long from)
      throws IOException {
    long relative = Math.min(from - segment.baseOffset(), Integer.MAX_VALUE);
    Optional<OffsetIndexEntry> entry =
        segment.index().isEmpty() || relative < 0
            ? Optional.empty()
            : segment.index().get().floor((int) relative);
    int position = entry.map(OffsetIndexEntry::position).orElse(0);
    batches.open(
        segment.log(),
        segment.baseOffset(),
        position,
        segment.sizeBytes(),
        segment.baseOffset(),
        segment.extent());
  }

  /** Whether all of the batch went in. */
  private boolean take(SegmentCursor batch, long from) throws UncleanableLog {
    if (batch.isControl()) {
      ControlBatch.meet(batch, transactions);
    } else if (!transactions.isAborted(
        batch.isTransactional(), batch.producerId(), batch.lastOffset())) {
      if (!takeRecords(batch, from)) {
        return false;
      }
    }
    if (batch.lastOffset() >= from) {
      latestOffset = batch.lastOffset();
    }
    return true;
  }

  private boolean takeRecords(SegmentCursor batch, long from) throws UncleanableLog {
    records.open(batch.array(), batch.at());
    while (records.next()) {
      if (records.hasKey() && records.offset() >= from) {
        if (offsets.size() >= capacityKeys) {
          return false;
        }
        offsets.put(records.array(), records.keyAt(), records.keyLength(), records.offset());
        latestOffset = records.offset();
      }
    }
    if (records.trouble() != null) {
      throw UncleanableLog.at(batch, records.trouble());
    }
    return true;
  }

  @Override
  public void close() {
    offsets.close();
  }
}
