package org.logdiff.analysis.inspect;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.logdiff.format.Decoded;
import org.logdiff.format.batch.SegmentCursor;
import org.logdiff.format.batch.SpanKind;
import org.logdiff.format.checkpoint.CleanShutdownMarker;
import org.logdiff.format.checkpoint.MetaProperties;
import org.logdiff.format.checkpoint.OffsetCheckpoint;
import org.logdiff.format.disk.ReadOnlyFile;
import org.logdiff.format.index.OffsetIndex;
import org.logdiff.format.index.TimeIndex;
import org.logdiff.format.index.TransactionIndex;
import org.logdiff.format.layout.LogDirectory;
import org.logdiff.format.layout.LogFileName;
import org.logdiff.format.snapshot.ProducerSnapshot;

/**
 * What a file is: by its name, or, if that does not tell, by its content.
 *
 * @param offset from the name, even one that no broker gives if it begins with 20 digits
 */
record Recognition(FileKind kind, OptionalLong offset, boolean isByContent) {
  /** Enough to see the first batch of a log, or the first lines of a text. */
  private static final int HEAD_BYTES = 4096;

  /** No index or snapshot is larger by Kafka's defaults ({@code segment.index.bytes}, 10 MiB). */
  private static final long LARGEST_SMALL_FILE_BYTES = 16 << 20;

  /** Timestamps of records lie between 1990 and 2100, or the file is no time index. */
  private static final long EARLIEST_MS = 631_152_000_000L;

  private static final long LATEST_MS = 4_102_444_800_000L;

  private static final Pattern LEADING_OFFSET = Pattern.compile("([0-9]{20})(?![0-9]).*");
  private static final Pattern NODE = Pattern.compile("(?m)^(node|broker)\\.id=\\d+");
  private static final Pattern EPOCHS = Pattern.compile("0\\s+\\d+\\s*(\\n\\d+ \\d+\\s*)*");
  private static final Pattern OFFSETS = Pattern.compile("0\\s+\\d+\\s*(\\n\\S+ \\d+ \\d+\\s*)*");

  /**
   * Recognises a file.
   *
   * @throws IOException if its content is asked and cannot be read
   */
  static Recognition of(Path file) throws IOException {
    Recognition byName = ofName(file.getFileName().toString());
    return byName.kind() == FileKind.UNRECOGNISED
        ? new Recognition(byContent(file), byName.offset(), true)
        : byName;
  }

  /** By the name alone. */
  static Recognition ofName(String name) {
    LogFileName parsed = LogFileName.parse(name);
    FileKind kind =
        switch (parsed.kind()) {
          case LOG -> FileKind.LOG;
          case OFFSET_INDEX -> FileKind.OFFSET_INDEX;
          case TIME_INDEX -> FileKind.TIME_INDEX;
          case TRANSACTION_INDEX -> FileKind.TRANSACTION_INDEX;
          case PRODUCER_SNAPSHOT -> FileKind.PRODUCER_SNAPSHOT;
          case KRAFT_SNAPSHOT -> FileKind.KRAFT_SNAPSHOT;
          case LEADER_EPOCH_CHECKPOINT -> FileKind.LEADER_EPOCH_CHECKPOINT;
          case PARTITION_METADATA -> FileKind.PARTITION_METADATA;
          case QUORUM_STATE -> FileKind.QUORUM_STATE;
          case UNRECOGNISED -> ofBroker(name);
        };
    return new Recognition(kind, offset(name), false);
  }

  private static OptionalLong offset(String name) {
    Matcher leading = LEADING_OFFSET.matcher(name);
    try {
      return leading.matches()
          ? OptionalLong.of(Long.parseLong(leading.group(1)))
          : OptionalLong.empty();
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  private static FileKind ofBroker(String name) {
    boolean isCheckpoint =
        Arrays.stream(OffsetCheckpoint.Kind.values())
            .anyMatch(
                kind -> name.equals(kind.fileName()) || name.equals(kind.fileName() + ".tmp"));
    if (isCheckpoint) {
      return FileKind.OFFSET_CHECKPOINT;
    }
    return switch (name) {
      case MetaProperties.FILE_NAME, MetaProperties.FILE_NAME + ".tmp" -> FileKind.META_PROPERTIES;
      case CleanShutdownMarker.FILE_NAME -> FileKind.CLEAN_SHUTDOWN_MARKER;
      case LogDirectory.BOOTSTRAP_CHECKPOINT_FILE_NAME -> FileKind.KRAFT_SNAPSHOT;
      default -> FileKind.UNRECOGNISED;
    };
  }

  private static FileKind byContent(Path path) throws IOException {
    String head;
    boolean isSmall;
    try (ReadOnlyFile file = ReadOnlyFile.open(path)) {
      byte[] bytes = new byte[HEAD_BYTES];
      int length = file.read(bytes, 0, bytes.length, 0);
      if (length == 0) {
        return FileKind.UNRECOGNISED;
      }
      if (isLog(file)) {
        return FileKind.LOG;
      }
      head = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
      isSmall = file.sizeBytes() <= LARGEST_SMALL_FILE_BYTES;
    }
    FileKind text = textKind(head);
    return text == FileKind.UNRECOGNISED && isSmall ? binaryKind(path) : text;
  }

  private static boolean isLog(ReadOnlyFile file) throws IOException {
    SegmentCursor cursor = new SegmentCursor();
    cursor.open(file, Long.MIN_VALUE, 0, Math.min(1, file.sizeBytes()), Long.MIN_VALUE);
    SpanKind first = cursor.next();
    return first == SpanKind.BATCH || first == SpanKind.OVERSIZED;
  }

  private static FileKind textKind(String head) {
    String whole =
        head.length() < HEAD_BYTES ? head : head.substring(0, head.lastIndexOf('\n') + 1);
    if (head.startsWith("version: ") && head.contains("topic_id: ")) {
      return FileKind.PARTITION_METADATA;
    } else if (NODE.matcher(head).find() && head.contains("version=")) {
      return FileKind.META_PROPERTIES;
    } else if (head.startsWith("{") && head.contains("\"leaderEpoch\"")) {
      return FileKind.QUORUM_STATE;
    } else if (head.startsWith("{") && head.contains("\"brokerEpoch\"")) {
      return FileKind.CLEAN_SHUTDOWN_MARKER;
    } else if (OFFSETS.matcher(whole).matches() && whole.lines().count() > 2) {
      return FileKind.OFFSET_CHECKPOINT;
    } else if (EPOCHS.matcher(whole).matches()) {
      return FileKind.LEADER_EPOCH_CHECKPOINT;
    }
    return FileKind.UNRECOGNISED;
  }

  private static FileKind binaryKind(Path path) throws IOException {
    if (isIntact(ProducerSnapshot.read(path))) {
      return FileKind.PRODUCER_SNAPSHOT;
    } else if (isIntact(TransactionIndex.read(path))) {
      return FileKind.TRANSACTION_INDEX;
    } else if (isTimeIndex(TimeIndex.read(path))) {
      return FileKind.TIME_INDEX;
    }
    Decoded<OffsetIndex> index = OffsetIndex.read(path);
    return isIntact(index) && index.value().get().entryCount() > 0
        ? FileKind.OFFSET_INDEX
        : FileKind.UNRECOGNISED;
  }

  private static boolean isTimeIndex(Decoded<TimeIndex> index) {
    return isIntact(index)
        && index.value().get().entryCount() > 0
        && index.value().get().entries().stream()
            .allMatch(e -> EARLIEST_MS <= e.timestamp() && e.timestamp() <= LATEST_MS);
  }

  private static boolean isIntact(Decoded<?> decoded) {
    return decoded.isIntact() && decoded.value().isPresent();
  }
}
