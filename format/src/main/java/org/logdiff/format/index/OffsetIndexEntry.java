package org.logdiff.format.index;

/**
 * An entry of an offset index: where in the log file to start looking.
 *
 * @param relativeOffset last offset of a batch, minus the segment's base offset
 * @param position of that batch in the log file, in bytes
 */
public record OffsetIndexEntry(int relativeOffset, int position) {
  /** The log offset, given the segment's base offset. */
  public long offset(long baseOffset) {
    return baseOffset + relativeOffset;
  }
}
