package org.logdiff.format.layout;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.logdiff.format.Damage;
import org.logdiff.format.Decoded;

/**
 * A small file of a directory that a broker may be changing: whether it is there, and what it says.
 *
 * @param path where it is or would be
 * @param content empty unless {@link Presence#PRESENT}
 */
public record SmallFile<T>(Path path, Presence presence, Optional<Decoded<T>> content) {

  /** Whether a file is there. */
  public enum Presence {
    PRESENT,
    /** It was not there when the directory was listed. */
    ABSENT,
    /** It was there when the directory was listed, but not any more when it was to be opened. */
    VANISHED
  }

  /** Reads a file of one format. */
  interface Reader<T> {
    Decoded<T> read(Path path) throws IOException;
  }

  static <T> SmallFile<T> absent(Path path) {
    return new SmallFile<>(path, Presence.ABSENT, Optional.empty());
  }

  static <T> SmallFile<T> read(Path path, Reader<T> reader) throws IOException {
    try {
      return new SmallFile<>(path, Presence.PRESENT, Optional.of(reader.read(path)));
    } catch (NoSuchFileException e) {
      return new SmallFile<>(path, Presence.VANISHED, Optional.empty());
    }
  }

  /** What could be decoded; empty if the file is not there, or if nothing could. */
  public Optional<T> value() {
    return content.flatMap(Decoded::value);
  }

  /** What is damaged in it; empty if it is not there. */
  public List<Damage> damages() {
    return content.map(Decoded::damages).orElse(List.of());
  }
}
