package org.logdiff.cli.option;

import org.logdiff.cli.console.ColorMode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** {@code auto}, {@code always} or {@code never}. */
final class ColorWord implements ITypeConverter<ColorMode> {
  @Override
  public ColorMode convert(String text) {
    return switch (text) {
      case "auto" -> ColorMode.AUTO;
      case "always" -> ColorMode.ALWAYS;
      case "never" -> ColorMode.NEVER;
      default -> throw new TypeConversionException("'" + text + "' is not auto, always or never");
    };
  }
}
