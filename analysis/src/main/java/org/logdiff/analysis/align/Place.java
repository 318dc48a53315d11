package org.logdiff.analysis.align;

/**
 * A place in a replica's log where a batch starts.
 *
 * @param segment number of the segment; the count of segments for the end of the log
 * @param position in its file
 */
record Place(int segment, long position) {
  static final Place START = new Place(0, 0);
}
