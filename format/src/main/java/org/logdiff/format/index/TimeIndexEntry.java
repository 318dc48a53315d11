package org.logdiff.format.index;

/**
 * An entry of a time index: no record up to this offset has a larger timestamp.
 *
 * @param timestamp milliseconds, the largest of the segment so far
 * @param relativeOffset of the record or batch that has it, minus the segment's base offset
 */
public record TimeIndexEntry(long timestamp, int relativeOffset) {
  /** The log offset, given the segment's base offset. */
  public long offset(long baseOffset) {
    return baseOffset + relativeOffset;
  }
}
