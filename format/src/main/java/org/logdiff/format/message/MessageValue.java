package org.logdiff.format.message;

import java.util.List;
import java.util.Optional;
import org.logdiff.format.Bytes;
import org.logdiff.format.KafkaUuid;
import org.logdiff.format.internal.UnknownTaggedField;

/** A value of a message's field. */
public sealed interface MessageValue {
  /** An int8, int16, uint16, int32 or int64. */
  record Whole(long value) implements MessageValue {}

  /** A number that stands for something. */
  record Named(long value, String name) implements MessageValue {}

  /** A float64. */
  record Real(double value) implements MessageValue {}

  record Flag(boolean value) implements MessageValue {}

  record Text(String value) implements MessageValue {}

  record Id(KafkaUuid value) implements MessageValue {}

  /**
   * Bytes whose meaning the schema does not give, or gives by another message.
   *
   * @param embedded what they say; empty if nothing is known of it
   */
  record Raw(Bytes value, Optional<MessageReading> embedded) implements MessageValue {}

  /** Null where the schema allows it. */
  record Null() implements MessageValue {}

  record Items(List<MessageValue> values) implements MessageValue {
    public Items {
      values = List.copyOf(values);
    }
  }

  /**
   * A structure.
   *
   * @param fields in the schema's order, those that the version lacks and tagged ones that are not
   *     there left out; cut off where damage was met
   * @param unknownTaggedFields of tags that the schema does not have, as by a newer release
   */
  record Struct(List<Entry> fields, List<UnknownTaggedField> unknownTaggedFields)
      implements MessageValue {
    public Struct {
      fields = List.copyOf(fields);
      unknownTaggedFields = List.copyOf(unknownTaggedFields);
    }

    /** A field; empty if it is not there. */
    public Optional<MessageValue> field(String name) {
      return fields.stream().filter(f -> f.name().equals(name)).map(Entry::value).findFirst();
    }
  }

  /**
   * A field with its name.
   *
   * @param isPrivate whether it may hold a secret, or data of users
   */
  record Entry(String name, MessageValue value, boolean isPrivate) {}
}
