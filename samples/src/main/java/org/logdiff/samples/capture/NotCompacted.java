package org.logdiff.samples.capture;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** A topic that is not compacted, with records deleted up to an offset in one of two partitions. */
final class NotCompacted implements Scenario {
  private static final TopicPartition FOO_1 = new TopicPartition("foo", 1);
  private static final int RECORDS = 40;
  private static final long DELETE_BEFORE = 23;

  @Override
  public String name() {
    return "not-compacted";
  }

  @Override
  public String title() {
    return "cleanup.policy=delete, healthy; in foo-1 deleteRecords has moved the log start";
  }

  @Override
  public ClusterSettings settings() {
    return ClusterSettings.standard().with("log.retention.check.interval.ms", "500");
  }

  @Override
  public void play(Stage stage) throws Exception {
    Map<String, String> foo = new LinkedHashMap<>();
    foo.put("cleanup.policy", "delete");
    foo.put("segment.ms", "700");
    foo.put("segment.index.bytes", "8192");
    foo.put("file.delete.delay.ms", "1000");
    stage.createTopic("foo", 2, foo);
    Writer writer = stage.writer("plain", Map.of());
    for (int i = 0; i < RECORDS; i += 2) {
      List<KeyValue> pair =
          List.of(KeyValue.of("k" + i % 6, "v" + i), KeyValue.of(i % 8 == 0 ? null : "n", null));
      writer.write(Stage.FOO_0, pair);
      writer.write(FOO_1, pair);
      Thread.sleep(120);
    }
    for (TopicPartition partition : List.of(Stage.FOO_0, FOO_1)) {
      stage.awaitReplicated(partition, 1, 2, 3);
    }
    stage.deleteRecordsBefore(FOO_1, DELETE_BEFORE);
    Truth truth = stage.truth();
    truth.fact(
        "No divergence. Values, tombstones and records without key, all kept: no cleaner works here.");
    truth.fact("foo-1 begins at offset " + DELETE_BEFORE + " on all replicas, within a segment.");
  }

  @Override
  public void confirm(Truth truth) {
    for (int broker : Cluster.BROKERS) {
      int inFoo0 = truth.view("foo-0", broker, "read_uncommitted").records().size();
      int inFoo1 = truth.view("foo-1", broker, "read_uncommitted").records().size();
      if (inFoo0 != RECORDS || inFoo1 != RECORDS - DELETE_BEFORE) {
        throw new IllegalStateException("broker " + broker + ": " + inFoo0 + ", " + inFoo1);
      }
    }
  }
}
