package org.logdiff.analysis.replica;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.logdiff.format.TopicPartition;
import org.logdiff.format.checkpoint.MetaProperties;
import org.logdiff.format.checkpoint.OffsetCheckpoint;
import org.logdiff.format.layout.LogDirectory;
import org.logdiff.format.layout.SmallFile;

/**
 * What a log dir's own files say, read once for all of its partitions.
 *
 * @param path the log dir
 * @param meta empty without a readable meta.properties
 */
public record LogDir(
    Path path,
    Optional<MetaProperties> meta,
    Optional<OffsetCheckpoint> cleanerOffsets,
    Optional<OffsetCheckpoint> highWatermarks,
    Optional<OffsetCheckpoint> logStartOffsets) {

  /** Reads the small files. A damaged one says what it can. */
  public static LogDir read(LogDirectory directory) throws IOException {
    return new LogDir(
        directory.path(),
        directory.metaProperties().value(),
        read(directory, OffsetCheckpoint.Kind.CLEANER),
        read(directory, OffsetCheckpoint.Kind.HIGH_WATERMARK),
        read(directory, OffsetCheckpoint.Kind.LOG_START));
  }

  /** A log dir of which nothing is known, as of a partition directory that stands alone. */
  public static LogDir unknown(Path path) {
    return new LogDir(path, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
  }

  private static Optional<OffsetCheckpoint> read(LogDirectory directory, OffsetCheckpoint.Kind kind)
      throws IOException {
    SmallFile<OffsetCheckpoint> file = directory.offsetCheckpoint(kind);
    return file.value();
  }

  static OptionalLong entry(Optional<OffsetCheckpoint> checkpoint, TopicPartition partition) {
    return checkpoint.map(c -> c.offset(partition)).orElse(OptionalLong.empty());
  }
}
