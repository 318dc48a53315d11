package org.logdiff.format.message;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import org.logdiff.format.Bytes;
import org.logdiff.format.Damage;
import org.logdiff.format.DamageKind;
import org.logdiff.format.internal.SchemaReader;

/**
 * The topics that Kafka keeps for itself, and how to read their records.
 *
 * <table>
 * <caption>Framing</caption>
 * <tr><th>topics</th><th>key</th><th>value</th></tr>
 * <tr><td>of coordinators</td><td>type (int16), message of version 0</td><td>version (int16),
 * message of the kind that the key names</td></tr>
 * <tr><td>{@code __cluster_metadata}, {@code __remote_log_metadata}</td><td>null</td><td>frame
 * version (unsigned varint, 1), type, version (unsigned varints), message</td></tr>
 * </table>
 *
 * <p>Source: {@code org.apache.kafka.coordinator.common.runtime.CoordinatorRecordSerde}, {@code
 * org.apache.kafka.server.common.serialization.AbstractApiMessageSerde}, {@code
 * org.apache.kafka.server.log.remote.metadata.storage.serialization.RemoteLogMetadataSerde}, Kafka
 * 4.4.0.
 */
public enum InternalTopic {
  CONSUMER_OFFSETS("__consumer_offsets", "consumer-offsets.schema"),
  TRANSACTION_STATE("__transaction_state", "transaction-state.schema"),
  SHARE_GROUP_STATE("__share_group_state", "share-group-state.schema"),
  CLUSTER_METADATA("__cluster_metadata", "cluster-metadata.schema"),
  REMOTE_LOG_METADATA("__remote_log_metadata", "remote-log-metadata.schema");

  private static final int FRAME_VERSION = 1;

  private final String topic;
  private final String schemaFile;
  private SchemaCatalog catalog;

  InternalTopic(String topic, String schemaFile) {
    this.topic = topic;
    this.schemaFile = schemaFile;
  }

  /** The one with a topic's name; empty for other topics. */
  public static Optional<InternalTopic> of(String topic) {
    return Arrays.stream(values()).filter(internal -> internal.topic.equals(topic)).findFirst();
  }

  public String topic() {
    return topic;
  }

  /** Whether records have keys that say what they are. */
  public boolean isOfCoordinator() {
    return this != CLUSTER_METADATA && this != REMOTE_LOG_METADATA;
  }

  /**
   * Reads a record.
   *
   * @param key empty for null
   * @param value empty for null, which is a tombstone
   */
  public RecordReading read(Optional<Bytes> key, Optional<Bytes> value) {
    if (!isOfCoordinator()) {
      return new RecordReading(Optional.empty(), value.map(this::framed));
    }
    Optional<MessageReading> readKey = key.map(this::key);
    Optional<MessageReading> readValue =
        value.flatMap(bytes -> type(readKey).map(type -> value(type, bytes)));
    return new RecordReading(readKey, readValue);
  }

  synchronized SchemaCatalog catalog() {
    if (catalog == null) {
      catalog = SchemaCatalog.load(schemaFile);
    }
    return catalog;
  }

  private static Optional<Integer> type(Optional<MessageReading> key) {
    if (key.isEmpty()) {
      return Optional.empty();
    }
    if (key.get() instanceof MessageReading.Read read) {
      return Optional.of(read.type().getAsInt());
    }
    return key.get() instanceof MessageReading.UnknownType unknown
        ? Optional.of(unknown.type())
        : Optional.empty();
  }

  private MessageReading key(Bytes bytes) {
    SchemaReader in = new SchemaReader(bytes.toArray(), 0, bytes.length());
    int type = in.int16("type");
    if (!in.isIntact()) {
      return new MessageReading.Unreadable(in.damage().orElseThrow());
    }
    return catalog()
        .find(MessageSchema.Role.KEY, type)
        .map(schema -> read(schema, 0, in))
        .orElseGet(() -> new MessageReading.UnknownType(type, OptionalInt.empty()));
  }

  private MessageReading value(int type, Bytes bytes) {
    SchemaReader in = new SchemaReader(bytes.toArray(), 0, bytes.length());
    int version = in.int16("version");
    return versioned(MessageSchema.Role.VALUE, type, version, in);
  }

  private MessageReading framed(Bytes bytes) {
    SchemaReader in = new SchemaReader(bytes.toArray(), 0, bytes.length());
    long frameVersion = in.unsignedVarint("frame version");
    if (in.isIntact() && frameVersion != FRAME_VERSION) {
      in.reject(DamageKind.VERSION, "frame version", 1, "" + frameVersion, "" + FRAME_VERSION);
    }
    int type = number("type", in);
    int version = number("version", in);
    return versioned(MessageSchema.Role.RECORD, type, version, in);
  }

  private static int number(String field, SchemaReader in) {
    long number = in.unsignedVarint(field);
    if (number > Short.MAX_VALUE) {
      in.reject(DamageKind.FIELD, field, 1, Long.toString(number), "at most " + Short.MAX_VALUE);
    }
    return (int) number;
  }

  private MessageReading versioned(
      MessageSchema.Role role, int type, int version, SchemaReader in) {
    Optional<Damage> damage = in.damage();
    if (damage.isPresent()) {
      return new MessageReading.Unreadable(damage.get());
    }
    return catalog()
        .find(role, type)
        .map(schema -> read(schema, version, in))
        .orElseGet(() -> new MessageReading.UnknownType(type, OptionalInt.of(version)));
  }

  private MessageReading read(MessageSchema schema, int version, SchemaReader in) {
    if (!schema.versions().contains(version)) {
      return new MessageReading.UnknownVersion(
          schema.name(), schema.type(), version, schema.versions().highest());
    }
    return new MessageReader(catalog(), schema, version).read(in);
  }
}
