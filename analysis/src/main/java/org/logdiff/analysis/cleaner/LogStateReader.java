package org.logdiff.analysis.cleaner;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.replica.Segment;
import org.logdiff.format.Decoded;
import org.logdiff.format.batch.SegmentCursor;
import org.logdiff.format.batch.SegmentExtent;
import org.logdiff.format.batch.SpanKind;
import org.logdiff.format.disk.ReadOnlyFile;
import org.logdiff.format.index.AbortedTxn;
import org.logdiff.format.index.OffsetIndex;
import org.logdiff.format.index.OffsetIndexLookup;
import org.logdiff.format.index.TimeIndex;
import org.logdiff.format.index.TimeIndexEntry;
import org.logdiff.format.index.TransactionIndex;
import org.logdiff.format.layout.LogFile;
import org.logdiff.format.layout.PartitionDirectory;
import org.logdiff.format.layout.SegmentFiles;

/**
 * Reads what a pass asks of a replica. The high watermark is taken to be the log end, as if the
 * broker led alone or had caught up: the one that is stored lags by seconds.
 */
public final class LogStateReader {
  private LogStateReader() {}

  /**
   * Reads the state at a time.
   *
   * @throws IOException if the medium fails
   */
  public static LogState read(Replica replica, CleanerConfig config, long nowMs)
      throws IOException {
    Map<Long, SegmentFiles> files = new HashMap<>();
    PartitionDirectory.list(replica.directory())
        .ifPresent(d -> d.segments().forEach(s -> files.put(s.baseOffset(), s)));
    List<LogSegment> segments = new ArrayList<>();
    for (Segment segment : replica.segments()) {
      SegmentFiles of = files.get(segment.baseOffset());
      if (of == null) {
        throw new IOException(
            segment.log().path() + ": has vanished while it was read; a broker is at work");
      }
      segments.add(segment(segment, of));
    }
    ProducerStates producers = ProducerStates.of(replica, config.producerIdExpirationMs(), nowMs);
    return new LogState(
        segments,
        replica.logStartOffset(),
        replica.logEndOffset(),
        lastStableOffset(replica, producers.firstOpenOffset()),
        replica.logEndOffset(),
        replica.cleanedTo(),
        producers);
  }

  private static LogSegment segment(Segment segment, SegmentFiles files) throws IOException {
    Optional<LogFile> timeIndex = files.timeIndex();
    Optional<TimeIndexEntry> lastTime =
        timeIndex.isEmpty() ? Optional.empty() : TimeIndex.lastEntry(timeIndex.get().path());
    List<AbortedTxn> aborted = List.of();
    if (files.transactionIndex().isPresent()) {
      Decoded<TransactionIndex> decoded =
          TransactionIndex.read(files.transactionIndex().get().path());
      aborted = decoded.value().map(TransactionIndex::entries).orElse(List.of());
    }
    return new LogSegment(
        segment.baseOffset(),
        segment.log(),
        segment.extent(),
        segment.index(),
        segment.index().map(OffsetIndexLookup::entryCount).orElse(0)
            * (long) OffsetIndex.ENTRY_SIZE_BYTES,
        timeIndex.map(LogFile::sizeBytes).orElse(0L)
            / TimeIndex.ENTRY_SIZE_BYTES
            * TimeIndex.ENTRY_SIZE_BYTES,
        lastTime.map(TimeIndexEntry::timestamp).orElse(-1L),
        files.log().entry().lastModifiedMs(),
        aborted);
  }

  /**
   * The state after a pass.
   *
   * @param directory holds the segments that the pass has written, and nothing else
   * @param reopened takes what was opened, to be closed when the state is of no more use
   * @throws IOException if the medium fails
   */
  public static LogState after(
      LogState before, PassResult pass, Path directory, List<Closeable> reopened)
      throws IOException {
    Map<Long, SegmentFiles> files = new HashMap<>();
    PartitionDirectory.list(directory)
        .ifPresent(d -> d.segments().forEach(s -> files.put(s.baseOffset(), s)));
    List<LogSegment> segments = new ArrayList<>();
    for (PassResult.Group group : pass.groups()) {
      SegmentFiles of = files.get(group.baseOffset());
      ReadOnlyFile log = ReadOnlyFile.open(of.log().path());
      reopened.add(log);
      OffsetIndexLookup index = OffsetIndexLookup.open(of.offsetIndex().orElseThrow().path());
      reopened.add(index);
      segments.add(
          segment(
              new Segment(group.baseOffset(), log, Optional.of(index), SegmentExtent.UNKNOWN), of));
    }
    Set<Long> replaced = new HashSet<>();
    pass.groups().forEach(g -> g.segments().forEach(s -> replaced.add(s.baseOffset())));
    before.segments().stream()
        .filter(segment -> !replaced.contains(segment.baseOffset()))
        .forEach(segments::add);
    return before.with(segments, pass.cleanedTo());
  }

  /** Where a transaction that begins below the log start makes the log unstable: at its start. */
  private static long lastStableOffset(Replica replica, OptionalLong firstOpen) throws IOException {
    if (firstOpen.isEmpty()) {
      return replica.logEndOffset();
    }
    return firstOpen.getAsLong() >= replica.logStartOffset()
        ? firstOpen.getAsLong()
        : firstBatchAt(replica, replica.logStartOffset());
  }

  private static long firstBatchAt(Replica replica, long offset) throws IOException {
    SegmentCursor batch = new SegmentCursor();
    for (int s = replica.segmentOf(offset); s < replica.segments().size(); s++) {
      Segment segment = replica.segments().get(s);
      batch.open(segment.log(), segment.baseOffset());
      for (SpanKind kind = batch.next(); kind != null; kind = batch.next()) {
        if (kind == SpanKind.BATCH && batch.lastOffset() >= offset) {
          return batch.baseOffset();
        }
      }
    }
    return replica.logEndOffset();
  }
}
