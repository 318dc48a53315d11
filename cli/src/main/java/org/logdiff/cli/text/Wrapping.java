package org.logdiff.cli.text;

import java.util.ArrayList;
import java.util.List;
import org.logdiff.cli.console.Printable;

/** Breaks printable text into lines. */
final class Wrapping {
  private Wrapping() {}

  /** Breaks between words, and within those that are longer than a line. */
  static List<String> of(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.trim().split(" +")) {
      if (!line.isEmpty() && Printable.columns(line) + 1 + Printable.columns(word) > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      if (!line.isEmpty()) {
        line.append(' ');
      }
      List<String> parts = ofOneWord(word, width);
      lines.addAll(parts.subList(0, parts.size() - 1));
      line.append(parts.get(parts.size() - 1));
    }
    lines.add(line.toString());
    return lines;
  }

  /** Breaks after spaces, all of which count, and within words that are longer than a line. */
  static List<String> keepingSpaces(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split("(?<= )")) {
      if (!line.isEmpty() && Printable.columns(line) + Printable.columns(word) > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      List<String> parts = ofOneWord(word, width);
      lines.addAll(parts.subList(0, parts.size() - 1));
      line.append(parts.get(parts.size() - 1));
    }
    lines.add(line.toString());
    return lines;
  }

  /** Breaks what is longer than a line after a slash, if there is one in its second half. */
  static List<String> ofOneWord(String word, int width) {
    List<String> lines = new ArrayList<>();
    String rest = word;
    while (Printable.columns(rest) > width) {
      int end = fitting(rest, width);
      int slash = rest.lastIndexOf('/', end - 1);
      if (slash >= end / 2) {
        end = slash + 1;
      }
      lines.add(rest.substring(0, end));
      rest = rest.substring(end);
    }
    lines.add(rest);
    return lines;
  }

  /** How many chars of the text fit, at least one character. */
  private static int fitting(String text, int width) {
    int end = 0;
    int columns = 0;
    while (end < text.length()) {
      int c = text.codePointAt(end);
      columns += Printable.columns(Character.toString(c));
      if (columns > width && end > 0) {
        break;
      }
      end += Character.charCount(c);
    }
    return end;
  }
}
