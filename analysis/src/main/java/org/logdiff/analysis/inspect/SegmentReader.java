package org.logdiff.analysis.inspect;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.logdiff.format.batch.SegmentCursor;
import org.logdiff.format.batch.SpanKind;
import org.logdiff.format.disk.ReadOnlyFile;
import org.logdiff.format.index.OffsetIndexEntry;
import org.logdiff.format.index.OffsetIndexLookup;
import org.logdiff.format.index.TimeIndexEntry;
import org.logdiff.format.index.TimeIndexLookup;

/**
 * One segment, opened, and where in it to start. Indexes are hints: what they point at must be a
 * batch that holds the offset they name, else they are not believed.
 */
final class SegmentReader implements Closeable {
  /** How much is read at a time where only a part of the log is wanted. */
  static final int STEP_BYTES = 192 << 10;

  private final LogPart part;
  private final ReadOnlyFile log;
  private final Optional<OffsetIndexLookup> offsetIndex;
  private final Optional<TimeIndexLookup> timeIndex;
  private final SegmentCursor probe = new SegmentCursor();
  private List<Long> walkedSeams;

  private SegmentReader(
      LogPart part,
      ReadOnlyFile log,
      Optional<OffsetIndexLookup> offsetIndex,
      Optional<TimeIndexLookup> timeIndex) {
    this.part = part;
    this.log = log;
    this.offsetIndex = offsetIndex;
    this.timeIndex = timeIndex;
  }

  /**
   * Opens a segment. An index that cannot be opened costs speed only.
   *
   * @throws IOException if the log cannot be read
   */
  static SegmentReader open(LogPart part) throws IOException {
    ReadOnlyFile log = ReadOnlyFile.open(part.log());
    return new SegmentReader(
        part,
        log,
        index(part.offsetIndex(), OffsetIndexLookup::open),
        index(part.timeIndex(), TimeIndexLookup::open));
  }

  private interface Opening<T> {
    T open(Path path) throws IOException;
  }

  private static <T> Optional<T> index(Optional<Path> path, Opening<T> opening) {
    try {
      return path.isEmpty() ? Optional.empty() : Optional.of(opening.open(path.get()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  ReadOnlyFile log() {
    return log;
  }

  LogPart part() {
    return part;
  }

  /** Starts a cursor at the segment's beginning, for all of it. */
  void openWhole(SegmentCursor cursor) {
    if (part.baseOffset().isPresent()) {
      cursor.open(log, part.baseOffset().getAsLong());
    } else {
      cursor.openUnnamed(log);
    }
  }

  /** Starts a cursor within the segment. */
  void openRange(SegmentCursor cursor, long from, long to) {
    long base = part.baseOffset().orElse(Long.MIN_VALUE);
    cursor.open(log, base, from, to, base);
  }

  /** Whether the indexes say that nothing of a closed segment is as late as wanted. */
  boolean isBefore(long fromMs) throws IOException {
    if (!part.isClosed() || timeIndex.isEmpty() || fromMs == Long.MIN_VALUE) {
      return false;
    }
    Optional<TimeIndexEntry> last = timeIndex.get().last();
    return last.isPresent() && last.get().timestamp() > 0 && last.get().timestamp() < fromMs;
  }

  /** A position at or before the first batch that can be wanted. */
  long start(Selection selection) throws IOException {
    long base = part.baseOffset().orElse(Long.MIN_VALUE);
    if (selection.isExhaustive() || base == Long.MIN_VALUE || offsetIndex.isEmpty()) {
      return 0;
    }
    long offset = Math.max(base, selection.firstOffset());
    if (selection.fromMs() != Long.MIN_VALUE && timeIndex.isPresent()) {
      Optional<TimeIndexEntry> earlier = timeIndex.get().lastBelow(selection.fromMs());
      offset = Math.max(offset, earlier.map(entry -> entry.offset(base) + 1).orElse(base));
    }
    long relative = offset - base;
    if (relative <= 0 || relative > Integer.MAX_VALUE) {
      return 0;
    }
    return offsetIndex.get().floor((int) relative).filter(this::leadsToItsBatch).isPresent()
        ? offsetIndex.get().floor((int) relative).get().position()
        : 0;
  }

  /** A position behind every batch that can hold an offset, or the end. */
  long positionAfter(long offset) throws IOException {
    long base = part.baseOffset().orElse(Long.MIN_VALUE);
    if (offset == Long.MAX_VALUE || base == Long.MIN_VALUE || offsetIndex.isEmpty()) {
      return log.sizeBytes();
    }
    OffsetIndexLookup index = offsetIndex.get();
    int low = 0;
    int high = index.entryCount();
    while (low < high) {
      int middle = (low + high) >>> 1;
      Optional<OffsetIndexEntry> entry = index.entry(middle);
      if (entry.isPresent() && entry.get().offset(base) <= offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    // The first entry above may point at a batch that begins below; the one after it cannot.
    if (low + 1 >= index.entryCount()) {
      return log.sizeBytes();
    }
    return index
        .entry(low + 1)
        .filter(this::leadsToItsBatch)
        .map(entry -> (long) entry.position())
        .orElse(log.sizeBytes());
  }

  /**
   * A position before another one at which a batch starts, about {@link #STEP_BYTES} back; 0 at the
   * beginning.
   */
  long seamBefore(long position) throws IOException {
    long wanted = position - STEP_BYTES;
    if (wanted <= 0) {
      return 0;
    }
    if (walkedSeams == null && offsetIndex.isPresent() && part.baseOffset().isPresent()) {
      Optional<OffsetIndexEntry> entry =
          offsetIndex.get().floorByPosition(wanted).filter(this::leadsToItsBatch);
      if (entry.isPresent()) {
        return entry.get().position();
      }
    }
    if (walkedSeams == null) {
      walkedSeams = walk();
    }
    long seam = 0;
    for (long walked : walkedSeams) {
      seam = walked <= wanted ? walked : seam;
    }
    return seam;
  }

  private boolean leadsToItsBatch(OffsetIndexEntry entry) {
    long offset = entry.offset(part.baseOffset().getAsLong());
    try {
      if (entry.position() < 0 || entry.position() >= log.sizeBytes()) {
        return false;
      }
      openRange(probe, entry.position(), entry.position() + 1L);
      SpanKind kind = probe.next();
      boolean isBatch = kind == SpanKind.BATCH || kind == SpanKind.OVERSIZED;
      return isBatch && probe.baseOffset() <= offset && offset <= probe.lastOffset();
    } catch (IOException e) {
      return false;
    }
  }

  /** Without an index the headers tell where batches start; 8 bytes are kept for each step. */
  private List<Long> walk() throws IOException {
    List<Long> seams = new ArrayList<>(List.of(0L));
    openWhole(probe);
    while (probe.next() != null) {
      if (probe.position() - seams.get(seams.size() - 1) >= STEP_BYTES
          && probe.kind() != SpanKind.PREALLOCATED) {
        seams.add(probe.position());
      }
    }
    return seams;
  }

  @Override
  public void close() throws IOException {
    log.close();
    if (offsetIndex.isPresent()) {
      offsetIndex.get().close();
    }
    if (timeIndex.isPresent()) {
      timeIndex.get().close();
    }
  }
}
