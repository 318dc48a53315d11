package org.logdiff.analysis.align;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.replica.Segment;
import org.logdiff.format.batch.RecordBatchHeader;
import org.logdiff.format.index.OffsetIndexEntry;

/**
 * Cuts a partition into chunks that can be worked on in parallel. A cut is an offset at which a
 * batch starts, or none lies across, on every replica; so each byte of each replica belongs to
 * exactly one chunk. Where the files are too odd for a cut, there is none.
 */
final class ChunkPlan {
  /** A cut may fall on a batch that another replica has merged differently; then try the next. */
  private static final int TRIES_PER_CUT = 8;

  /** Index entries are 4 KiB apart by default. Without an index the cut may fall short. */
  private static final long LONGEST_WALK_BYTES = 1L << 20;

  private final List<Replica> replicas;
  private final long chunkBytes;
  private final BatchLocator locator = new BatchLocator();

  ChunkPlan(List<Replica> replicas, long chunkBytes) {
    this.replicas = replicas;
    this.chunkBytes = chunkBytes;
  }

  List<Chunk> chunks() throws IOException {
    List<Long> offsets = new ArrayList<>();
    List<List<Place>> cuts = new ArrayList<>();
    offsets.add(lowestOffset());
    cuts.add(replicas.stream().map(replica -> Place.startOf(replica, 0)).toList());
    Replica largest = replicas.get(0);
    for (Replica replica : replicas) {
      if (replica.sizeBytes() > largest.sizeBytes()) {
        largest = replica;
      }
    }
    long sinceCut = 0;
    for (Segment segment : largest.segments()) {
      for (long position = 0; position < segment.sizeBytes(); ) {
        long step = Math.min(chunkBytes - sinceCut, segment.sizeBytes() - position);
        position += step;
        sinceCut += step;
        if (sinceCut >= chunkBytes) {
          cutNear(segment, position, offsets, cuts);
          sinceCut = 0;
        }
      }
    }
    cuts.add(replicas.stream().map(Place::endOf).toList());
    List<Chunk> chunks = new ArrayList<>();
    for (int i = 0; i + 1 < cuts.size(); i++) {
      chunks.add(new Chunk(1, cuts.get(i), cuts.get(i + 1), size(cuts.get(i), cuts.get(i + 1))));
    }
    return chunks;
  }

  private long lowestOffset() {
    return replicas.stream().mapToLong(r -> r.segments().get(0).baseOffset()).min().orElse(0);
  }

  private void cutNear(Segment segment, long position, List<Long> offsets, List<List<Place>> cuts)
      throws IOException {
    long offset = batchNear(segment, position);
    for (int i = 0; i < TRIES_PER_CUT && offset >= 0; i++) {
      if (offset > offsets.get(offsets.size() - 1)) {
        Optional<List<Place>> cut = cutAt(offset);
        if (cut.isPresent() && isOrdered(cuts.get(cuts.size() - 1), cut.get())) {
          offsets.add(offset);
          cuts.add(cut.get());
          return;
        }
      }
      offset = batchNear(segment, position + (i + 1) * (chunkBytes / (2 * TRIES_PER_CUT)));
    }
  }

  private Optional<List<Place>> cutAt(long offset) throws IOException {
    List<Place> cut = new ArrayList<>();
    for (Replica replica : replicas) {
      Optional<Place> place = locator.firstAtOrAbove(replica, offset);
      if (place.isEmpty()) {
        return Optional.empty();
      }
      cut.add(place.get());
    }
    return Optional.of(cut);
  }

  /** Damaged offsets could lead backwards. */
  private static boolean isOrdered(List<Place> before, List<Place> after) {
    for (int r = 0; r < before.size(); r++) {
      Place a = before.get(r);
      Place b = after.get(r);
      if (b.segment() < a.segment()
          || (b.segment() == a.segment() && b.position() < a.position())) {
        return false;
      }
    }
    return true;
  }

  /** Base offset of the last batch that starts at or before a position; -1 if none is found. */
  private long batchNear(Segment segment, long position) throws IOException {
    long at = indexedPosition(segment, position);
    long baseOffset = -1;
    long end = Math.min(position, at + LONGEST_WALK_BYTES);
    while (at <= end) {
      Optional<RecordBatchHeader> batch = locator.headerAt(segment, at);
      if (batch.isEmpty()) {
        break;
      }
      baseOffset = batch.get().baseOffset();
      at += batch.get().sizeBytes();
    }
    return baseOffset;
  }

  /** The last position at or before another that the index knows; 0 without one. */
  private static long indexedPosition(Segment segment, long position) throws IOException {
    int low = 0;
    int high = segment.index().isEmpty() ? -1 : segment.index().get().entryCount() - 1;
    long found = 0;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      Optional<OffsetIndexEntry> entry = segment.index().get().entry(middle);
      if (entry.isEmpty()) {
        return 0;
      }
      if (entry.get().position() <= position) {
        found = entry.get().position();
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return found;
  }

  private long size(List<Place> from, List<Place> to) {
    long size = 0;
    for (int r = 0; r < replicas.size(); r++) {
      size += bytesBefore(replicas.get(r), to.get(r)) - bytesBefore(replicas.get(r), from.get(r));
    }
    return size;
  }

  private static long bytesBefore(Replica replica, Place place) {
    long bytes = place.position();
    for (int i = 0; i < place.segment(); i++) {
      bytes += replica.segments().get(i).sizeBytes();
    }
    return bytes;
  }
}
