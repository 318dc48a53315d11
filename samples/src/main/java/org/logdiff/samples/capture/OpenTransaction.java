package org.logdiff.samples.capture;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/** A transaction that a scenario has begun. */
final class OpenTransaction {
  private final Stage stage;
  private final Writer writer;
  private final String name;
  private final Map<TopicPartition, List<Long>> offsets =
      new TreeMap<>(Comparator.comparing(TopicPartition::toString));

  OpenTransaction(Stage stage, Writer writer, String name) {
    this.stage = stage;
    this.writer = writer;
    this.name = name;
    writer.transaction(name);
    writer.producer().beginTransaction();
  }

  /** Writes one record to foo-0; returns its offset. */
  long write(String key, String value) throws Exception {
    return write(Stage.FOO_0, List.of(KeyValue.of(key, value))).get(0);
  }

  List<Long> write(TopicPartition partition, List<KeyValue> records) throws Exception {
    List<Long> written = writer.write(partition, records);
    offsets.computeIfAbsent(partition, p -> new ArrayList<>()).addAll(written);
    return written;
  }

  /** Commits and waits for the markers; returns the marker's offset in the last partition. */
  long commit() throws Exception {
    writer.producer().commitTransaction();
    return ended("COMMIT");
  }

  /** Aborts and waits for the markers; returns the marker's offset in the last partition. */
  long abort() throws Exception {
    writer.producer().abortTransaction();
    return ended("ABORT");
  }

  /** Waits for the markers of a transaction that the coordinator aborts by itself. */
  void abortedByCoordinator() throws Exception {
    writer.abandon();
    ended("ABORT");
  }

  /** Leaves it open and says so. */
  void leaveOpen() throws Exception {
    writer.abandon();
    for (Map.Entry<TopicPartition, List<Long>> entry : offsets.entrySet()) {
      List<Long> data = entry.getValue();
      ReplicaLog.Batch first = stage.leaderLog(entry.getKey()).batchAt(data.get(0)).orElseThrow();
      tell(entry.getKey(), data, first, "OPEN", -1, -1);
    }
  }

  private long ended(String outcome) throws Exception {
    writer.transaction(null);
    long marker = -1;
    for (Map.Entry<TopicPartition, List<Long>> entry : offsets.entrySet()) {
      List<Long> data = entry.getValue();
      long last = data.get(data.size() - 1);
      ReplicaLog.Batch batch = stage.awaitBatchAt(entry.getKey(), last);
      ReplicaLog.Batch end = stage.awaitMarker(entry.getKey(), batch.producerId(), last);
      marker = end.baseOffset();
      tell(entry.getKey(), data, batch, outcome, marker, end.producerEpoch());
    }
    return marker;
  }

  private void tell(
      TopicPartition partition,
      List<Long> data,
      ReplicaLog.Batch batch,
      String outcome,
      long markerOffset,
      int markerEpoch) {
    stage
        .truth()
        .transaction(
            new Truth.Transaction(
                name,
                writer.transactionalId(),
                partition.toString(),
                batch.producerId(),
                batch.producerEpoch(),
                data.get(0),
                data.get(data.size() - 1),
                outcome,
                markerOffset,
                markerEpoch));
    stage
        .truth()
        .event(
            String.format(
                "%s of %s: %s, data %d to %d of %s, marker at %d",
                name,
                writer.transactionalId(),
                outcome,
                data.get(0),
                data.get(data.size() - 1),
                partition,
                markerOffset));
  }
}
