package org.logdiff.samples.capture;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;

/**
 * The batches of one replica as they lie on its disk at one moment, read with Kafka's own classes.
 */
record ReplicaLog(List<Batch> batches) {
  private static final int ATTEMPTS = 20;

  /** One record; {@code key} and {@code value} as text, null where Kafka has null. */
  record Entry(long offset, String key, String value) {
    @Override
    public String toString() {
      return offset + ":" + key + "=" + value;
    }
  }

  /**
   * One batch.
   *
   * @param control COMMIT, ABORT, or EMPTY for a control batch without a record; null for data
   */
  record Batch(
      String segment,
      long baseOffset,
      long lastOffset,
      int leaderEpoch,
      long producerId,
      short producerEpoch,
      int baseSequence,
      boolean transactional,
      String control,
      OptionalLong deleteHorizonMs,
      List<Entry> records) {

    boolean covers(long offset) {
      return baseOffset <= offset && offset <= lastOffset;
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder();
      text.append(baseOffset).append("..").append(lastOffset);
      text.append(" leaderEpoch=").append(leaderEpoch);
      if (producerId >= 0) {
        text.append(" pid=").append(producerId).append(" epoch=").append(producerEpoch);
        text.append(" seq=").append(baseSequence);
      }
      text.append(transactional ? " txn" : "");
      deleteHorizonMs.ifPresent(horizonMs -> text.append(" deleteHorizonMs=").append(horizonMs));
      if (control != null) {
        text.append(" CONTROL ").append(control);
      } else if (records.isEmpty()) {
        text.append(" (EMPTY BATCH)");
      } else {
        text.append(
            records.stream().map(Entry::toString).collect(Collectors.joining(", ", " ", "")));
      }
      return text.toString();
    }
  }

  /**
   * Reads a partition directory of a running or stopped broker. A cleaner may replace segments
   * while we read; then it is read again.
   */
  static ReplicaLog read(Path partitionDirectory) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        return readOnce(partitionDirectory);
      } catch (NoSuchFileException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static ReplicaLog readOnce(Path partitionDirectory) throws IOException {
    List<Path> before = segments(partitionDirectory);
    List<Batch> batches = new ArrayList<>();
    for (Path segment : before) {
      try (FileRecords records = FileRecords.open(segment.toFile(), false)) {
        for (RecordBatch batch : records.batches()) {
          batches.add(toBatch(segment.getFileName().toString(), batch));
        }
      }
    }
    if (!before.equals(segments(partitionDirectory))) {
      throw new NoSuchFileException("segments changed while reading " + partitionDirectory);
    }
    return new ReplicaLog(List.copyOf(batches));
  }

  private static List<Path> segments(Path partitionDirectory) throws IOException {
    try (Stream<Path> files = Files.list(partitionDirectory)) {
      return files.filter(file -> file.toString().endsWith(".log")).sorted().toList();
    }
  }

  private static Batch toBatch(String segment, RecordBatch batch) {
    List<Entry> entries = new ArrayList<>();
    String control = batch.isControlBatch() ? "EMPTY" : null;
    for (Record entry : batch) {
      if (batch.isControlBatch()) {
        control = ControlRecordType.parse(entry.key()).name();
      } else {
        entries.add(new Entry(entry.offset(), text(entry.key()), text(entry.value())));
      }
    }
    return new Batch(
        segment,
        batch.baseOffset(),
        batch.lastOffset(),
        batch.partitionLeaderEpoch(),
        batch.producerId(),
        batch.producerEpoch(),
        batch.baseSequence(),
        batch.isTransactional(),
        control,
        batch.deleteHorizonMs(),
        List.copyOf(entries));
  }

  private static String text(ByteBuffer bytes) {
    return bytes == null ? null : StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
  }

  /** The offset after the last batch; 0 if there is none. */
  long logEndOffset() {
    return batches.isEmpty() ? 0 : batches.get(batches.size() - 1).lastOffset() + 1;
  }

  Optional<Batch> batchAt(long offset) {
    return batches.stream().filter(batch -> batch.covers(offset)).findFirst();
  }

  boolean hasRecordAt(long offset) {
    return batches.stream()
        .flatMap(batch -> batch.records().stream())
        .anyMatch(entry -> entry.offset() == offset);
  }

  boolean noRecordAt(long... offsets) {
    return LongStream.of(offsets).noneMatch(this::hasRecordAt);
  }

  boolean noBatchAt(long... offsets) {
    return LongStream.of(offsets).noneMatch(offset -> batchAt(offset).isPresent());
  }

  /** COMMIT, ABORT or EMPTY if a control batch lies at the offset, else null. */
  String controlAt(long offset) {
    return batchAt(offset).map(Batch::control).orElse(null);
  }
}
