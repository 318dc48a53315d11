package org.logdiff.analysis.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The model's cleaner against Kafka 4.4.0's own: the same logs, the same clock, the same settings,
 * and after every pass the same bytes in the same segments. For more histories per case than a
 * build has time for: {@code -Doracle.histories=1000}.
 */
class CleanerOracleTest {

  private static final HistoryOptions OPTIONS = HistoryOptions.small().withTransactions();
  private static final int HISTORIES = Integer.getInteger("oracle.histories", 25);

  @Test
  void plainLogs() {
    compare(HistoryOptions.small().withoutOutages().withReplicas(1), 0);
  }

  @Test
  void transactions() {
    compare(OPTIONS.withReplicas(1).withoutOutages(), 1000);
  }

  @Test
  void replicasThatCopiedCleanedLogs() {
    compare(OPTIONS, 2000);
  }

  @Test
  void severalGroupsOfSegments() {
    TopicConfig config = TopicConfig.standard().withSegmentBytes(600);
    compare(OPTIONS.withReplicas(2).withConfig(config), 3000);
  }

  @Test
  void fullKeyMaps() {
    TopicConfig config = TopicConfig.standard().withKeysPerPass(3);
    compare(OPTIONS.withReplicas(1).withoutOutages().withConfig(config), 4000);
  }

  @Test
  void youngSegments() {
    TopicConfig config = TopicConfig.standard().withMinCompactionLagMs(500);
    compare(OPTIONS.withReplicas(1).withoutOutages().withConfig(config), 5000);
  }

  private static void compare(HistoryOptions options, long firstSeed) {
    for (long seed = firstSeed; seed < firstSeed + HISTORIES; seed++) {
      compare("seed " + seed, HistoryGenerator.generate(options, seed));
    }
  }

  private static void compare(String name, History history) {
    Cluster cluster = new Cluster(history.config(), history.replicas());
    try (RamDirectory dir = new RamDirectory();
        RealCluster real = new RealCluster(dir.path(), history.config(), cluster)) {
      StringBuilder soFar = new StringBuilder(name).append(":");
      for (Event event : history.events()) {
        cluster.apply(event);
        real.follow(event);
        soFar.append(" | ").append(event.text());
        cleanedBy(event, cluster).forEach(r -> compare(soFar, r, real.log(r.nodeId())));
      }
      cluster.replicas().forEach(r -> compare(soFar, r, real.log(r.nodeId())));
    }
  }

  private static List<ModelReplica> cleanedBy(Event event, Cluster cluster) {
    int nodeId;
    if (event instanceof Event.Pass pass) {
      nodeId = pass.replica();
    } else if (event instanceof Event.FullPass pass) {
      nodeId = pass.replica();
    } else {
      return List.of();
    }
    return nodeId == Event.ALL ? cluster.inSync() : List.of(cluster.replica(nodeId));
  }

  private static void compare(StringBuilder name, ModelReplica replica, RealLog log) {
    String where = name + "\nreplica " + replica.nodeId() + ": ";
    Map<Long, byte[]> files = log.logFiles();
    Map<Long, List<AbortedTransaction>> indexes = new TreeMap<>();
    replica.segments().forEach(s -> indexes.put(s.baseOffset, s.abortedTransactions));
    assertEquals(indexes.keySet(), files.keySet(), () -> where + "segments");
    for (ModelSegment segment : replica.segments()) {
      assertArrayEquals(
          segment.state().logBytes(),
          files.get(segment.baseOffset),
          () ->
              where
                  + "segment "
                  + segment.baseOffset
                  + "\nmodel "
                  + String.join("\n  ", LogDump.of(segment.state().logBytes()))
                  + "\nreal "
                  + String.join("\n  ", LogDump.of(files.get(segment.baseOffset))));
    }
    assertEquals(indexes, log.abortedTransactions(), () -> where + "transaction indexes");
    assertEquals(replica.cleanerCheckpoint(), log.cleanerCheckpoint(), () -> where + "checkpoint");
    assertEquals(replica.lastStableOffset(), log.lastStableOffset(), () -> where + "stable");
    assertEquals(replica.logStartOffset(), log.logStartOffset(), () -> where + "log start");
    assertEquals(replica.producers().entries(), log.producers(), () -> where + "producers");
    if (replica.isOnline() && replica.logStartOffset() == 0) {
      assertEquals(
          replica.snapshotOffsets(), log.snapshotOffsets(), () -> where + "producer snapshots");
    }
  }
}
