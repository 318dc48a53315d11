package org.logdiff.analysis.replica;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.logdiff.format.index.AbortedTxn;
import org.logdiff.format.snapshot.ProducerSnapshot;

/**
 * One replica of a partition, opened: what one broker holds. All files of its segments are open, so
 * that a broker which deletes one takes nothing away.
 *
 * @param name the shortest distinct tail of the directory given
 * @param directory the partition's directory
 * @param nodeId empty without meta.properties
 * @param segments by base offset, at least one
 * @param logStartOffset the higher of checkpoint and first base offset
 * @param logEndOffset the offset after the last batch
 * @param highWatermark as stored; empty without an entry
 * @param cleanedTo first dirty offset as stored; empty without an entry
 * @param knowsCheckpoints whether the log dir's checkpoint files were there to be read
 * @param snapshots producer states by their offset, ascending; only the intact ones
 * @param abortedTransactions entries of the {@code .txnindex} files, in order
 * @param deletedLogs {@code .log.deleted} files that are still there, and logs that make way for a
 *     {@code .log.swap} at the next start
 * @param lastStop how its broker stopped
 */
public record Replica(
    String name,
    Path directory,
    Optional<Integer> nodeId,
    List<Segment> segments,
    long logStartOffset,
    long logEndOffset,
    OptionalLong highWatermark,
    OptionalLong cleanedTo,
    boolean knowsCheckpoints,
    LeaderEpochs leaderEpochs,
    List<SnapshotAt> snapshots,
    List<AbortedIn> abortedTransactions,
    List<Path> deletedLogs,
    LastStop lastStop)
    implements Closeable {
  public Replica {
    segments = List.copyOf(segments);
    snapshots = List.copyOf(snapshots);
    abortedTransactions = List.copyOf(abortedTransactions);
    deletedLogs = List.copyOf(deletedLogs);
  }

  /** A producer state and the log end offset that it belongs to. */
  public record SnapshotAt(long offset, Path file, ProducerSnapshot state) {}

  /** An entry of a transaction index, and the file it is in. */
  public record AbortedIn(Path file, AbortedTxn entry) {}

  /** Whether an offset lies within the log. */
  public boolean covers(long offset) {
    return logStartOffset <= offset && offset < logEndOffset;
  }

  public long sizeBytes() {
    return segments.stream().mapToLong(Segment::sizeBytes).sum();
  }

  /** The number of the segment in which an offset belongs: the last whose base is not above it. */
  public int segmentOf(long offset) {
    int low = 0;
    int high = segments.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (segments.get(middle).baseOffset() <= offset) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  @Override
  public void close() throws IOException {
    for (Segment segment : segments) {
      segment.close();
    }
  }
}
