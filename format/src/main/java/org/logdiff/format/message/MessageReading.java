package org.logdiff.format.message;

import java.util.Optional;
import java.util.OptionalInt;
import org.logdiff.format.Damage;

/** What could be read of a message: all, the part before damage, or only what it claims to be. */
public sealed interface MessageReading {
  /**
   * A message of a known kind and version.
   *
   * @param name as in {@code OffsetCommitValue}
   * @param type the number by which its topic names the kind; empty where none is stored
   * @param version the version of the layout
   * @param damage where reading ended early; positions count from the start of the bytes read
   */
  record Read(
      String name,
      OptionalInt type,
      int version,
      MessageValue.Struct fields,
      Optional<Damage> damage)
      implements MessageReading {}

  /**
   * A kind that Kafka 4.4 does not know.
   *
   * @param version empty if the place of the version depends on the kind
   */
  record UnknownType(int type, OptionalInt version) implements MessageReading {}

  /** A known kind in a layout that Kafka 4.4 does not know; nothing of it is guessed. */
  record UnknownVersion(String name, OptionalInt type, int version, int highestKnownVersion)
      implements MessageReading {}

  /** Not even the kind could be read. */
  record Unreadable(Damage damage) implements MessageReading {}
}
