package org.logdiff.cli.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Base64;
import java.util.Locale;
import java.util.OptionalLong;
import org.logdiff.analysis.inspect.Item;
import org.logdiff.format.Damage;
import org.logdiff.format.snapshot.ProducerEntry;

/** Directories, files, and what those that are no logs hold. */
final class FileItemJson {
  private FileItemJson() {}

  /** The first line. */
  @JsonPropertyOrder({"type", "schema", "tool"})
  record StartJson(String type, String schema, ToolJson tool) {}

  /** A directory. */
  @JsonPropertyOrder({"type", "file", "partition", "state"})
  record DirectoryJson(String type, String file, String partition, String state) {
    static DirectoryJson of(Item.DirectoryStart item) {
      return new DirectoryJson(
          "directory",
          item.file().toString(),
          item.partition().orElse(null),
          item.state().orElse(null));
    }
  }

  /** A file. */
  @JsonPropertyOrder({"type", "file", "kind", "size", "baseOffset", "isRecognisedByContent"})
  record FileJson(
      String type,
      String file,
      String kind,
      long size,
      Long baseOffset,
      @JsonProperty("isRecognisedByContent") boolean isRecognisedByContent) {
    static FileJson of(Item.FileStart item) {
      return new FileJson(
          "file",
          item.file().toString(),
          item.kind().words(),
          item.sizeBytes(),
          boxed(item.baseOffset()),
          item.isByContent());
    }

    static FileJson of(Item.Listed item) {
      return new FileJson(
          "listedFile", item.file().toString(), item.kind().words(), item.sizeBytes(), null, false);
    }
  }

  /** A partition of a log dir. */
  @JsonPropertyOrder({"type", "file", "partition", "segments", "size"})
  record PartitionJson(String type, String file, String partition, int segments, long size) {
    static PartitionJson of(Item.ListedPartition item) {
      return new PartitionJson(
          "listedPartition",
          item.file().toString(),
          item.partition(),
          item.segments(),
          item.sizeBytes());
    }
  }

  /** An entry of an offset index. */
  @JsonPropertyOrder({"type", "file", "entryPosition", "relativeOffset", "offset", "position"})
  record OffsetEntryJson(
      String type, String file, long entryPosition, int relativeOffset, Long offset, int position) {
    static OffsetEntryJson of(Item.OffsetEntry item) {
      return new OffsetEntryJson(
          "offsetIndexEntry",
          item.file().toString(),
          item.position(),
          item.relativeOffset(),
          boxed(item.offset()),
          item.logPosition());
    }
  }

  /** An entry of a time index. */
  @JsonPropertyOrder({"type", "file", "entryPosition", "timestamp", "relativeOffset", "offset"})
  record TimeEntryJson(
      String type,
      String file,
      long entryPosition,
      long timestamp,
      int relativeOffset,
      Long offset) {
    static TimeEntryJson of(Item.TimeEntry item) {
      return new TimeEntryJson(
          "timeIndexEntry",
          item.file().toString(),
          item.position(),
          item.timestamp(),
          item.relativeOffset(),
          boxed(item.offset()));
    }
  }

  /** An entry of a transaction index. */
  @JsonPropertyOrder({
    "type",
    "file",
    "version",
    "producerId",
    "firstOffset",
    "lastOffset",
    "lastStableOffset"
  })
  record AbortedTxnJson(
      String type,
      String file,
      int version,
      long producerId,
      long firstOffset,
      long lastOffset,
      long lastStableOffset) {
    static AbortedTxnJson of(Item.AbortedTransaction item) {
      return new AbortedTxnJson(
          "abortedTransaction",
          item.file().toString(),
          item.entry().version(),
          item.entry().producerId(),
          item.entry().firstOffset(),
          item.entry().lastOffset(),
          item.entry().lastStableOffset());
    }
  }

  /** An entry of a transaction index in another version. */
  @JsonPropertyOrder({"type", "file", "entryPosition", "version", "base64"})
  record UnrecognisedTxnJson(
      String type, String file, long entryPosition, int version, String base64) {
    static UnrecognisedTxnJson of(Item.UnrecognisedTransaction item) {
      return new UnrecognisedTxnJson(
          "unrecognisedTransaction",
          item.file().toString(),
          item.position(),
          item.version(),
          Base64.getEncoder().encodeToString(item.bytes().toArray()));
    }
  }

  /** A producer snapshot. */
  @JsonPropertyOrder({"type", "file", "offset", "version", "crc", "producers"})
  record SnapshotJson(String type, String file, Long offset, int version, long crc, int producers) {
    static SnapshotJson of(Item.Snapshot item) {
      return new SnapshotJson(
          "producerSnapshot",
          item.file().toString(),
          boxed(item.offset()),
          item.version(),
          item.crc(),
          item.producers());
    }
  }

  /** An entry of a producer snapshot. */
  @JsonPropertyOrder({
    "type",
    "file",
    "producerId",
    "producerEpoch",
    "coordinatorEpoch",
    "currentTxnFirstOffset",
    "lastTimestamp",
    "firstSequence",
    "lastSequence",
    "lastOffset",
    "offsetDelta"
  })
  record ProducerJson(
      String type,
      String file,
      long producerId,
      int producerEpoch,
      int coordinatorEpoch,
      Long currentTxnFirstOffset,
      long lastTimestamp,
      Integer firstSequence,
      int lastSequence,
      long lastOffset,
      int offsetDelta) {
    static ProducerJson of(Item.Producer item) {
      ProducerEntry entry = item.entry();
      return new ProducerJson(
          "producer",
          item.file().toString(),
          entry.producerId(),
          entry.epoch(),
          entry.coordinatorEpoch(),
          entry.hasOpenTransaction() ? entry.currentTxnFirstOffset() : null,
          entry.timestamp(),
          entry.hasData() ? entry.lastSequence() - entry.offsetDelta() : null,
          entry.lastSequence(),
          entry.lastOffset(),
          entry.offsetDelta());
    }
  }

  /** An entry of a leader epoch checkpoint. */
  @JsonPropertyOrder({"type", "file", "epoch", "startOffset"})
  record EpochJson(String type, String file, int epoch, long startOffset) {
    static EpochJson of(Item.LeaderEpoch item) {
      return new EpochJson("leaderEpoch", item.file().toString(), item.epoch(), item.startOffset());
    }
  }

  /** An entry of a log dir's checkpoint. */
  @JsonPropertyOrder({"type", "file", "topic", "partition", "offset"})
  record CheckpointJson(String type, String file, String topic, int partition, long offset) {
    static CheckpointJson of(Item.Checkpoint item) {
      return new CheckpointJson(
          "checkpoint", item.file().toString(), item.topic(), item.partition(), item.offset());
    }
  }

  /** A name and a value of a small file. */
  @JsonPropertyOrder({"type", "file", "name", "value"})
  record PropertyJson(String type, String file, String name, String value) {
    static PropertyJson of(Item.Property item) {
      return new PropertyJson("property", item.file().toString(), item.name(), item.value());
    }
  }

  /** Damage. */
  @JsonPropertyOrder({"type", "file", "position", "size", "damage", "field", "stored", "expected"})
  record DamageJson(
      String type,
      String file,
      long position,
      long size,
      String damage,
      String field,
      String stored,
      String expected) {
    static DamageJson of(Item.Damaged item) {
      Damage damage = item.damage();
      return new DamageJson(
          "damaged",
          item.file().toString(),
          damage.position(),
          damage.length(),
          damage.kind().name().toLowerCase(Locale.ROOT),
          damage.field(),
          damage.stored(),
          damage.expected());
    }
  }

  /** Something to know of what was shown. */
  @JsonPropertyOrder({"type", "file", "text"})
  record NoteJson(String type, String file, String text) {
    static NoteJson of(Item.Note item) {
      return new NoteJson("note", item.file().toString(), item.text());
    }
  }

  /** Something that could not be done. */
  @JsonPropertyOrder({"type", "text"})
  record FailureJson(String type, @JsonInclude String text) {}

  private static Long boxed(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : null;
  }
}
