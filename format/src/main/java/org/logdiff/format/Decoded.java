package org.logdiff.format;

import java.util.List;
import java.util.Optional;

/**
 * What was decoded from one small file, and what was damaged in it. Damage never hides what could
 * be read.
 *
 * @param value what could be decoded; empty only if nothing could
 * @param damages what is wrong, in the file's order; empty for an intact file
 */
public record Decoded<T>(Optional<T> value, List<Damage> damages) {
  public Decoded {
    damages = List.copyOf(damages);
  }

  public static <T> Decoded<T> intact(T value) {
    return new Decoded<>(Optional.of(value), List.of());
  }

  public static <T> Decoded<T> of(T value, List<Damage> damages) {
    return new Decoded<>(Optional.of(value), damages);
  }

  public static <T> Decoded<T> nothing(List<Damage> damages) {
    return new Decoded<>(Optional.empty(), damages);
  }

  public boolean isIntact() {
    return damages.isEmpty();
  }
}
