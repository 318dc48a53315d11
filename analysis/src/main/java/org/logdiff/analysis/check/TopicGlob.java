package org.logdiff.analysis.check;

import java.util.regex.Pattern;

/** A pattern for topics: {@code *} stands for any characters, {@code ?} for one. */
final class TopicGlob {
  private TopicGlob() {}

  static Pattern pattern(String glob) {
    StringBuilder regex = new StringBuilder();
    for (char c : glob.toCharArray()) {
      regex.append(
          switch (c) {
            case '*' -> ".*";
            case '?' -> ".";
            default -> Pattern.quote(String.valueOf(c));
          });
    }
    return Pattern.compile(regex.toString());
  }
}
