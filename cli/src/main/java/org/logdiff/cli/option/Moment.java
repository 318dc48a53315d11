package org.logdiff.cli.option;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A moment: a date, a date and a time, with an offset or in UTC, or milliseconds since the epoch.
 */
public final class Moment implements ITypeConverter<Instant> {
  @Override
  public Instant convert(String text) {
    return parse(text, false);
  }

  /**
   * Reads a moment.
   *
   * @param isEnd whether a date stands for its end and not for its start
   */
  static Instant parse(String text, boolean isEnd) {
    try {
      if (text.matches("-?[0-9]+")) {
        return Instant.ofEpochMilli(Long.parseLong(text));
      }
      if (text.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}")) {
        LocalDate date = LocalDate.parse(text);
        Instant next = date.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
        return isEnd ? next.minusMillis(1) : date.atStartOfDay(ZoneOffset.UTC).toInstant();
      }
      return text.matches(".*(Z|[+-][0-9]{2}:?[0-9]{2})")
          ? OffsetDateTime.parse(text).toInstant()
          : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
    } catch (DateTimeParseException | NumberFormatException e) {
      throw new TypeConversionException(
          "'"
              + text
              + "' is no time as in 2026-11-30, 2026-11-30T21:41:21.425Z or 1796074881425 (UTC)");
    }
  }
}
