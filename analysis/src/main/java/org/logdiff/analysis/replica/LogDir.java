package org.logdiff.analysis.replica;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.logdiff.format.TopicPartition;
import org.logdiff.format.checkpoint.MetaProperties;
import org.logdiff.format.checkpoint.OffsetCheckpoint;
import org.logdiff.format.layout.LogDirectory;

/**
 * What a log dir's own files say, read once for all of its partitions.
 *
 * @param path the log dir
 * @param meta empty without a readable meta.properties
 * @param stoppedCleanly whether the clean shutdown marker is there; empty if the log dir's own
 *     files are not
 */
public record LogDir(
    Path path,
    Optional<MetaProperties> meta,
    Optional<OffsetCheckpoint> cleanerOffsets,
    Optional<OffsetCheckpoint> highWatermarks,
    Optional<OffsetCheckpoint> logStartOffsets,
    Optional<OffsetCheckpoint> recoveryPoints,
    Optional<Boolean> stoppedCleanly) {

  /**
   * Reads the small files. A damaged one says what it can, but a cleaner's checkpoint nothing: that
   * it does not name a partition would mean that no cleaner ever was there.
   */
  public static LogDir read(LogDirectory directory, SmallFiles files) {
    Path path = directory.path();
    return new LogDir(
        path,
        files.decoded(path.resolve(MetaProperties.FILE_NAME), directory::metaProperties),
        files.whole(
            path.resolve(OffsetCheckpoint.Kind.CLEANER.fileName()),
            () -> directory.offsetCheckpoint(OffsetCheckpoint.Kind.CLEANER)),
        checkpoint(directory, OffsetCheckpoint.Kind.HIGH_WATERMARK, files),
        checkpoint(directory, OffsetCheckpoint.Kind.LOG_START, files),
        checkpoint(directory, OffsetCheckpoint.Kind.RECOVERY_POINT, files),
        directory.stoppedCleanly());
  }

  /** A log dir of which nothing is known, as of a partition directory that stands alone. */
  public static LogDir unknown(Path path) {
    return new LogDir(
        path,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static Optional<OffsetCheckpoint> checkpoint(
      LogDirectory directory, OffsetCheckpoint.Kind kind, SmallFiles files) {
    return files.decoded(
        directory.path().resolve(kind.fileName()), () -> directory.offsetCheckpoint(kind));
  }

  static OptionalLong entry(Optional<OffsetCheckpoint> checkpoint, TopicPartition partition) {
    return checkpoint.map(c -> c.offset(partition)).orElse(OptionalLong.empty());
  }
}
