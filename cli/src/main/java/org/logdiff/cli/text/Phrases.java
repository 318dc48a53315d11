package org.logdiff.cli.text;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.OffsetRange;
import org.logdiff.analysis.report.Severity;
import org.logdiff.analysis.report.Verdict;
import org.logdiff.cli.console.Paint.Style;

/** Words for values, the same wherever they appear. */
final class Phrases {
  /** More ranges than that help nobody; the JSON has them all. */
  private static final int RANGES_SHOWN = 6;

  private static final DateTimeFormatter MILLISECONDS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  private Phrases() {}

  static String count(long number, String one, String many) {
    return number + " " + (number == 1 ? one : many);
  }

  static String offsets(OffsetRange range) {
    return range.first() == range.last()
        ? "offset " + range.first()
        : "offsets " + range.first() + " to " + range.last();
  }

  /** As in {@code offsets 3, 5 to 7}. */
  static String offsets(List<OffsetRange> ranges) {
    if (ranges.size() == 1) {
      return offsets(ranges.get(0));
    }
    String shown =
        ranges.stream().limit(RANGES_SHOWN).map(Phrases::bare).collect(Collectors.joining(", "));
    int hidden = ranges.size() - RANGES_SHOWN;
    return "offsets "
        + shown
        + (hidden > 0 ? " and " + count(hidden, "more range", "more ranges") : "");
  }

  private static String bare(OffsetRange range) {
    return range.first() == range.last()
        ? Long.toString(range.first())
        : range.first() + " to " + range.last();
  }

  static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** As in {@code 2026-11-30T21:54:31.055Z}, always with milliseconds. */
  static String time(long epochMs) {
    return MILLISECONDS.format(Instant.ofEpochMilli(epochMs));
  }

  /** As in {@code 1 error, 2 warnings}; empty if there are no findings. */
  static String tally(List<Finding> findings) {
    return Arrays.stream(Severity.values())
        .map(severity -> tally(findings, severity))
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(", "));
  }

  private static String tally(List<Finding> findings, Severity severity) {
    long number = findings.stream().filter(f -> f.severity() == severity).count();
    String one = name(severity);
    return number == 0 ? "" : count(number, one, one + "s");
  }

  static Style style(Verdict verdict) {
    return switch (verdict) {
      case CONSISTENT -> Style.GOOD;
      case INCONSISTENT -> Style.BAD;
      case UNDETERMINED -> Style.WARNING;
    };
  }

  static Style style(Severity severity) {
    return switch (severity) {
      case ERROR -> Style.BAD;
      case WARNING -> Style.WARNING;
      case INFO -> Style.STRONG;
    };
  }
}
