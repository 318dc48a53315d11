package org.logdiff.analysis.inspect;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What is to be shown of a log.
 *
 * @param firstOffset the lowest, MIN_VALUE for any
 * @param lastOffset the highest, inclusive, MAX_VALUE for any
 * @param fromMs the earliest timestamp, MIN_VALUE for any
 * @param toMs the latest timestamp, inclusive, MAX_VALUE for any
 * @param producerEpoch only with a producer id
 * @param leaderEpoch partitionLeaderEpoch of the batch
 * @param kinds empty for all
 * @param grep to be found in the decoded value
 * @param limit the most entries of a partition or a file; MAX_VALUE for all
 * @param fromEnd whether the last entries count for the limit, not the first
 * @param isDescending whether entries are told from the last to the first
 * @param isExhaustive whether every batch is read, whatever indexes and the order of timestamps say
 */
public record Selection(
    long firstOffset,
    long lastOffset,
    long fromMs,
    long toMs,
    Optional<KeyFilter> key,
    OptionalLong producerId,
    OptionalInt producerEpoch,
    OptionalInt leaderEpoch,
    Set<RecordKind> kinds,
    Optional<Pattern> grep,
    long limit,
    boolean fromEnd,
    boolean isDescending,
    boolean isExhaustive) {
  /** Everything, in order. */
  public static final Selection ALL =
      new Selection(
          Long.MIN_VALUE,
          Long.MAX_VALUE,
          Long.MIN_VALUE,
          Long.MAX_VALUE,
          Optional.empty(),
          OptionalLong.empty(),
          OptionalInt.empty(),
          OptionalInt.empty(),
          Set.of(),
          Optional.empty(),
          Long.MAX_VALUE,
          false,
          false,
          false);

  public Selection {
    kinds = Set.copyOf(kinds);
  }

  boolean hasOffsets() {
    return firstOffset != Long.MIN_VALUE || lastOffset != Long.MAX_VALUE;
  }

  boolean hasTimes() {
    return fromMs != Long.MIN_VALUE || toMs != Long.MAX_VALUE;
  }

  /** Whether something is asked for that only a look at each record can tell. */
  boolean asksForRecords() {
    return key.isPresent()
        || grep.isPresent()
        || kinds.contains(RecordKind.DATA)
        || kinds.contains(RecordKind.TOMBSTONE);
  }

  /** Whether anything at all is asked for. */
  boolean isNarrowed() {
    return !equals(ALL);
  }

  boolean allows(RecordKind kind) {
    return kinds.isEmpty() || kinds.contains(kind);
  }

  boolean allowsOffset(long offset) {
    return firstOffset <= offset && offset <= lastOffset;
  }

  boolean allowsTime(long timestamp) {
    return fromMs <= timestamp && timestamp <= toMs;
  }
}
