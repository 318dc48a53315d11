package org.logdiff.cli.option;

import java.util.regex.Pattern;

/** The name of a partition, as in {@code foo-0}. */
public final class PartitionName {
  private static final Pattern NAME = Pattern.compile(".+-[0-9]+");

  private PartitionName() {}

  public static boolean isOne(String text) {
    return NAME.matcher(text).matches();
  }

  public static String complaint(String text) {
    return "--partition: '%s' is no partition; write the topic and the number, as in %s-0, or use --topic"
        .formatted(text, text.isEmpty() ? "foo" : text);
  }
}
