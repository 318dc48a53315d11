package org.logdiff.format.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.logdiff.format.Bytes;
import org.logdiff.format.Damage;
import org.logdiff.format.DamageKind;
import org.logdiff.format.Decoded;
import org.logdiff.format.TopicPartition;

/**
 * A record of {@code __transaction_state}: what a transaction coordinator knows of a transactional
 * id, written at every change.
 *
 * <p>Key: version (int16, 0), transactionalId (string).
 *
 * <table>
 * <caption>Value of version 0; of version 1 strings and arrays are compact</caption>
 * <tr><th>field</th><th>type</th></tr>
 * <tr><td>version</td><td>int16</td></tr>
 * <tr><td>producerId</td><td>int64</td></tr>
 * <tr><td>producerEpoch</td><td>int16</td></tr>
 * <tr><td>transactionTimeoutMs</td><td>int32</td></tr>
 * <tr><td>transactionStatus</td><td>int8</td></tr>
 * <tr><td>transactionPartitions</td><td>nullable array of: topic (string), partitionIds (array of
 * int32), tagged fields</td></tr>
 * <tr><td>transactionLastUpdateTimestampMs</td><td>int64</td></tr>
 * <tr><td>transactionStartTimestampMs</td><td>int64</td></tr>
 * <tr><td>tagged fields, from version 1 on</td><td>0 previousProducerId (int64), 1 nextProducerId
 * (int64), 2 clientTransactionVersion (int16), 3 nextProducerEpoch (int16)</td></tr>
 * </table>
 *
 * <p>Source: {@code org.apache.kafka.coordinator.transaction.TransactionLog} and the message
 * definitions {@code TransactionLogKey.json}, {@code TransactionLogValue.json}, Kafka 4.4.0.
 */
public sealed interface TransactionLogRecord {
  /** The version of the key that this layout belongs to. */
  short KEY_VERSION = 0;

  /** The newest version of the value that this layout belongs to. */
  short LATEST_VALUE_VERSION = 1;

  /**
   * The state of a transactional id.
   *
   * @param valueVersion 0 or 1
   * @param previousProducerId -1 for none
   * @param nextProducerId the producer id to use after the end of this transaction, when the epochs
   *     of the current one are used up; -1 for none
   * @param nextProducerEpoch the epoch that belongs to it; -1 for none
   * @param producerEpoch as the end markers carry it: under protocol 2 in the states PREPARE and
   *     COMPLETE already one above that of the transaction's data
   * @param statusId as stored
   * @param partitions that the transaction has written to; empty for null too
   * @param lastUpdateTimestampMs by the coordinator's clock
   * @param startTimestampMs by the coordinator's clock; -1 before the first transaction
   * @param clientTransactionVersion 2 for a client that speaks transaction protocol 2
   */
  record State(
      String transactionalId,
      short valueVersion,
      long producerId,
      long previousProducerId,
      long nextProducerId,
      short producerEpoch,
      short nextProducerEpoch,
      int timeoutMs,
      byte statusId,
      List<TopicPartition> partitions,
      long lastUpdateTimestampMs,
      long startTimestampMs,
      short clientTransactionVersion,
      List<UnknownTaggedField> unknownTaggedFields)
      implements TransactionLogRecord {
    public State {
      partitions = List.copyOf(partitions);
      unknownTaggedFields = List.copyOf(unknownTaggedFields);
    }

    public TransactionStatus status() {
      return TransactionStatus.of(statusId);
    }
  }

  /** A transactional id that has expired. */
  record Tombstone(String transactionalId) implements TransactionLogRecord {}

  /** A record of a kind that Kafka 4.4 does not know. */
  record UnknownKeyVersion(short keyVersion) implements TransactionLogRecord {}

  /** A state in a layout that Kafka 4.4 does not know. */
  record UnknownValueVersion(String transactionalId, short valueVersion)
      implements TransactionLogRecord {}

  /** Decodes a record's key and value; positions in damages count from the start of either. */
  static Decoded<TransactionLogRecord> decode(Optional<Bytes> key, Optional<Bytes> value) {
    byte[] keyBytes = key.map(Bytes::toArray).orElse(null);
    byte[] valueBytes = value.map(Bytes::toArray).orElse(null);
    return decode(
        keyBytes,
        0,
        keyBytes == null ? -1 : keyBytes.length,
        valueBytes,
        0,
        valueBytes == null ? -1 : valueBytes.length);
  }

  /**
   * Decodes a record's key and value.
   *
   * @param keyLength -1 for a null key, which no coordinator writes
   * @param valueLength -1 for a tombstone
   */
  static Decoded<TransactionLogRecord> decode(
      byte[] keyArray, int keyAt, int keyLength, byte[] valueArray, int valueAt, int valueLength) {
    if (keyLength < 0) {
      return Decoded.nothing(
          List.of(new Damage(DamageKind.FIELD, "key", 0, 0, "null", "a transactional id")));
    }
    SchemaReader key = new SchemaReader(keyArray, keyAt, keyLength);
    short keyVersion = key.int16("version");
    if (key.isIntact() && keyVersion != KEY_VERSION) {
      return Decoded.intact(new UnknownKeyVersion(keyVersion));
    }
    String transactionalId = key.string("transactionalId");
    key.endOf("TransactionLogKey");
    if (!key.isIntact()) {
      return Decoded.nothing(List.of(key.damage().orElseThrow()));
    }
    if (valueLength < 0) {
      return Decoded.intact(new Tombstone(transactionalId));
    }
    return decodeValue(transactionalId, new SchemaReader(valueArray, valueAt, valueLength));
  }

  private static Decoded<TransactionLogRecord> decodeValue(
      String transactionalId, SchemaReader in) {
    short version = in.int16("version");
    if (in.isIntact() && (version < 0 || version > LATEST_VALUE_VERSION)) {
      return Decoded.intact(new UnknownValueVersion(transactionalId, version));
    }
    boolean isFlexible = version >= 1;
    long producerId = in.int64("producerId");
    short producerEpoch = in.int16("producerEpoch");
    int timeoutMs = in.int32("transactionTimeoutMs");
    byte statusId = in.int8("transactionStatus");
    List<TopicPartition> partitions = partitions(in, isFlexible);
    long lastUpdateMs = in.int64("transactionLastUpdateTimestampMs");
    long startMs = in.int64("transactionStartTimestampMs");
    TransactionLogTags tags = new TransactionLogTags();
    List<UnknownTaggedField> unknown = isFlexible ? in.taggedFields(tags) : List.of();
    in.endOf("TransactionLogValue");
    if (!in.isIntact()) {
      return Decoded.nothing(List.of(in.damage().orElseThrow()));
    }
    return Decoded.intact(
        new State(
            transactionalId,
            version,
            producerId,
            tags.previousProducerId(),
            tags.nextProducerId(),
            producerEpoch,
            tags.nextProducerEpoch(),
            timeoutMs,
            statusId,
            partitions,
            lastUpdateMs,
            startMs,
            tags.clientTransactionVersion(),
            unknown));
  }

  private static List<TopicPartition> partitions(SchemaReader in, boolean isFlexible) {
    String field = "transactionPartitions";
    int least = isFlexible ? 3 : Short.BYTES + Integer.BYTES;
    int topics =
        isFlexible ? in.compactArrayLength(field, least, true) : in.arrayLength(field, least, true);
    List<TopicPartition> partitions = new ArrayList<>();
    for (int i = 0; i < topics && in.isIntact(); i++) {
      String topic = isFlexible ? in.compactString("topic") : in.string("topic");
      List<Integer> ids = isFlexible ? in.compactInt32s("partitionIds") : in.int32s("partitionIds");
      if (isFlexible) {
        in.taggedFields(SchemaReader.KnownTags.NONE);
      }
      ids.forEach(id -> partitions.add(new TopicPartition(topic, id)));
    }
    return partitions;
  }
}
