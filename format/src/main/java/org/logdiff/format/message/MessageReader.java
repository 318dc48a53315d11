package org.logdiff.format.message;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.logdiff.format.Bytes;
import org.logdiff.format.Damage;
import org.logdiff.format.DamageKind;
import org.logdiff.format.internal.SchemaReader;
import org.logdiff.format.internal.UnknownTaggedField;

/**
 * Reads a message by its schema. What cannot be right ends the reading; the fields before it stay.
 *
 * <p>For one message. Encoding: see {@link SchemaReader}.
 */
final class MessageReader {
  /**
   * The most values of one message. A broker's largest, the assignment of a huge group, has some
   * ten thousand; a hostile one could name an empty structure with each byte.
   */
  static final int MOST_VALUES = 1 << 20;

  private final SchemaCatalog catalog;
  private final MessageSchema schema;
  private final int version;
  private final boolean isFlexible;
  private List<MessageValue.Entry> outermost;
  private int values;

  /**
   * @param version one that the schema has
   */
  MessageReader(SchemaCatalog catalog, MessageSchema schema, int version) {
    this.catalog = catalog;
    this.schema = schema;
    this.version = version;
    this.isFlexible = schema.flexibleVersions().contains(version);
  }

  /** Reads all that is left. */
  MessageReading read(SchemaReader in) {
    MessageReading.Read read = readStart(in);
    in.endOf(schema.name());
    return new MessageReading.Read(read.name(), read.type(), version, read.fields(), in.damage());
  }

  /** Reads the message; bytes may follow. */
  MessageReading.Read readStart(SchemaReader in) {
    MessageValue.Struct fields = struct(schema.fields(), in);
    return new MessageReading.Read(schema.name(), schema.type(), version, fields, in.damage());
  }

  private MessageValue.Struct struct(List<MessageSchema.Field> fields, SchemaReader in) {
    List<MessageValue.Entry> entries = new ArrayList<>();
    if (outermost == null) {
      outermost = entries;
    }
    for (MessageSchema.Field field : fields) {
      if (!field.isTagged() && field.versions().contains(version) && in.isIntact()) {
        add(field, in, entries);
      }
    }
    List<UnknownTaggedField> unknown = List.of();
    if (isFlexible && in.isIntact()) {
      unknown = in.taggedFields((tag, value) -> tagged(tag, fields, value, entries));
      List<String> order = fields.stream().map(MessageSchema.Field::name).toList();
      entries.sort(Comparator.comparingInt(entry -> order.indexOf(entry.name())));
    }
    return new MessageValue.Struct(entries, unknown);
  }

  private boolean tagged(
      int tag,
      List<MessageSchema.Field> fields,
      SchemaReader value,
      List<MessageValue.Entry> entries) {
    for (MessageSchema.Field field : fields) {
      if (field.tag() == tag && field.versions().contains(version)) {
        add(field, value, entries);
        return true;
      }
    }
    return false;
  }

  private void add(MessageSchema.Field field, SchemaReader in, List<MessageValue.Entry> entries) {
    MessageValue value = value(field, in);
    if (value != null) {
      entries.add(new MessageValue.Entry(field.name(), value, field.isPrivate()));
    }
  }

  /** Null if nothing of it could be read. */
  private MessageValue value(MessageSchema.Field field, SchemaReader in) {
    if (field.isArray()) {
      return items(field, in);
    }
    MessageValue value = single(field, field.isNullable(), in);
    boolean isPartial = value instanceof MessageValue.Struct;
    return in.isIntact() || isPartial ? value : null;
  }

  private MessageValue items(MessageSchema.Field field, SchemaReader in) {
    int least = leastBytes(field);
    int count =
        isFlexible
            ? in.compactArrayLength(field.name(), least, field.isNullable())
            : in.arrayLength(field.name(), least, field.isNullable());
    if (!in.isIntact()) {
      return null;
    }
    if (count < 0) {
      return new MessageValue.Null();
    }
    List<MessageValue> items = new ArrayList<>();
    for (int i = 0; i < count && in.isIntact(); i++) {
      MessageValue item = single(field, false, in);
      if (in.isIntact() || item instanceof MessageValue.Struct) {
        items.add(item);
      }
    }
    return new MessageValue.Items(items);
  }

  /** The least that an element takes; a structure of tagged fields only has their count. */
  private int leastBytes(MessageSchema.Field field) {
    return switch (field.kind()) {
      case BOOL, INT8 -> 1;
      case INT16, UINT16 -> Short.BYTES;
      case INT32 -> Integer.BYTES;
      case INT64, FLOAT64 -> Long.BYTES;
      case UUID -> 2 * Long.BYTES;
      case STRING -> isFlexible ? 1 : Short.BYTES;
      case BYTES -> isFlexible ? 1 : Integer.BYTES;
      case STRUCT -> 1;
    };
  }

  private MessageValue single(MessageSchema.Field field, boolean isNullable, SchemaReader in) {
    if (++values > MOST_VALUES) {
      in.reject(
          DamageKind.LENGTH,
          schema.name(),
          0,
          "more than " + MOST_VALUES + " values",
          "at most " + MOST_VALUES);
    }
    String name = field.name();
    return switch (field.kind()) {
      case BOOL -> new MessageValue.Flag(in.bool(name));
      case INT8 -> number(field, in.int8(name));
      case INT16 -> new MessageValue.Whole(in.int16(name));
      case UINT16 -> new MessageValue.Whole(in.uint16(name));
      case INT32 -> new MessageValue.Whole(in.int32(name));
      case INT64 -> new MessageValue.Whole(in.int64(name));
      case FLOAT64 -> new MessageValue.Real(in.float64(name));
      case UUID -> new MessageValue.Id(in.uuid(name));
      case STRING -> text(name, isNullable, in);
      case BYTES -> raw(field, isNullable, in);
      case STRUCT ->
          isNullable && isNull(field, in) ? new MessageValue.Null() : struct(field.fields(), in);
    };
  }

  private static MessageValue number(MessageSchema.Field field, int value) {
    return value < 0 || value >= field.names().size()
        ? new MessageValue.Whole(value)
        : new MessageValue.Named(value, field.names().get(value));
  }

  /** Before a nullable structure stands 1, or what says null: 0 of a tagged one, -1 of others. */
  private static boolean isNull(MessageSchema.Field field, SchemaReader in) {
    return field.isTagged() ? in.unsignedVarint(field.name()) == 0 : in.int8(field.name()) < 0;
  }

  private MessageValue text(String name, boolean isNullable, SchemaReader in) {
    if (!isNullable) {
      return new MessageValue.Text(isFlexible ? in.compactString(name) : in.string(name));
    }
    Optional<String> text = isFlexible ? in.compactNullableString(name) : in.nullableString(name);
    return text.<MessageValue>map(MessageValue.Text::new).orElseGet(MessageValue.Null::new);
  }

  private MessageValue raw(MessageSchema.Field field, boolean isNullable, SchemaReader in) {
    Optional<Bytes> bytes =
        isFlexible ? in.compactBytes(field.name(), isNullable) : in.bytes(field.name(), isNullable);
    if (bytes.isEmpty()) {
      return new MessageValue.Null();
    }
    Optional<MessageReading> embedded =
        field
            .embedding()
            .filter(this::holds)
            .flatMap(embedding -> embedded(embedding, bytes.get()));
    return new MessageValue.Raw(bytes.get(), embedded);
  }

  private boolean holds(MessageSchema.Embedding embedding) {
    MessageValue wanted = new MessageValue.Text(embedding.conditionText());
    return embedding.conditionField() == null
        || outermost.stream()
            .anyMatch(
                entry ->
                    entry.name().equals(embedding.conditionField())
                        && entry.value().equals(wanted));
  }

  /**
   * A version and a message. Clients read a version that is newer than they know as the newest that
   * they do, so newer versions only append, and what they append is left alone here. Source: {@code
   * org.apache.kafka.clients.consumer.internals.ConsumerProtocol}, Kafka 4.4.0.
   */
  private Optional<MessageReading> embedded(MessageSchema.Embedding embedding, Bytes bytes) {
    if (bytes.length() == 0) {
      return Optional.empty();
    }
    SchemaReader in = new SchemaReader(bytes.toArray(), 0, bytes.length());
    int stored = in.int16("version");
    MessageSchema message = catalog.named(embedding.message());
    if (in.isIntact() && stored < message.versions().lowest()) {
      in.reject(DamageKind.VERSION, "version", Short.BYTES, "" + stored, "0 or more");
    }
    Optional<Damage> damage = in.damage();
    if (damage.isPresent()) {
      return Optional.of(new MessageReading.Unreadable(damage.get()));
    }
    int known = Math.min(stored, message.versions().highest());
    MessageReading.Read read = new MessageReader(catalog, message, known).readStart(in);
    return Optional.of(
        new MessageReading.Read(read.name(), read.type(), stored, read.fields(), read.damage()));
  }
}
