package org.logdiff.format.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.MessageUtil;
import org.apache.kafka.common.protocol.types.RawTaggedField;
import org.apache.kafka.coordinator.transaction.TransactionLog;
import org.apache.kafka.coordinator.transaction.TransactionState;
import org.apache.kafka.coordinator.transaction.generated.TransactionLogKey;
import org.apache.kafka.coordinator.transaction.generated.TransactionLogValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.logdiff.format.Bytes;
import org.logdiff.format.DamageKind;
import org.logdiff.format.Decoded;
import org.logdiff.format.Mutants;
import org.logdiff.format.TopicPartition;

/** Against Kafka's own classes: they write, we read, and the other way round for damaged bytes. */
class TransactionLogRecordTest {
  private static final Bytes KEY = Bytes.copyOf(TransactionLog.keyToBytes("payments"));

  @Test
  void weKnowTheVersionsThatKafkaKnows() {
    assertEquals(
        TransactionLogRecord.LATEST_VALUE_VERSION, TransactionLogValue.HIGHEST_SUPPORTED_VERSION);
    assertEquals(TransactionLogRecord.KEY_VERSION, TransactionLogKey.HIGHEST_SUPPORTED_VERSION);
  }

  @Test
  void weKnowTheStatesThatKafkaKnows() {
    for (TransactionState state : TransactionState.values()) {
      assertEquals(state.toString(), name(TransactionStatus.of(state.id())));
    }
    assertEquals(TransactionState.values().length + 1, TransactionStatus.values().length);
    assertEquals(TransactionStatus.UNKNOWN, TransactionStatus.of(8));
  }

  private static String name(TransactionStatus status) {
    return TransactionState.valueOf(status.name()).toString();
  }

  @ParameterizedTest
  @ValueSource(shorts = {0, 1})
  void readsFieldByFieldWhatKafkaWrites(short version) {
    Random random = new Random(version);
    for (int i = 0; i < 2_000; i++) {
      TransactionLogValue written = random(random, version);
      byte[] bytes = MessageUtil.toVersionPrefixedBytes(version, written);
      assertSame(written, version, state(bytes).orElseThrow());
    }
  }

  static TransactionLogValue random(Random random, short version) {
    TransactionLogValue value =
        new TransactionLogValue()
            .setProducerId(random.nextLong())
            .setProducerEpoch((short) random.nextInt())
            .setTransactionTimeoutMs(random.nextInt())
            .setTransactionStatus((byte) random.nextInt(9))
            .setTransactionPartitions(partitions(random))
            .setTransactionLastUpdateTimestampMs(random.nextLong())
            .setTransactionStartTimestampMs(random.nextLong());
    if (version >= 1) {
      setTags(value, random);
    }
    return value;
  }

  private static void setTags(TransactionLogValue value, Random random) {
    if (random.nextBoolean()) {
      value.setPreviousProducerId(random.nextLong());
    }
    if (random.nextBoolean()) {
      value.setNextProducerId(random.nextLong());
    }
    if (random.nextBoolean()) {
      value.setNextProducerEpoch((short) random.nextInt());
    }
    if (random.nextBoolean()) {
      value.setClientTransactionVersion((short) random.nextInt(4));
    }
    if (random.nextInt(4) == 0) {
      byte[] unknown = new byte[random.nextInt(5)];
      random.nextBytes(unknown);
      value.unknownTaggedFields().add(new RawTaggedField(4 + random.nextInt(100_000), unknown));
    }
  }

  private static List<TransactionLogValue.PartitionsSchema> partitions(Random random) {
    if (random.nextInt(5) == 0) {
      return null;
    }
    List<TransactionLogValue.PartitionsSchema> topics = new ArrayList<>();
    for (int topic = random.nextInt(3); topic > 0; topic--) {
      TransactionLogValue.PartitionsSchema schema =
          new TransactionLogValue.PartitionsSchema().setTopic("töpic-" + random.nextInt(300));
      for (int i = random.nextInt(4); i > 0; i--) {
        schema.partitionIds().add(random.nextInt());
      }
      topics.add(schema);
    }
    return topics;
  }

  private static void assertSame(
      TransactionLogValue kafka, short version, TransactionLogRecord.State ours) {
    assertEquals("payments", ours.transactionalId());
    assertEquals(version, ours.valueVersion());
    assertEquals(kafka.producerId(), ours.producerId());
    assertEquals(kafka.previousProducerId(), ours.previousProducerId());
    assertEquals(kafka.nextProducerId(), ours.nextProducerId());
    assertEquals(kafka.producerEpoch(), ours.producerEpoch());
    assertEquals(kafka.nextProducerEpoch(), ours.nextProducerEpoch());
    assertEquals(kafka.transactionTimeoutMs(), ours.timeoutMs());
    assertEquals(kafka.transactionStatus(), ours.statusId());
    assertEquals(partitions(kafka), ours.partitions());
    assertEquals(kafka.transactionLastUpdateTimestampMs(), ours.lastUpdateTimestampMs());
    assertEquals(kafka.transactionStartTimestampMs(), ours.startTimestampMs());
    assertEquals(kafka.clientTransactionVersion(), ours.clientTransactionVersion());
    assertEquals(
        kafka.unknownTaggedFields().stream()
            .map(field -> new UnknownTaggedField(field.tag(), Bytes.copyOf(field.data())))
            .toList(),
        ours.unknownTaggedFields());
  }

  private static List<TopicPartition> partitions(TransactionLogValue value) {
    List<TopicPartition> partitions = new ArrayList<>();
    if (value.transactionPartitions() != null) {
      value
          .transactionPartitions()
          .forEach(
              topic ->
                  topic
                      .partitionIds()
                      .forEach(id -> partitions.add(new TopicPartition(topic.topic(), id))));
    }
    return partitions;
  }

  private static Optional<TransactionLogRecord.State> state(byte[] value) {
    return TransactionLogRecord.decode(Optional.of(KEY), Optional.of(Bytes.copyOf(value)))
        .value()
        .filter(record -> record instanceof TransactionLogRecord.State)
        .map(record -> (TransactionLogRecord.State) record);
  }

  @ParameterizedTest
  @ValueSource(shorts = {0, 1})
  void everyTruncationIsDamage(short version) {
    byte[] bytes = MessageUtil.toVersionPrefixedBytes(version, random(new Random(7), version));
    Mutants.truncations(
        bytes,
        mutant -> {
          Decoded<TransactionLogRecord> decoded =
              TransactionLogRecord.decode(Optional.of(KEY), Optional.of(Bytes.copyOf(mutant)));
          assertFalse(decoded.isIntact());
          assertEquals(Optional.empty(), decoded.value());
        });
  }

  /** What we take for intact Kafka takes for intact too, and reads the same. */
  @ParameterizedTest
  @ValueSource(shorts = {0, 1})
  void flippedBitsAreReadAsKafkaReadsThem(short version) {
    Random random = new Random(version + 10);
    int[] intact = new int[1];
    for (int i = 0; i < 30; i++) {
      byte[] bytes = MessageUtil.toVersionPrefixedBytes(version, random(random, version));
      Mutants.flips(
          bytes,
          mutant ->
              state(mutant)
                  .ifPresent(
                      ours -> {
                        intact[0]++;
                        assertSame(kafka(mutant), ours.valueVersion(), ours);
                      }));
    }
    assertTrue(intact[0] > 1_000, "most flips change a number only");
  }

  private static TransactionLogValue kafka(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    short version = buffer.getShort();
    return new TransactionLogValue(new ByteBufferAccessor(buffer), version);
  }

  @Test
  void aNullValueIsATombstone() {
    assertEquals(
        Decoded.intact(new TransactionLogRecord.Tombstone("payments")),
        TransactionLogRecord.decode(Optional.of(KEY), Optional.empty()));
  }

  @Test
  void newerVersionsAreShownAsSuch() {
    Bytes newer = Bytes.copyOf(new byte[] {0, 2, 1, 2, 3});
    assertEquals(
        Decoded.intact(new TransactionLogRecord.UnknownValueVersion("payments", (short) 2)),
        TransactionLogRecord.decode(Optional.of(KEY), Optional.of(newer)));
    assertEquals(
        Decoded.intact(new TransactionLogRecord.UnknownKeyVersion((short) 2)),
        TransactionLogRecord.decode(Optional.of(newer), Optional.of(newer)));
  }

  @Test
  void aNullKeyIsDamage() {
    Decoded<TransactionLogRecord> decoded =
        TransactionLogRecord.decode(Optional.empty(), Optional.empty());
    assertEquals(DamageKind.FIELD, decoded.damages().get(0).kind());
  }

  @Test
  void aTruncatedKeyIsDamage() {
    Mutants.truncations(
        KEY.toArray(),
        mutant ->
            assertFalse(
                TransactionLogRecord.decode(Optional.of(Bytes.copyOf(mutant)), Optional.empty())
                    .isIntact()));
  }

  @Test
  void anUnknownStatusIsKept() {
    byte[] bytes =
        MessageUtil.toVersionPrefixedBytes(
            (short) 1,
            new TransactionLogValue()
                .setTransactionStatus((byte) 42)
                .setTransactionPartitions(List.of()));
    TransactionLogRecord.State state =
        assertInstanceOf(TransactionLogRecord.State.class, state(bytes).orElseThrow());
    assertEquals(42, state.statusId());
    assertEquals(TransactionStatus.UNKNOWN, state.status());
  }
}
