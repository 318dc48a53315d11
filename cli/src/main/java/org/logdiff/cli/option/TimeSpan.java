package org.logdiff.cli.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A range of times: {@code A..B}, both inclusive, {@code A..} or {@code ..B}.
 *
 * @param fromMs MIN_VALUE if it is open
 * @param toMs MAX_VALUE if it is open
 */
public record TimeSpan(long fromMs, long toMs) {
  /** Reads one. */
  public static final class Converter implements ITypeConverter<TimeSpan> {
    @Override
    public TimeSpan convert(String text) {
      int dots = text.indexOf("..");
      if (dots < 0) {
        throw new TypeConversionException(
            "'" + text + "' is no range of times as in 2026-11-30T21:00..2026-11-30T22:00");
      }
      String from = text.substring(0, dots);
      String to = text.substring(dots + 2);
      TimeSpan span =
          new TimeSpan(
              from.isEmpty() ? Long.MIN_VALUE : Moment.parse(from, false).toEpochMilli(),
              to.isEmpty() ? Long.MAX_VALUE : Moment.parse(to, true).toEpochMilli());
      if (span.fromMs > span.toMs) {
        throw new TypeConversionException("'" + text + "': its end is before its start");
      }
      return span;
    }
  }
}
