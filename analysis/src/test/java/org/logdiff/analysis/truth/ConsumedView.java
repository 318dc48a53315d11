package org.logdiff.analysis.truth;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.logdiff.analysis.transaction.IsolationLevel;
import org.logdiff.format.batch.RecordCursor;

/**
 * What a real consumer got from one replica as leader: a line for each record, with offset,
 * timestamp, key and value.
 */
record ConsumedView(
    Path file, String partition, String broker, IsolationLevel isolation, List<String> lines) {
  private static final Pattern NAME =
      Pattern.compile("consume-(kafka\\d+)-(?:(.+-\\d+)-)?(read_(?:un)?committed)\\.tsv");
  private static final String DEFAULT_PARTITION = "foo-0";

  /** All views that were captured of a case. */
  static List<ConsumedView> of(CapturedCase captured) throws IOException {
    List<ConsumedView> views = new ArrayList<>();
    try (Stream<Path> files = Files.list(captured.directory())) {
      for (Path file : files.sorted().toList()) {
        Matcher name = NAME.matcher(file.getFileName().toString());
        if (name.matches()) {
          views.add(
              new ConsumedView(
                  file,
                  name.group(2) == null ? DEFAULT_PARTITION : name.group(2),
                  name.group(1),
                  isolation(name.group(3)),
                  Files.readAllLines(file)));
        }
      }
    }
    return views;
  }

  private static IsolationLevel isolation(String id) {
    return Stream.of(IsolationLevel.values())
        .filter(level -> level.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  /**
   * A record as a line of such a file.
   *
   * @param nullText how the file has null
   */
  static String line(RecordCursor record, String nullText) {
    return record.offset()
        + "\t"
        + record.timestamp()
        + "\t"
        + text(record, record.keyAt(), record.keyLength(), nullText)
        + "\t"
        + text(record, record.valueAt(), record.valueLength(), nullText);
  }

  private static String text(RecordCursor record, int at, int length, String nullText) {
    if (length < 0) {
      return nullText;
    }
    return new String(record.array(), at, length, StandardCharsets.UTF_8)
        .replace("\\", "\\\\")
        .replace("\t", "\\t")
        .replace("\n", "\\n")
        .replace("\r", "\\r");
  }

  /**
   * The lines without those whose key has a later one, and which a cleaner can have removed since
   * the consumer looked.
   *
   * @param kept what is still there
   */
  List<String> withoutCleaned(Set<String> kept) {
    Set<String> later = new HashSet<>();
    List<String> remaining = new ArrayList<>();
    for (int i = lines.size() - 1; i >= 0; i--) {
      String key = lines.get(i).split("\t", -1)[2];
      if (later.add(key) || kept.contains(lines.get(i))) {
        remaining.add(0, lines.get(i));
      }
    }
    return remaining;
  }

  /** As {@code truth.json} of a sample calls it. */
  String nameInTruth() {
    return partition + "/" + broker + "/" + isolation.id();
  }
}
