package org.logdiff.analysis.model;

import org.apache.kafka.storage.internals.log.AppendOrigin;
import org.apache.kafka.storage.internals.log.BatchMetadata;
import org.apache.kafka.storage.internals.log.LogOffsetMetadata;
import org.apache.kafka.storage.internals.log.ProducerAppendInfo;
import org.apache.kafka.storage.internals.log.ProducerStateEntry;

/** The model's producer entries as Kafka's, and back. */
final class KafkaProducerState {

  private KafkaProducerState() {}

  static ProducerStateEntry entry(ProducerEntry producer) {
    ProducerStateEntry withoutBatch =
        new ProducerStateEntry(
            producer.producerId(),
            producer.producerEpoch(),
            producer.coordinatorEpoch(),
            producer.lastTimestampMs(),
            producer.currentTxnFirstOffset());
    if (!producer.hasDataBatch()) {
      return withoutBatch;
    }
    ProducerAppendInfo append =
        new ProducerAppendInfo(
            ReplicaWriter.PARTITION,
            producer.producerId(),
            withoutBatch,
            AppendOrigin.REPLICATION,
            null);
    append.appendDataBatch(
        producer.producerEpoch(),
        producer.lastSequence() - producer.offsetDelta(),
        producer.lastSequence(),
        producer.lastTimestampMs(),
        new LogOffsetMetadata(producer.lastDataOffset() - producer.offsetDelta()),
        producer.lastDataOffset(),
        producer.currentTxnFirstOffset().isPresent());
    return append.toEntry();
  }

  static ProducerEntry entry(ProducerStateEntry entry) {
    BatchMetadata last =
        entry.batchMetadata().stream()
            .reduce((earlier, later) -> later)
            .orElse(new BatchMetadata(-1, -1, 0, -1));
    return new ProducerEntry(
        entry.producerId(),
        entry.producerEpoch(),
        last.lastSeq(),
        last.lastOffset(),
        last.offsetDelta(),
        entry.lastTimestamp(),
        entry.coordinatorEpoch(),
        entry.currentTxnFirstOffset());
  }
}
