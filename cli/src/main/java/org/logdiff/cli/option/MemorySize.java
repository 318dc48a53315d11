package org.logdiff.cli.option;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A number of bytes, written as the JVM takes it: {@code 512m}, {@code 2g}. */
public final class MemorySize implements ITypeConverter<Long> {
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,18})([kmgt]?)(?:i?b)?");
  private static final String UNITS = "kmgt";

  /** Less would only ever make more passes. */
  private static final long SMALLEST = 1L << 20;

  @Override
  public Long convert(String text) {
    Matcher size = SIZE.matcher(text.toLowerCase(Locale.ROOT));
    if (!size.matches()) {
      throw new TypeConversionException("'" + text + "' is no size as in 512m or 2g");
    }
    int shift = size.group(2).isEmpty() ? 0 : 10 * (UNITS.indexOf(size.group(2)) + 1);
    long count = Long.parseLong(size.group(1));
    if (count > Long.MAX_VALUE >> shift) {
      throw new TypeConversionException("'" + text + "' is more than any machine has");
    }
    if (count << shift < SMALLEST) {
      throw new TypeConversionException("'" + text + "' is less than 1m");
    }
    return count << shift;
  }
}
