package org.logdiff.analysis.inspect;

import java.util.Optional;
import org.logdiff.format.Bytes;

/** Makes text of a record's value. */
@FunctionalInterface
public interface ValueDecoder {
  /** Empty if the value is not what the decoder knows. */
  Optional<String> decode(Bytes value);
}
