package org.logdiff.analysis.witness;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.MessageUtil;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.coordinator.transaction.TransactionLog;
import org.apache.kafka.coordinator.transaction.generated.TransactionLogValue;
import org.apache.kafka.metadata.MetadataRecordSerde;
import org.apache.kafka.server.common.ApiMessageAndVersion;
import org.logdiff.format.internal.TransactionLogRecord;

/** Writes a partition of an internal topic with Kafka's own classes, a batch for each record. */
public final class InternalLog {
  private final ByteArrayOutputStream log = new ByteArrayOutputStream();
  private final List<String> epochs = new ArrayList<>();
  private int leaderEpoch = -1;

  /** From this offset on a new leader writes. */
  InternalLog leaderEpoch(int epoch, long startOffset) {
    leaderEpoch = epoch;
    epochs.add(epoch + " " + startOffset);
    return this;
  }

  InternalLog record(long offset, long timestampMs, byte[] key, byte[] value) {
    if (leaderEpoch < 0) {
      leaderEpoch(0, 0);
    }
    MemoryRecords batch =
        MemoryRecords.withRecords(
            RecordBatch.MAGIC_VALUE_V2,
            offset,
            Compression.NONE,
            TimestampType.CREATE_TIME,
            RecordBatch.NO_PRODUCER_ID,
            RecordBatch.NO_PRODUCER_EPOCH,
            RecordBatch.NO_SEQUENCE,
            leaderEpoch,
            false,
            new SimpleRecord(timestampMs, key, value));
    ByteBuffer buffer = batch.buffer();
    log.write(buffer.array(), buffer.arrayOffset(), buffer.limit());
    return this;
  }

  InternalLog states(List<Coordinator.Written> written) {
    for (Coordinator.Written record : written) {
      record(
          record.offset(),
          record.timestampMs(),
          TransactionLog.keyToBytes(record.state().transactionalId()),
          value(record.state()));
    }
    return this;
  }

  private static byte[] value(TransactionLogRecord.State state) {
    TransactionLogValue value =
        new TransactionLogValue()
            .setProducerId(state.producerId())
            .setProducerEpoch(state.producerEpoch())
            .setTransactionTimeoutMs(state.timeoutMs())
            .setTransactionStatus(state.statusId())
            .setTransactionLastUpdateTimestampMs(state.lastUpdateTimestampMs())
            .setTransactionStartTimestampMs(state.startTimestampMs());
    state
        .partitions()
        .forEach(
            partition ->
                value
                    .transactionPartitions()
                    .add(
                        new TransactionLogValue.PartitionsSchema()
                            .setTopic(partition.topic())
                            .setPartitionIds(List.of(partition.partition()))));
    if (state.valueVersion() > 0) {
      value
          .setPreviousProducerId(state.previousProducerId())
          .setClientTransactionVersion(state.clientTransactionVersion());
    }
    return MessageUtil.toVersionPrefixedBytes(state.valueVersion(), value);
  }

  public InternalLog metadata(long offset, long timestampMs, ApiMessage message, int version) {
    ApiMessageAndVersion record = new ApiMessageAndVersion(message, (short) version);
    ObjectSerializationCache cache = new ObjectSerializationCache();
    MetadataRecordSerde serde = new MetadataRecordSerde();
    ByteBuffer buffer = ByteBuffer.allocate(serde.recordSize(record, cache));
    serde.write(record, cache, new ByteBufferAccessor(buffer));
    return record(offset, timestampMs, null, buffer.array());
  }

  public byte[] bytes() {
    return log.toByteArray();
  }

  /** Writes the partition's directory into a log dir. */
  public Path writeTo(Path logDir, String partition) {
    return write(logDir, partition, "00000000000000000000.log", bytes());
  }

  public Path write(Path logDir, String partition, String fileName, byte[] bytes) {
    try {
      Path directory = Files.createDirectories(logDir.resolve(partition));
      Files.write(directory.resolve(fileName), bytes);
      List<String> lines = new ArrayList<>(Arrays.asList("0", "" + epochs.size()));
      lines.addAll(epochs);
      Files.write(directory.resolve("leader-epoch-checkpoint"), lines);
      return logDir;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
