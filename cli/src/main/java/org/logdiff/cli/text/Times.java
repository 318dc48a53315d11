package org.logdiff.cli.text;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Times for people: UTC, with milliseconds. */
final class Times {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  /** Of a moment as it is shown. */
  static final int COLUMNS = 24;

  private static final long LAST_SHOWN_MS =
      Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();

  private Times() {}

  /** As in {@code 2026-11-30T21:41:21.425Z}; the number itself for -1 and what no year has. */
  static String of(long ms) {
    try {
      return ms < 0 || ms > LAST_SHOWN_MS
          ? Long.toString(ms)
          : FORMAT.format(Instant.ofEpochMilli(ms));
    } catch (DateTimeException e) {
      return Long.toString(ms);
    }
  }

  /** As in {@code 23 h 59 min left} or {@code passed 3 min 2 s ago}. */
  static String until(long ms, long nowMs) {
    long left = ms - nowMs;
    return left >= 0 ? span(left) + " left" : "passed " + span(-left) + " ago";
  }

  private static String span(long ms) {
    Duration time = Duration.ofMillis(ms);
    if (time.toDays() > 0) {
      return time.toDays() + " d " + time.toHoursPart() + " h";
    } else if (time.toHours() > 0) {
      return time.toHours() + " h " + time.toMinutesPart() + " min";
    } else if (time.toMinutes() > 0) {
      return time.toMinutes() + " min " + time.toSecondsPart() + " s";
    }
    return time.toSeconds() + " s";
  }
}
