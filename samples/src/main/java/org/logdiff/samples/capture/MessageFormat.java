package org.logdiff.samples.capture;

/** A message format, and what {@code message.format.version} must be for it. */
enum MessageFormat {
  MAGIC_0("0.9.0"),
  MAGIC_1("0.10.2"),
  MAGIC_2("2.8");

  private final String version;

  MessageFormat(String version) {
    this.version = version;
  }

  String version() {
    return version;
  }

  /** Such as {@code magic0}. */
  String text() {
    return "magic" + ordinal();
  }
}
