package org.logdiff.analysis.replica;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.format.Damage;
import org.logdiff.format.layout.SmallFile;

/**
 * Reads the small files of a log dir or a partition directory. What is wrong with one is said, and
 * costs no more than that file.
 */
public final class SmallFiles {
  private final String name;
  private final List<NotExamined> notes;
  private final List<String> failures;

  /** Reads one file. */
  @FunctionalInterface
  public interface Reading<T> {
    SmallFile<T> read() throws IOException;
  }

  /**
   * @param name of the replica or broker, to be shown
   * @param notes takes what was not examined
   * @param failures takes what could not be read
   */
  public SmallFiles(String name, List<NotExamined> notes, List<String> failures) {
    this.name = name;
    this.notes = notes;
    this.failures = failures;
  }

  /** What could be decoded of a file, even if some of it is damaged. */
  public <T> Optional<T> decoded(Path file, Reading<T> reading) {
    return read(file, reading).flatMap(SmallFile::value);
  }

  /** What a file says if it is whole; of a damaged one nothing. */
  public <T> Optional<T> whole(Path file, Reading<T> reading) {
    return read(file, reading)
        .filter(content -> content.damages().isEmpty())
        .flatMap(SmallFile::value);
  }

  private <T> Optional<SmallFile<T>> read(Path file, Reading<T> reading) {
    try {
      SmallFile<T> content = reading.read();
      noteDamage(file, content.damages());
      return Optional.of(content);
    } catch (IOException e) {
      failures.add(name + ": " + Unreadable.why(e));
      notes.add(new NotExamined(name, file.getFileName().toString(), Unreadable.why(e), true));
      return Optional.empty();
    }
  }

  private void noteDamage(Path file, List<Damage> damages) {
    if (!damages.isEmpty()) {
      notes.add(
          new NotExamined(
              name, file.getFileName().toString(), "damaged: " + damages.get(0), false));
    }
  }
}
