package org.logdiff.analysis.align;

import org.logdiff.analysis.replica.Replica;

/**
 * A place in a replica's log where a batch starts.
 *
 * @param segment number of the segment; the count of segments for the end of the log
 * @param position in its file
 * @param expectedOffset the lowest offset that may come next
 */
record Place(int segment, long position, long expectedOffset) {

  /** Where a segment begins; after the last one, the end of the log. */
  static Place startOf(Replica replica, int segment) {
    return segment < replica.segments().size()
        ? new Place(segment, 0, replica.segments().get(segment).baseOffset())
        : endOf(replica);
  }

  static Place endOf(Replica replica) {
    return new Place(replica.segments().size(), 0, Long.MAX_VALUE);
  }
}
