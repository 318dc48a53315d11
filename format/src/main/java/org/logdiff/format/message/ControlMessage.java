package org.logdiff.format.message;

import java.util.Optional;
import org.logdiff.format.Bytes;
import org.logdiff.format.batch.ControlRecord;
import org.logdiff.format.internal.SchemaReader;

/**
 * What the control records of {@code __cluster_metadata} and of KRaft snapshots say. Their first
 * field is the version of the layout.
 *
 * <p>Source: {@code org.apache.kafka.common.record.ControlRecordUtils}, Kafka 4.4.0.
 */
public final class ControlMessage {
  private static final SchemaCatalog CATALOG = SchemaCatalog.load("control.schema");

  private ControlMessage() {}

  /** Empty for a control record that holds no such message. */
  public static Optional<MessageReading> read(ControlRecord control) {
    String name =
        switch (control.type()) {
          case LEADER_CHANGE -> "LeaderChangeMessage";
          case SNAPSHOT_HEADER -> "SnapshotHeaderRecord";
          case SNAPSHOT_FOOTER -> "SnapshotFooterRecord";
          case KRAFT_VERSION -> "KRaftVersionRecord";
          case KRAFT_VOTERS -> "VotersRecord";
          case ABORT, COMMIT, UNKNOWN -> null;
        };
    return name == null
        ? Optional.empty()
        : control.value().map(value -> read(CATALOG.named(name), value));
  }

  private static MessageReading read(MessageSchema schema, Bytes value) {
    SchemaReader head = new SchemaReader(value.toArray(), 0, value.length());
    int version = head.int16("version");
    if (!head.isIntact()) {
      return new MessageReading.Unreadable(head.damage().orElseThrow());
    }
    if (!schema.versions().contains(version)) {
      return new MessageReading.UnknownVersion(
          schema.name(), schema.type(), version, schema.versions().highest());
    }
    SchemaReader in = new SchemaReader(value.toArray(), 0, value.length());
    return new MessageReader(CATALOG, schema, version).read(in);
  }
}
