package org.logdiff.cli.json;

import java.util.List;
import java.util.Locale;
import org.logdiff.analysis.report.OffsetRange;

/** How single values are written. */
public final class Names {
  private Names() {}

  /** A constant in lower case; no constant of the report has two words. */
  public static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** A constant of several words, in lower case with hyphens. */
  static String hyphenated(Enum<?> constant) {
    return of(constant).replace('_', '-');
  }

  /** {@code [first, last]}, both inclusive; null for null. */
  static List<Long> of(OffsetRange offsets) {
    return offsets == null ? null : List.of(offsets.first(), offsets.last());
  }
}
