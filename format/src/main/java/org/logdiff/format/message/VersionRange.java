package org.logdiff.format.message;

/** Versions of a message, both inclusive; none if the highest is below the lowest. */
record VersionRange(int lowest, int highest) {
  static final VersionRange NONE = new VersionRange(0, -1);

  /** Reads {@code 1}, {@code 0-4} or {@code 3+}, the last up to the highest of the message. */
  static VersionRange parse(String text, int highestOfMessage) {
    if (text.endsWith("+")) {
      return new VersionRange(
          Integer.parseInt(text.substring(0, text.length() - 1)), highestOfMessage);
    }
    int dash = text.indexOf('-');
    return dash < 0
        ? new VersionRange(Integer.parseInt(text), Integer.parseInt(text))
        : new VersionRange(
            Integer.parseInt(text.substring(0, dash)), Integer.parseInt(text.substring(dash + 1)));
  }

  boolean contains(int version) {
    return lowest <= version && version <= highest;
  }
}
