package org.logdiff.format.layout;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.logdiff.format.checkpoint.LeaderEpochCheckpoint;
import org.logdiff.format.checkpoint.PartitionMetadata;

/**
 * The name of a file in a partition directory, taken apart.
 *
 * <table>
 * <caption>Names</caption>
 * <tr><th>kind</th><th>name</th><th>leftovers</th></tr>
 * <tr><td>LOG</td><td>{@code <offset>.log}</td><td>deleted, cleaned, swap</td></tr>
 * <tr><td>OFFSET_INDEX</td><td>{@code <offset>.index}</td><td>deleted, cleaned, swap</td></tr>
 * <tr><td>TIME_INDEX</td><td>{@code <offset>.timeindex}</td><td>deleted, cleaned, swap</td></tr>
 * <tr><td>TRANSACTION_INDEX</td><td>{@code <offset>.txnindex}</td><td>deleted, cleaned, swap</td></tr>
 * <tr><td>PRODUCER_SNAPSHOT</td><td>{@code <offset>.snapshot}</td><td>deleted</td></tr>
 * <tr><td>KRAFT_SNAPSHOT</td><td>{@code <offset>-<epoch>.checkpoint}</td><td>deleted; part, with
 *     {@code -<random>} after the epoch</td></tr>
 * <tr><td>LEADER_EPOCH_CHECKPOINT</td><td>{@code leader-epoch-checkpoint}</td><td>tmp</td></tr>
 * <tr><td>PARTITION_METADATA</td><td>{@code partition.metadata}</td><td>tmp</td></tr>
 * <tr><td>QUORUM_STATE</td><td>{@code quorum-state}</td><td>tmp</td></tr>
 * </table>
 *
 * <p>An offset has 20 digits, an epoch 10. Kafka reads an offset of fewer digits too, but then
 * opens the file of 20; so such a name is unrecognised here. Deleted snapshots of producer states
 * and KRaft snapshots with their suffix stay recognised by kind.
 *
 * <p>Source: {@code org.apache.kafka.storage.internals.log.LogFileUtils}, {@code
 * org.apache.kafka.snapshot.Snapshots}, Kafka 4.4.0.
 *
 * @param name as it is
 * @param kind {@link Kind#UNRECOGNISED} for a name that no broker gives
 * @param offset log offset: the base offset of a segment's file, the end (exclusive) of a
 *     snapshot's; empty for other kinds
 * @param epoch of a KRaft snapshot; empty for other kinds
 * @param leftover the suffix; empty for a file in use
 */
public record LogFileName(
    String name,
    Kind kind,
    OptionalLong offset,
    OptionalInt epoch,
    Optional<LeftoverSuffix> leftover)
    implements Comparable<LogFileName> {

  /** What a file is for. */
  public enum Kind {
    LOG(".log"),
    OFFSET_INDEX(".index"),
    TIME_INDEX(".timeindex"),
    TRANSACTION_INDEX(".txnindex"),
    PRODUCER_SNAPSHOT(".snapshot"),
    KRAFT_SNAPSHOT(".checkpoint"),
    LEADER_EPOCH_CHECKPOINT(LeaderEpochCheckpoint.FILE_NAME),
    PARTITION_METADATA(PartitionMetadata.FILE_NAME),
    QUORUM_STATE("quorum-state"),
    UNRECOGNISED("");

    private final String ending;

    Kind(String ending) {
      this.ending = ending;
    }

    /** Whether the file belongs to one segment: a log or one of its indexes. */
    public boolean isOfSegment() {
      return this == LOG || isIndex();
    }

    public boolean isIndex() {
      return this == OFFSET_INDEX || this == TIME_INDEX || this == TRANSACTION_INDEX;
    }
  }

  private static final Pattern OFFSET_NAME = Pattern.compile("([0-9]{20})(\\.[a-z]+)");
  private static final Pattern KRAFT_SNAPSHOT_NAME =
      Pattern.compile("([0-9]{20})-([0-9]{10})(-[0-9]+)?\\.checkpoint");

  /** Takes a name apart; any name has an answer. */
  public static LogFileName parse(String name) {
    Optional<LeftoverSuffix> leftover = LeftoverSuffix.of(name);
    String stem =
        leftover
            .map(suffix -> name.substring(0, name.length() - suffix.suffix().length()))
            .orElse(name);
    LogFileName parsed = parseStem(name, stem, leftover);
    return isGivenByBroker(parsed) ? parsed : unrecognised(name);
  }

  /** The name of a segment's file or a producer snapshot. */
  public static LogFileName of(Kind kind, long offset) {
    if (!kind.isOfSegment() && kind != Kind.PRODUCER_SNAPSHOT) {
      throw new IllegalArgumentException(kind + " is not named by an offset alone");
    }
    return new LogFileName(
        String.format("%020d", offset) + kind.ending,
        kind,
        OptionalLong.of(offset),
        OptionalInt.empty(),
        Optional.empty());
  }

  /** Whether the file is in use by the log: recognised, and without a leftover's suffix. */
  public boolean isInUse() {
    return kind != Kind.UNRECOGNISED && leftover.isEmpty();
  }

  @Override
  public int compareTo(LogFileName that) {
    return name.compareTo(that.name);
  }

  @Override
  public String toString() {
    return name;
  }

  private static LogFileName parseStem(
      String name, String stem, Optional<LeftoverSuffix> leftover) {
    Matcher byOffset = OFFSET_NAME.matcher(stem);
    if (byOffset.matches()) {
      OptionalLong offset = parseLong(byOffset.group(1));
      Kind kind = kindWithEnding(byOffset.group(2));
      return new LogFileName(name, kind, offset, OptionalInt.empty(), leftover);
    }
    Matcher kraftSnapshot = KRAFT_SNAPSHOT_NAME.matcher(stem);
    if (kraftSnapshot.matches()) {
      boolean isTemporary = kraftSnapshot.group(3) != null;
      boolean isPart = leftover.equals(Optional.of(LeftoverSuffix.PART));
      OptionalLong epoch = parseLong(kraftSnapshot.group(2));
      if (isTemporary == isPart && epoch.isPresent() && epoch.getAsLong() <= Integer.MAX_VALUE) {
        return new LogFileName(
            name,
            Kind.KRAFT_SNAPSHOT,
            parseLong(kraftSnapshot.group(1)),
            OptionalInt.of((int) epoch.getAsLong()),
            leftover);
      }
      return unrecognised(name);
    }
    return new LogFileName(
        name, kindNamed(stem), OptionalLong.empty(), OptionalInt.empty(), leftover);
  }

  private static boolean isGivenByBroker(LogFileName parsed) {
    Optional<LeftoverSuffix> leftover = parsed.leftover;
    switch (parsed.kind) {
      case LOG, OFFSET_INDEX, TIME_INDEX, TRANSACTION_INDEX:
        return parsed.offset.isPresent()
            && isOneOf(
                leftover, LeftoverSuffix.DELETED, LeftoverSuffix.CLEANED, LeftoverSuffix.SWAP);
      case PRODUCER_SNAPSHOT:
        return parsed.offset.isPresent() && isOneOf(leftover, LeftoverSuffix.DELETED);
      case KRAFT_SNAPSHOT:
        return parsed.offset.isPresent()
            && isOneOf(leftover, LeftoverSuffix.DELETED, LeftoverSuffix.PART);
      case LEADER_EPOCH_CHECKPOINT, PARTITION_METADATA, QUORUM_STATE:
        return isOneOf(leftover, LeftoverSuffix.TMP);
      default:
        return false;
    }
  }

  private static boolean isOneOf(Optional<LeftoverSuffix> leftover, LeftoverSuffix... allowed) {
    for (LeftoverSuffix suffix : allowed) {
      if (leftover.isPresent() && leftover.get() == suffix) {
        return true;
      }
    }
    return leftover.isEmpty();
  }

  private static Kind kindWithEnding(String ending) {
    for (Kind kind : Kind.values()) {
      if (kind.ending.equals(ending) && kind != Kind.KRAFT_SNAPSHOT) {
        return kind;
      }
    }
    return Kind.UNRECOGNISED;
  }

  private static Kind kindNamed(String name) {
    for (Kind kind : Kind.values()) {
      if (kind.ending.equals(name)) {
        return kind.ending.startsWith(".") ? Kind.UNRECOGNISED : kind;
      }
    }
    return Kind.UNRECOGNISED;
  }

  private static OptionalLong parseLong(String digits) {
    try {
      return OptionalLong.of(Long.parseLong(digits));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  private static LogFileName unrecognised(String name) {
    return new LogFileName(
        name, Kind.UNRECOGNISED, OptionalLong.empty(), OptionalInt.empty(), Optional.empty());
  }
}
