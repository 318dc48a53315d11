package org.logdiff.analysis.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.apache.kafka.storage.internals.log.LogDirFailureChannel;
import org.apache.kafka.storage.internals.log.LogSegment;
import org.apache.kafka.storage.internals.log.ProducerStateManagerConfig;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.apache.kafka.storage.log.metrics.BrokerTopicStats;

/**
 * What Kafka's own log makes of a partition directory when its broker starts; a copy is opened.
 *
 * @param logs the bytes of the segments' logs by base offset
 * @param aborted first offsets of the transactions that the segments' indexes call aborted
 */
public record OpenedByKafka(
    SortedMap<Long, byte[]> logs,
    List<Long> aborted,
    long logStartOffset,
    long logEndOffset,
    long lastStableOffset) {

  /**
   * Opens a copy of a partition directory.
   *
   * @param wasClean whether there was the clean shutdown marker
   */
  public static OpenedByKafka open(Path partitionDirectory, boolean wasClean, long recoveryPoint) {
    try (RamDirectory directory = new RamDirectory()) {
      Path copy = Files.createDirectory(directory.path().resolve(partitionDirectory.getFileName()));
      try (Stream<Path> files = Files.list(partitionDirectory)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          Files.copy(file, copy.resolve(file.getFileName()));
        }
      }
      return opened(copy, wasClean, recoveryPoint);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static OpenedByKafka opened(Path copy, boolean wasClean, long recoveryPoint)
      throws IOException {
    try (UnifiedLog log =
        UnifiedLog.create(
            copy.toFile(),
            new LogConfig(Map.of("cleanup.policy", "compact", "segment.index.bytes", "8192")),
            0,
            recoveryPoint,
            new IdleScheduler(),
            new BrokerTopicStats(),
            new FixedTime(Cluster.START_MS),
            Integer.MAX_VALUE,
            new ProducerStateManagerConfig(Integer.MAX_VALUE, false),
            Integer.MAX_VALUE,
            new LogDirFailureChannel(1),
            wasClean,
            Optional.<Uuid>empty())) {
      log.updateHighWatermark(log.logEndOffset());
      SortedMap<Long, byte[]> logs = new TreeMap<>();
      List<Long> aborted = new ArrayList<>();
      for (LogSegment segment : List.copyOf(log.logSegments())) {
        ByteBuffer bytes = ByteBuffer.allocate(segment.size());
        segment.log().readInto(bytes, 0);
        logs.put(segment.baseOffset(), bytes.array());
        segment.txnIndex().allAbortedTxns().forEach(txn -> aborted.add(txn.firstOffset()));
      }
      return new OpenedByKafka(
          logs, aborted, log.logStartOffset(), log.logEndOffset(), log.lastStableOffset());
    }
  }
}
