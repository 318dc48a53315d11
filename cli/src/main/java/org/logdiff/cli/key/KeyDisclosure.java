package org.logdiff.cli.key;

import java.util.Optional;
import org.logdiff.format.Bytes;

/**
 * How much of a key is told: the key itself, or only a hash that stands for it.
 *
 * @param showsAll whether all keys are shown
 * @param revealed the hash of a key that is shown even so; empty for none
 * @param salt with which hashes are made; empty for hashes that anyone can make
 */
public record KeyDisclosure(boolean showsAll, Optional<String> revealed, Optional<Salt> salt) {
  /** All keys, or none, by hashes that anyone can make. */
  public static KeyDisclosure of(boolean showsAll) {
    return new KeyDisclosure(showsAll, Optional.empty(), Optional.empty());
  }

  public boolean shows(Bytes key) {
    return showsAll || revealed.map(digest(key)::equals).orElse(false);
  }

  /** What stands for a key, with the name of the hash before it. */
  public String digest(Bytes key) {
    return salt.map(with -> Salt.PREFIX + with.digest(key.toArray()))
        .orElseGet(() -> KeyDigest.of(key));
  }
}
