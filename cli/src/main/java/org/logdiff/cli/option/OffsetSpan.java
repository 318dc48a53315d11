package org.logdiff.cli.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A range of offsets: {@code A..B}, both inclusive, {@code A..}, {@code ..B}, or one.
 *
 * @param first MIN_VALUE if it is open
 * @param last MAX_VALUE if it is open
 */
public record OffsetSpan(long first, long last) {
  /** Reads one. */
  public static final class Converter implements ITypeConverter<OffsetSpan> {
    @Override
    public OffsetSpan convert(String text) {
      int dots = text.indexOf("..");
      try {
        if (dots < 0) {
          return new OffsetSpan(Long.parseLong(text), Long.parseLong(text));
        }
        String first = text.substring(0, dots);
        String last = text.substring(dots + 2);
        OffsetSpan span =
            new OffsetSpan(
                first.isEmpty() ? Long.MIN_VALUE : Long.parseLong(first),
                last.isEmpty() ? Long.MAX_VALUE : Long.parseLong(last));
        if (span.first > span.last) {
          throw new TypeConversionException("'" + text + "': its end is before its start");
        }
        return span;
      } catch (NumberFormatException e) {
        throw new TypeConversionException(
            "'" + text + "' is no range of offsets as in 10..20, 10.., ..20 or 10");
      }
    }
  }
}
