package org.logdiff.format.internal;

import org.logdiff.format.Bytes;

/**
 * A tagged field that the version of Kafka which we know has no name for, as it is stored. A newer
 * broker may write it; nothing else of the message changes by it.
 *
 * @param tag an unsigned 32-bit number
 */
public record UnknownTaggedField(int tag, Bytes value) {
  @Override
  public String toString() {
    return "tag " + Integer.toUnsignedString(tag) + ": " + value.length() + " bytes";
  }
}
