package org.logdiff.format.batch;

import java.util.Optional;
import java.util.OptionalLong;
import org.logdiff.format.index.OffsetIndexEntry;
import org.logdiff.format.index.TimeIndexEntry;

/**
 * How far a closed segment reaches, as the files around its log say. A log that is cut off between
 * two batches does not show it by itself.
 *
 * @param nextBaseOffset base offset of the next segment; MAX_VALUE without one
 * @param lastIndexed the last entry of the {@code .index}; empty without one
 * @param lastTimed the last entry of the {@code .timeindex}; empty without one
 * @param missingSegment base offset of a segment between this one and the next, of which only
 *     indexes are left
 */
public record SegmentExtent(
    long nextBaseOffset,
    Optional<OffsetIndexEntry> lastIndexed,
    Optional<TimeIndexEntry> lastTimed,
    OptionalLong missingSegment) {
  /** Of which nothing is known, as of the last segment, which a broker may be appending to. */
  public static final SegmentExtent UNKNOWN =
      new SegmentExtent(Long.MAX_VALUE, Optional.empty(), Optional.empty(), OptionalLong.empty());

  /**
   * What the files around the log name and the log does not have. Both fields of an index entry
   * must lie beyond the log, so that an index with a flipped bit puts no blame on it.
   *
   * @param baseOffset of the segment
   * @param nextOffset after the log's last batch
   * @param endPosition of the log's last batch
   * @param largestTimestamp of the log's batches; MIN_VALUE without any
   * @return in words; empty if the log reaches as far as it should
   */
  Optional<String> missing(
      long baseOffset, long nextOffset, long endPosition, long largestTimestamp) {
    if (missingSegment.isPresent()) {
      return Optional.of(
          "the segment of base offset " + missingSegment.getAsLong() + ", whose indexes are there");
    }
    return lastTimed
        .filter(entry -> entry.timestamp() > largestTimestamp)
        .map(entry -> baseOffset + entry.relativeOffset())
        .filter(offset -> isBeyond(offset, nextOffset))
        .map(offset -> named(offset, ".timeindex"))
        .or(
            () ->
                lastIndexed
                    .filter(entry -> entry.position() >= endPosition)
                    .map(entry -> baseOffset + entry.relativeOffset())
                    .filter(offset -> isBeyond(offset, nextOffset))
                    .map(offset -> named(offset, ".index")));
  }

  private boolean isBeyond(long offset, long nextOffset) {
    return nextOffset <= offset && offset < nextBaseOffset;
  }

  private static String named(long offset, String index) {
    return "batches up to offset " + offset + ", which the " + index + " names";
  }
}
