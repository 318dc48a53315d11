package org.logdiff.analysis.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Kafka loads what was written, and finds in it what the model says. */
class ReplicaWriterTest {

  private static final long HIGH_OFFSETS = 1L << 33;

  @Test
  void kafkaLoadsWhatWasWritten() {
    for (long seed = 0; seed < 25; seed++) {
      HistoryOptions options = HistoryOptions.small().withTransactions();
      compare("seed " + seed, HistoryGenerator.generate(options, seed).replay());
    }
  }

  @Test
  void atHighOffsetsWithOtherKeysOnOtherBrokers() {
    for (long seed = 100; seed < 110; seed++) {
      HistoryOptions options = HistoryOptions.small().withTransactions();
      Aftermath aftermath =
          HistoryGenerator.generate(options, seed)
              .replay()
              .shiftOffsets(HIGH_OFFSETS)
              .renameKeys(key -> "key/" + key)
              .permuteReplicas(3, 1, 2);
      compare("seed " + seed, aftermath);
    }
  }

  private static void compare(String name, Aftermath aftermath) {
    try (RamDirectory dir = new RamDirectory()) {
      ReplicaWriter.write(aftermath, dir.path());
      for (ReplicaState replica : aftermath.replicas()) {
        Path logDir = dir.path().resolve("kafka" + replica.nodeId());
        String where = name + ", replica " + replica.nodeId();
        if (replica.cleanlyStopped()) {
          compare(where, replica, logDir, aftermath.nowMs());
        }
      }
    }
  }

  private static void compare(String where, ReplicaState replica, Path logDir, long nowMs) {
    try (RealLog log =
        new RealLog(logDir, TopicConfig.standard(), replica.logStartOffset(), nowMs)) {
      Map<Long, byte[]> files = log.logFiles();
      assertEquals(replica.segments().size(), files.size(), where);
      Map<Long, Object> indexes = new TreeMap<>();
      for (SegmentState segment : replica.segments()) {
        assertArrayEquals(segment.logBytes(), files.get(segment.baseOffset()), where);
        indexes.put(segment.baseOffset(), segment.abortedTransactions());
      }
      assertEquals(indexes, log.abortedTransactions(), where);
      assertEquals(replica.logEndOffset(), log.logEndOffset(), where);
      assertEquals(replica.logStartOffset(), log.logStartOffset(), where);
      assertEquals(replica.lastStableOffset(), log.lastStableOffset(), where);
      assertEquals(replica.cleanerCheckpoint(), log.cleanerCheckpoint(), where);
      assertEquals(epochsWithRecords(replica), log.leaderEpochs(), where);
      assertEquals(unexpired(replica, nowMs), log.producers(), where);
    }
  }

  /** A broker that starts forgets the epochs that begin at its log end. */
  private static Map<Integer, Long> epochsWithRecords(ReplicaState replica) {
    Map<Integer, Long> epochs = new TreeMap<>(replica.leaderEpochs());
    epochs.values().removeIf(start -> start >= replica.logEndOffset());
    return epochs;
  }

  private static Object unexpired(ReplicaState replica, long nowMs) {
    return replica.snapshots().getOrDefault(replica.logEndOffset(), List.of()).stream()
        .filter(
            entry ->
                entry.currentTxnFirstOffset().isPresent()
                    || nowMs - entry.lastTimestampMs()
                        < TopicConfig.standard().producerIdExpirationMs())
        .toList();
  }
}
