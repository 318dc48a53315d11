package org.logdiff.analysis.model;

import java.util.Locale;
import java.util.stream.Collectors;

/** Writes events in the language of histories, such that reading them gives the same events. */
final class HistoryText {

  static final String TOMBSTONE = "-";

  private HistoryText() {}

  static String append(Event.Append append) {
    String records =
        append.writes().stream().map(HistoryText::write).collect(Collectors.joining(" "));
    boolean plain = append.writes().size() == 1 && append.codec() == Codec.NONE;
    String codec = append.codec() == Codec.NONE ? "" : append.codec().text();
    return (append.producer().isEmpty() ? "" : append.producer() + ": ")
        + (plain ? records : "[" + records + "]" + codec);
  }

  static String write(Write write) {
    return (write.key() == null ? "" : write.key())
        + "="
        + (write.value() == null ? TOMBSTONE : write.value());
  }

  static String lower(Enum<?> name) {
    return name.name().toLowerCase(Locale.ROOT);
  }

  static String on(String step, int replica) {
    return replica == Event.ALL ? step : step + " " + replica;
  }

  static String from(String step, int source) {
    return source == Event.ALL ? step : step + " from " + source;
  }
}
