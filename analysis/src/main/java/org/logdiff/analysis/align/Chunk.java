package org.logdiff.analysis.align;

import java.util.List;

/**
 * A range of offsets of a partition that is worked on by itself: on each replica a stretch between
 * two places where batches start.
 *
 * @param parts how many chunks of the plan it was joined from
 * @param from per replica
 * @param to per replica, exclusive
 */
record Chunk(int parts, List<Place> from, List<Place> to, long sizeBytes) {
  Chunk {
    from = List.copyOf(from);
    to = List.copyOf(to);
  }

  /** Whether some replica can have a batch here that reaches its offset. */
  boolean reaches(long[] offsets) {
    for (int r = 0; r < offsets.length; r++) {
      if (to.get(r).expectedOffset() > offsets[r]) {
        return true;
      }
    }
    return false;
  }

  /** This chunk and the one after it as one. */
  Chunk join(Chunk next) {
    return new Chunk(parts + next.parts, from, next.to, sizeBytes + next.sizeBytes);
  }
}
