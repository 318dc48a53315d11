package org.logdiff.analysis.witness;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import org.logdiff.analysis.align.OffsetRanges;
import org.logdiff.analysis.replica.LeaderEpochs;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.format.TopicPartition;
import org.logdiff.format.batch.RecordCursor;
import org.logdiff.format.batch.SegmentCursor;
import org.logdiff.format.checkpoint.OffsetCheckpoint;
import org.logdiff.format.internal.TransactionLogRecord;
import org.logdiff.format.layout.LogDirectory;
import org.logdiff.format.layout.PartitionDirectory;

/**
 * One broker's copy of a partition of {@code __transaction_state}: its entries about the producer
 * ids that are asked for, and which offsets it has a readable record at.
 */
final class StateLogCopy implements RecordVisitor {
  /** Ranges of offsets kept: 16 MiB. A log cleaned to more pieces counts as unknown above them. */
  private static final int RANGE_LIMIT = 1 << 20;

  /** Notes about one copy; more say nothing new. */
  private static final int NOTE_LIMIT = 10;

  private final TopicPartition partition;
  private final Path logDir;
  private final LongPredicate isAskedFor;
  private final int entryLimit;
  private final List<NotExamined> notes;
  private final OffsetRanges readable = OffsetRanges.firstOf(RANGE_LIMIT);
  private final List<CoordinatorEntry> entries = new ArrayList<>();
  private OptionalLong highWatermark = OptionalLong.empty();
  private LogLineage lineage = new LogLineage(LeaderEpochs.NONE, 0);
  private long logEndOffset;
  private int noted;

  private StateLogCopy(
      TopicPartition partition,
      Path logDir,
      LongPredicate isAskedFor,
      int entryLimit,
      List<NotExamined> notes) {
    this.partition = partition;
    this.logDir = logDir;
    this.isAskedFor = isAskedFor;
    this.entryLimit = entryLimit;
    this.notes = notes;
  }

  /**
   * Reads a copy. What cannot be read is noted and is not among the readable offsets.
   *
   * @param entryLimit how many entries are kept; those beyond count as unreadable
   */
  static StateLogCopy read(
      TopicPartition partition,
      LogDirectory logDir,
      PartitionDirectory directory,
      LongPredicate isAskedFor,
      int entryLimit,
      List<NotExamined> notes) {
    StateLogCopy copy = new StateLogCopy(partition, logDir.path(), isAskedFor, entryLimit, notes);
    try {
      copy.highWatermark =
          logDir
              .offsetCheckpoint(OffsetCheckpoint.Kind.HIGH_WATERMARK)
              .value()
              .map(checkpoint -> checkpoint.offset(partition))
              .orElse(OptionalLong.empty());
      new RecordWalk(copy).walk(directory.segments());
      copy.lineage = new LogLineage(epochs(directory), copy.logEndOffset);
    } catch (IOException e) {
      copy.note(directory.path().toString(), "cannot be read: " + e.getMessage());
    }
    return copy;
  }

  static LeaderEpochs epochs(PartitionDirectory directory) throws IOException {
    return directory
        .leaderEpochs()
        .value()
        .map(
            checkpoint ->
                new LeaderEpochs(
                    checkpoint.entries().stream()
                        .map(e -> new LeaderEpochs.Entry(e.epoch(), e.startOffset()))
                        .toList()))
        .orElse(LeaderEpochs.NONE);
  }

  @Override
  public void batch(SegmentCursor batch) {
    logEndOffset = Math.max(logEndOffset, batch.nextOffset());
    if (batch.isControl()) {
      readable.add(batch.baseOffset(), batch.lastOffset());
    }
  }

  @Override
  public void record(SegmentCursor batch, RecordCursor record) {
    TransactionLogRecord decoded =
        TransactionLogRecord.decode(
                record.array(),
                record.keyAt(),
                record.keyLength(),
                record.array(),
                record.valueAt(),
                record.valueLength())
            .value()
            .orElse(null);
    if (decoded instanceof TransactionLogRecord.State state && concerns(state)) {
      if (entries.size() == entryLimit) {
        note(at(batch), "more than " + entryLimit + " entries; this one is not kept");
        return;
      }
      entries.add(entry(batch, record, state));
    } else if (!(decoded instanceof TransactionLogRecord.State)
        && !(decoded instanceof TransactionLogRecord.Tombstone)) {
      note(
          at(batch),
          "record at offset "
              + record.offset()
              + (decoded == null ? " is damaged" : " is of a newer version: " + decoded));
      return;
    }
    readable.add(record.offset(), record.offset());
  }

  private boolean concerns(TransactionLogRecord.State state) {
    return isAskedFor.test(state.producerId()) || isAskedFor.test(state.previousProducerId());
  }

  private CoordinatorEntry entry(
      SegmentCursor batch, RecordCursor record, TransactionLogRecord.State state) {
    return new CoordinatorEntry(
        partition,
        record.offset(),
        batch.partitionLeaderEpoch(),
        record.timestamp(),
        state,
        false,
        List.of(new Sighting(logDir, batch.file().path(), batch.position(), batch.length())));
  }

  @Override
  public boolean trouble(Path file, long position, String why) {
    note(file + " at position " + position, why);
    return true;
  }

  private static String at(SegmentCursor batch) {
    return batch.file().path() + " at position " + batch.position();
  }

  private void note(String what, String why) {
    if (noted++ < NOTE_LIMIT) {
      notes.add(new NotExamined(null, what, why, false));
    }
  }

  List<CoordinatorEntry> entries() {
    return entries;
  }

  /** Whether every byte of the copy was understood. */
  boolean isIntact() {
    return noted == 0;
  }

  /** The offsets at which a record was read, or that belong to a control batch. */
  OffsetRanges readable() {
    return readable;
  }

  LogLineage lineage() {
    return lineage;
  }

  OptionalLong highWatermark() {
    return highWatermark;
  }
}
