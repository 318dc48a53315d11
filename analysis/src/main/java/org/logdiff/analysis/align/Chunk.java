package org.logdiff.analysis.align;

import java.util.List;

/**
 * A range of offsets of a partition that is worked on by itself: on each replica a stretch between
 * two places where batches start.
 *
 * @param firstOffset no batch of the chunk starts below it, but for damage at the log's start
 * @param from per replica
 * @param to per replica, exclusive
 */
record Chunk(int number, long firstOffset, List<Place> from, List<Place> to, long sizeBytes) {
  Chunk {
    from = List.copyOf(from);
    to = List.copyOf(to);
  }
}
