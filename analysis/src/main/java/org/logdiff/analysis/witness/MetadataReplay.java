package org.logdiff.analysis.witness;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.logdiff.format.batch.RecordCursor;
import org.logdiff.format.batch.SegmentCursor;
import org.logdiff.format.disk.ReadOnlyFile;
import org.logdiff.format.internal.MetadataBody;
import org.logdiff.format.internal.MetadataRecord;
import org.logdiff.format.internal.MetadataRecordType;
import org.logdiff.format.layout.LogFile;
import org.logdiff.format.layout.PartitionDirectory;

/**
 * Replays one copy of {@code __cluster_metadata-0}: from its beginning, or from the oldest snapshot
 * if the beginning has been deleted. Every record counts, so it falls silent at the first one that
 * is missing, damaged, or of a version that is not known.
 *
 * <p>Source: {@code org.apache.kafka.raft.KafkaRaftLog}, {@code
 * org.apache.kafka.image.loader.MetadataBatchLoader}, Kafka 4.4.0.
 */
final class MetadataReplay implements RecordVisitor {
  private static final Set<MetadataRecordType> NEEDED =
      Set.of(
          MetadataRecordType.TOPIC_RECORD,
          MetadataRecordType.REMOVE_TOPIC_RECORD,
          MetadataRecordType.PARTITION_RECORD,
          MetadataRecordType.PARTITION_CHANGE_RECORD,
          MetadataRecordType.CONFIG_RECORD,
          MetadataRecordType.REGISTER_BROKER_RECORD,
          MetadataRecordType.UNREGISTER_BROKER_RECORD,
          MetadataRecordType.BROKER_REGISTRATION_CHANGE_RECORD,
          MetadataRecordType.FENCE_BROKER_RECORD,
          MetadataRecordType.UNFENCE_BROKER_RECORD,
          MetadataRecordType.BEGIN_TRANSACTION_RECORD,
          MetadataRecordType.END_TRANSACTION_RECORD,
          MetadataRecordType.ABORT_TRANSACTION_RECORD);

  private final Path logDir;
  private final MetadataState state;
  private final List<Held> held = new ArrayList<>();
  private boolean isInTransaction;
  private boolean isSnapshot;
  private long nextOffset;
  private Optional<String> silence = Optional.empty();

  /** A record of a metadata transaction that has not ended yet. */
  private record Held(MetadataBody body, RecordPoint at) {}

  private MetadataReplay(Path logDir, Predicate<String> isAskedFor) {
    this.logDir = logDir;
    this.state = new MetadataState(isAskedFor);
  }

  static MetadataReplay of(
      Path logDir, PartitionDirectory directory, Predicate<String> isAskedFor) {
    MetadataReplay replay = new MetadataReplay(logDir, isAskedFor);
    try {
      if (replay.start(directory)) {
        new RecordWalk(replay).walk(directory.segments());
      }
    } catch (IOException e) {
      replay.fallSilent("cannot be read: " + e.getMessage());
    }
    return replay;
  }

  /** Applies a snapshot if the log does not begin at the beginning; false if there is none. */
  private boolean start(PartitionDirectory directory) throws IOException {
    long firstOffset =
        directory.segments().isEmpty() ? Long.MAX_VALUE : directory.segments().get(0).baseOffset();
    if (firstOffset == 0) {
      return true;
    }
    Optional<LogFile> snapshot =
        directory.kraftSnapshots().stream()
            .filter(
                file ->
                    firstOffset == Long.MAX_VALUE || file.name().offset().orElse(0) >= firstOffset)
            .findFirst();
    Optional<ReadOnlyFile> opened = snapshot.isPresent() ? snapshot.get().open() : Optional.empty();
    if (opened.isEmpty()) {
      fallSilent(
          directory.path() + ": the log begins at offset " + firstOffset + " without a snapshot");
      return false;
    }
    nextOffset = snapshot.get().name().offset().orElse(0);
    isSnapshot = true;
    try (ReadOnlyFile file = opened.get()) {
      new RecordWalk(this).walk(file);
    }
    isSnapshot = false;
    return silence.isEmpty();
  }

  @Override
  public void batch(SegmentCursor batch) {
    if (isSnapshot || silence.isPresent()) {
      return;
    }
    if (batch.baseOffset() > nextOffset) {
      fallSilent("offsets " + nextOffset + " to " + (batch.baseOffset() - 1) + " are missing");
    }
    nextOffset = Math.max(nextOffset, batch.isControl() ? batch.nextOffset() : nextOffset);
  }

  @Override
  public void record(SegmentCursor batch, RecordCursor record) {
    if (silence.isPresent() || !isSnapshot && record.offset() < nextOffset) {
      return;
    }
    Optional<MetadataRecord> decoded =
        MetadataRecord.decode(record.array(), record.valueAt(), record.valueLength()).value();
    boolean isUnderstood =
        decoded.isPresent()
            && !(decoded.get().body() instanceof MetadataBody.Undecoded
                && decoded.get().type().map(NEEDED::contains).orElse(false));
    if (!isUnderstood || state.isFull()) {
      fallSilent(
          batch.file().path()
              + " at position "
              + batch.position()
              + ", offset "
              + record.offset()
              + (isUnderstood
                  ? ": more than " + MetadataState.CHANGE_LIMIT + " changes"
                  : decoded.map(r -> ": of a newer version: " + r).orElse(": damaged")));
      return;
    }
    take(decoded.get().body(), point(batch, record));
    nextOffset = isSnapshot ? nextOffset : record.offset() + 1;
  }

  private RecordPoint point(SegmentCursor batch, RecordCursor record) {
    return new RecordPoint(
        isSnapshot ? nextOffset : record.offset(),
        record.timestamp(),
        isSnapshot,
        new Sighting(logDir, batch.file().path(), batch.position(), batch.length()));
  }

  private void take(MetadataBody body, RecordPoint at) {
    if (body instanceof MetadataBody.BeginTransaction) {
      isInTransaction = true;
    } else if (body instanceof MetadataBody.EndTransaction) {
      held.forEach(record -> state.apply(record.body(), record.at()));
      endTransaction();
    } else if (body instanceof MetadataBody.AbortTransaction) {
      endTransaction();
    } else if (state.concerns(body)) {
      if (isInTransaction) {
        held.add(new Held(body, at));
      } else {
        state.apply(body, at);
      }
    }
  }

  private void endTransaction() {
    held.clear();
    isInTransaction = false;
  }

  @Override
  public boolean trouble(Path file, long position, String why) {
    fallSilent(file + " at position " + position + ": " + why);
    return false;
  }

  private void fallSilent(String why) {
    if (silence.isEmpty()) {
      silence = Optional.of(why);
    }
  }

  MetadataState state() {
    return state;
  }

  /** The offset up to which it was replayed. */
  long nextOffset() {
    return nextOffset;
  }

  /** Why not to the end; empty if it was. */
  Optional<String> silence() {
    return silence;
  }
}
