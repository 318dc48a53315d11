package org.logdiff.format.batch;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.logdiff.format.Bytes;

/**
 * The record of a control batch: its key says which kind, its value depends on the kind.
 *
 * <p>Key: version (2 bytes), type (2 bytes); a newer version may append to it. An end transaction
 * marker's value: version (2 bytes), coordinatorEpoch (4 bytes); version 1 and newer append to it.
 *
 * <p>Source: {@code org.apache.kafka.common.record.ControlRecordType}, {@code
 * EndTransactionMarker}.
 *
 * @param version of the key
 * @param typeId as stored
 * @param type {@link Type#UNKNOWN} for a type that Kafka 4.4 does not know
 * @param coordinatorEpoch of an end transaction marker; empty for other kinds or a short value
 * @param value as stored; empty for null
 */
public record ControlRecord(
    short version,
    short typeId,
    Type type,
    Optional<Integer> coordinatorEpoch,
    Optional<Bytes> value) {

  /** What a control record says. */
  public enum Type {
    ABORT(0),
    COMMIT(1),
    LEADER_CHANGE(2),
    SNAPSHOT_HEADER(3),
    SNAPSHOT_FOOTER(4),
    KRAFT_VERSION(5),
    KRAFT_VOTERS(6),
    UNKNOWN(-1);

    private final int id;

    Type(int id) {
      this.id = id;
    }

    public int id() {
      return id;
    }

    static Type of(int id) {
      for (Type type : values()) {
        if (type.id == id) {
          return type;
        }
      }
      return UNKNOWN;
    }

    /** Whether this ends a transaction. */
    public boolean isEndTransaction() {
      return this == ABORT || this == COMMIT;
    }
  }

  private static final int KEY_SIZE_BYTES = 4;
  private static final int END_TRANSACTION_VALUE_SIZE_BYTES = 6;

  /** Decodes a control batch's record; empty if its key is too short to be one. */
  public static Optional<ControlRecord> of(Record record) {
    if (record.key().isEmpty() || record.key().get().length() < KEY_SIZE_BYTES) {
      return Optional.empty();
    }
    ByteBuffer key = ByteBuffer.wrap(record.key().get().toArray());
    short version = key.getShort();
    short typeId = key.getShort();
    Type type = version < 0 ? Type.UNKNOWN : Type.of(typeId);
    Optional<Integer> coordinatorEpoch = Optional.empty();
    if (type.isEndTransaction()
        && record.value().isPresent()
        && record.value().get().length() >= END_TRANSACTION_VALUE_SIZE_BYTES) {
      ByteBuffer value = ByteBuffer.wrap(record.value().get().toArray());
      if (value.getShort() >= 0) {
        coordinatorEpoch = Optional.of(value.getInt());
      }
    }
    return Optional.of(new ControlRecord(version, typeId, type, coordinatorEpoch, record.value()));
  }
}
