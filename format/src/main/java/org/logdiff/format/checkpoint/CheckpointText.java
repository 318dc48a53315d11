package org.logdiff.format.checkpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.logdiff.format.Damage;
import org.logdiff.format.DamageKind;
import org.logdiff.format.damage.Damages;

/**
 * The frame that Kafka's checkpoint files share: UTF-8 text, each line ended.
 *
 * <pre>
 * version       0
 * entry count   the number of the lines that follow
 * entry         one per line, its fields separated by white space
 * </pre>
 *
 * <p>The file is created empty and replaced as a whole by renaming, so a file of no bytes is one
 * that was never written, and healthy. There is no checksum: a flipped digit goes unnoticed.
 *
 * <p>Source: {@code org.apache.kafka.server.common.CheckpointFile}, Kafka 4.4.0.
 *
 * @param version as stored; empty in a file of no bytes, or if it cannot be read
 * @param entries the lines after the count
 */
record CheckpointText(OptionalInt version, List<TextLine> entries) {
  /** The version that both kinds of checkpoint are written in. */
  static final int VERSION = 0;

  static final CheckpointText EMPTY = new CheckpointText(OptionalInt.empty(), List.of());

  CheckpointText {
    entries = List.copyOf(entries);
  }

  /** Reads the frame; empty if the version is not the known one. */
  static Optional<CheckpointText> decode(byte[] file, Damages damages) {
    if (file.length == 0) {
      return Optional.of(EMPTY);
    }
    List<TextLine> lines = TextLine.split(file);
    OptionalInt version = parseInt(lines.get(0), "version", damages);
    if (version.isPresent() && version.getAsInt() != VERSION) {
      damages.add(lines.get(0).damage(DamageKind.VERSION, "version", "" + VERSION));
      return Optional.empty();
    }
    if (lines.size() < 2) {
      damages.add(cut(file.length, "entryCount", "a second line"));
      return Optional.of(new CheckpointText(version, List.of()));
    }
    List<TextLine> entries = new ArrayList<>(lines.subList(2, lines.size()));
    checkCount(lines.get(1), entries.size(), damages);
    TextLine last = lines.get(lines.size() - 1);
    if (!last.isEnded()) {
      // Its last number may be cut, and would still look like one.
      damages.add(last.damage(DamageKind.TRUNCATED, "line", "a line that is ended"));
    }
    return Optional.of(new CheckpointText(version, entries));
  }

  private static void checkCount(TextLine line, int entries, Damages damages) {
    OptionalInt count = parseInt(line, "entryCount", damages);
    if (count.isPresent() && count.getAsInt() != entries) {
      boolean isCut = count.getAsInt() > entries;
      damages.add(
          line.damage(
              isCut ? DamageKind.TRUNCATED : DamageKind.LENGTH,
              "entryCount",
              "the number of entries, " + entries));
    }
  }

  private static OptionalInt parseInt(TextLine line, String field, Damages damages) {
    try {
      return OptionalInt.of(Integer.parseInt(line.textOrEmpty()));
    } catch (NumberFormatException e) {
      damages.add(line.damage(DamageKind.SYNTAX, field, "a number"));
      return OptionalInt.empty();
    }
  }

  private static Damage cut(int position, String field, String expected) {
    return new Damage(DamageKind.TRUNCATED, field, position, 0, "the end of the file", expected);
  }
}
