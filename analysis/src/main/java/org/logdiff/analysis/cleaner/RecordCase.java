package org.logdiff.analysis.cleaner;

/**
 * Whether a pass keeps a record. The first row that fits.
 *
 * <p>Source: {@code Cleaner.shouldRetainRecord}, Kafka 4.4.0; the same in 4.2.1 and 3.9.1.
 */
public enum RecordCase {
  /** The batch's row keeps none. */
  DISCARDED('i', false, "its batch is discarded"),
  /** The control record of a batch that is not discarded. */
  CONTROL('j', true, "a control record that is not discarded"),
  /** Beyond the end of the key map. */
  BEYOND_MAP('k', true, "it lies beyond what this pass cleans by"),
  /** Without a key. */
  NO_KEY('l', false, "a record without a key cannot be compacted"),
  /** A later record of its key was mapped. */
  SUPERSEDED('m', false, "a later record has the same key"),
  /** A value, the latest. */
  LATEST_VALUE('n', true, "the latest value of its key"),
  /** A tombstone whose batch gets its horizon now. */
  NEW_TOMBSTONE('o', true, "a tombstone: its delete horizon is set now"),
  /** A tombstone whose horizon is ahead. */
  WAITING_TOMBSTONE('p', true, "a tombstone whose delete horizon is not past"),
  /** A tombstone whose horizon is past. */
  EXPIRED_TOMBSTONE('q', false, "a tombstone whose delete horizon is past"),
  /** A tombstone of magic 0 or 1 in a segment modified late enough. */
  YOUNG_LEGACY_TOMBSTONE('r', true, "an old-format tombstone in a segment modified recently"),
  /** A tombstone of magic 0 or 1 in a segment modified long ago. */
  OLD_LEGACY_TOMBSTONE('s', false, "an old-format tombstone in a segment modified long ago");

  private final char letter;
  private final boolean keeps;
  private final String words;

  RecordCase(char letter, boolean keeps, String words) {
    this.letter = letter;
    this.keeps = keeps;
    this.words = words;
  }

  public char letter() {
    return letter;
  }

  public boolean keeps() {
    return keeps;
  }

  public String words() {
    return words;
  }

  /**
   * The row of a record of a data batch that is not discarded.
   *
   * @param isBeyondMap its offset is above the map's last
   * @param isSuperseded the map has a higher offset for its key
   */
  static RecordCase of(
      boolean isBeyondMap,
      boolean hasKey,
      boolean isSuperseded,
      boolean hasValue,
      TombstoneRule tombstones) {
    if (isBeyondMap) {
      return BEYOND_MAP;
    }
    if (!hasKey) {
      return NO_KEY;
    }
    if (isSuperseded) {
      return SUPERSEDED;
    }
    return hasValue ? LATEST_VALUE : tombstones.row;
  }

  /** What becomes of a tombstone that is the latest of its key. */
  enum TombstoneRule {
    HORIZON_UNSET(NEW_TOMBSTONE),
    HORIZON_AHEAD(WAITING_TOMBSTONE),
    HORIZON_PAST(EXPIRED_TOMBSTONE),
    LEGACY_YOUNG(YOUNG_LEGACY_TOMBSTONE),
    LEGACY_OLD(OLD_LEGACY_TOMBSTONE);

    private final RecordCase row;

    TombstoneRule(RecordCase row) {
      this.row = row;
    }

    static TombstoneRule of(boolean isLegacy, boolean isSegmentYoung, Horizon horizon) {
      if (isLegacy) {
        return isSegmentYoung ? LEGACY_YOUNG : LEGACY_OLD;
      }
      return switch (horizon) {
        case UNSET -> HORIZON_UNSET;
        case AHEAD -> HORIZON_AHEAD;
        case PAST -> HORIZON_PAST;
      };
    }
  }
}
