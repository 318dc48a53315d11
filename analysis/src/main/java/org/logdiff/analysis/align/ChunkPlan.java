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
  /** Large enough that the seam costs nothing, small enough to spread over many cores. */
  static final long CHUNK_BYTES = 32L << 20;

  /** A cut may fall on a batch that another replica has merged differently; then try the next. */
  private static final int TRIES_PER_CUT = 8;

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
    cuts.add(replicas.stream().map(replica -> Place.START).toList());
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
    List<Place> ends = replicas.stream().map(r -> new Place(r.segments().size(), 0)).toList();
    cuts.add(ends);
    List<Chunk> chunks = new ArrayList<>();
    for (int i = 0; i + 1 < cuts.size(); i++) {
      chunks.add(
          new Chunk(
              i, offsets.get(i), cuts.get(i), cuts.get(i + 1), size(cuts.get(i), cuts.get(i + 1))));
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

  /** Base offset of a batch near a position, by the index; -1 if there is none to be trusted. */
  private long batchNear(Segment segment, long position) throws IOException {
    if (segment.index().isEmpty()) {
      return -1;
    }
    int low = 0;
    int high = segment.index().get().entryCount() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      Optional<OffsetIndexEntry> entry = segment.index().get().entry(middle);
      if (entry.isEmpty()) {
        return -1;
      }
      if (entry.get().position() <= position) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    Optional<OffsetIndexEntry> entry =
        high < 0 ? Optional.empty() : segment.index().get().entry(low);
    if (entry.isEmpty()) {
      return -1;
    }
    Optional<RecordBatchHeader> batch = locator.headerAt(segment, entry.get().position());
    return batch.map(RecordBatchHeader::baseOffset).orElse(-1L);
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
