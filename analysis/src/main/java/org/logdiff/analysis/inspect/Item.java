package org.logdiff.analysis.inspect;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.logdiff.format.Bytes;
import org.logdiff.format.Damage;
import org.logdiff.format.batch.ControlRecord;
import org.logdiff.format.batch.FieldBytes;
import org.logdiff.format.batch.Record;
import org.logdiff.format.batch.RecordBatchHeader;
import org.logdiff.format.index.AbortedTxn;
import org.logdiff.format.message.RecordReading;
import org.logdiff.format.snapshot.ProducerEntry;

/** One thing that an inspection shows. Positions are bytes from the start of the file. */
public sealed interface Item {
  /** The file that it is in, or the directory that it is. */
  Path file();

  /**
   * A directory, before what is in it.
   *
   * @param partition its name; empty for a log dir
   * @param state of a partition directory, as {@code future}; empty for a current one
   */
  record DirectoryStart(Path file, Optional<String> partition, Optional<String> state)
      implements Item {}

  /**
   * A file of a directory, the content of which may follow.
   *
   * @param segments of a partition in a log dir, else empty
   */
  record Listed(Path file, FileKind kind, long sizeBytes, OptionalInt segments) implements Item {}

  /** A partition of a log dir. */
  record ListedPartition(Path file, String partition, int segments, long sizeBytes)
      implements Item {}

  /**
   * A file, before what is in it.
   *
   * @param baseOffset from the name
   * @param isByContent whether its name does not tell what it is
   */
  record FileStart(
      Path file, FileKind kind, long sizeBytes, OptionalLong baseOffset, boolean isByContent)
      implements Item {}

  /**
   * A batch whose checksum holds.
   *
   * @param gapBefore offsets between the batch before and this one; 0 too where that is not known
   * @param isOversized whether it is too large to be decoded
   * @param layout its header's fields; empty unless asked for
   */
  record Batch(
      Path file,
      long position,
      RecordBatchHeader header,
      long gapBefore,
      boolean isOversized,
      List<FieldBytes> layout)
      implements Item {}

  /** A batch whose checksum holds and whose payload cannot be read, from some record on. */
  record BatchTrouble(Path file, long position, RecordBatchHeader header, String trouble)
      implements Item {}

  /**
   * A record.
   *
   * @param position of its batch
   * @param control if it is a control record that can be read as one
   * @param reading if it is a record of an internal topic; of a control record its value
   * @param decoded text of the value, if a decoder was asked for and knows it
   * @param explained empty unless asked for
   * @param layout its fields; empty unless asked for
   */
  record LogRecord(
      Path file,
      long position,
      RecordBatchHeader batch,
      Record record,
      RecordKind kind,
      Optional<ControlRecord> control,
      Optional<RecordReading> reading,
      Optional<String> decoded,
      Optional<Explained> explained,
      List<FieldBytes> layout)
      implements Item {}

  /** Damaged bytes. */
  record Damaged(Path file, Damage damage) implements Item {}

  /** Zeros up to the end, or slots of an index that are not used yet. */
  record Preallocated(Path file, long position, long length) implements Item {}

  /** A batch of a magic that Kafka 4.4 does not know. */
  record UnrecognisedBatch(Path file, long position, long length, byte magic) implements Item {}

  /**
   * An entry of an offset index.
   *
   * @param offset empty if the base offset is not known
   * @param logPosition of the batch in the log
   */
  record OffsetEntry(
      Path file, long position, int relativeOffset, OptionalLong offset, int logPosition)
      implements Item {}

  /**
   * An entry of a time index.
   *
   * @param offset empty if the base offset is not known
   */
  record TimeEntry(
      Path file, long position, long timestamp, int relativeOffset, OptionalLong offset)
      implements Item {}

  /** An entry of a transaction index. */
  record AbortedTransaction(Path file, AbortedTxn entry) implements Item {}

  /** An entry of a transaction index in a version that Kafka 4.4 does not know. */
  record UnrecognisedTransaction(Path file, long position, short version, Bytes bytes)
      implements Item {}

  /** A producer snapshot, before its entries. */
  record Snapshot(Path file, OptionalLong offset, short version, long crc, int producers)
      implements Item {}

  /** What a snapshot says of a producer. */
  record Producer(Path file, ProducerEntry entry) implements Item {}

  /** An entry of a leader epoch checkpoint. */
  record LeaderEpoch(Path file, int epoch, long startOffset) implements Item {}

  /** An entry of a log dir's checkpoint. */
  record Checkpoint(Path file, String topic, int partition, long offset) implements Item {}

  /** A name and a value of a small file. */
  record Property(Path file, String name, String value) implements Item {}

  /** Something that must be known of what was shown, or was not. */
  record Note(Path file, String text) implements Item {}
}
