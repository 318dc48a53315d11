package org.logdiff.analysis.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.properties.MetaProperties;
import org.apache.kafka.metadata.properties.MetaPropertiesVersion;
import org.apache.kafka.metadata.properties.PropertiesUtils;
import org.apache.kafka.storage.internals.checkpoint.CleanShutdownFileHandler;
import org.apache.kafka.storage.internals.checkpoint.OffsetCheckpointFile;
import org.apache.kafka.storage.internals.log.LogDirFailureChannel;

/** Writes the files of a log dir that lie beside its partitions. */
final class LogDirWriter {

  private static final String CLUSTER_ID = "4MgMLMMHRs2DYTS4ys3m0Q";
  private static final long DIRECTORY_ID_MOST_SIGNIFICANT_BITS = 0x6c6f67646972L;
  private static final long BROKER_EPOCH = 16;

  private final Path logDir;
  private final LogDirFailureChannel failures;

  LogDirWriter(Path logDir, LogDirFailureChannel failures) {
    this.logDir = logDir;
    this.failures = failures;
  }

  void write(ReplicaState replica) throws IOException {
    writeMetaProperties(replica.nodeId());
    checkpoint("replication-offset-checkpoint", Map.of(partition(), replica.logEndOffset()));
    checkpoint("recovery-point-offset-checkpoint", Map.of(partition(), recoveryPoint(replica)));
    boolean startsWithinSegment = replica.logStartOffset() > replica.segments().get(0).baseOffset();
    checkpoint(
        "log-start-offset-checkpoint",
        startsWithinSegment ? Map.of(partition(), replica.logStartOffset()) : Map.of());
    if (replica.cleanerCheckpoint().isPresent()) {
      checkpoint(
          "cleaner-offset-checkpoint",
          Map.of(partition(), replica.cleanerCheckpoint().getAsLong()));
    } else {
      file("cleaner-offset-checkpoint");
    }
    if (replica.cleanlyStopped()) {
      writeCleanShutdown();
    }
  }

  private static TopicPartition partition() {
    return ReplicaWriter.PARTITION;
  }

  private static long recoveryPoint(ReplicaState replica) {
    int last = replica.segments().size() - 1;
    return replica.cleanlyStopped()
        ? replica.logEndOffset()
        : replica.segments().get(last).baseOffset();
  }

  /** Opening a checkpoint creates it with zero bytes, as a broker that starts does. */
  private OffsetCheckpointFile file(String name) throws IOException {
    return new OffsetCheckpointFile(logDir.resolve(name).toFile(), failures);
  }

  private void checkpoint(String name, Map<TopicPartition, Long> offsets) throws IOException {
    file(name).write(offsets);
  }

  private void writeMetaProperties(int nodeId) throws IOException {
    Properties properties =
        new MetaProperties.Builder()
            .setVersion(MetaPropertiesVersion.V1)
            .setClusterId(CLUSTER_ID)
            .setNodeId(nodeId)
            .setDirectoryId(new Uuid(DIRECTORY_ID_MOST_SIGNIFICANT_BITS, nodeId))
            .build()
            .toProperties();
    PropertiesUtils.writePropertiesFile(
        properties, logDir.resolve("meta.properties").toString(), false);
  }

  private void writeCleanShutdown() throws IOException {
    try {
      new CleanShutdownFileHandler(logDir.toString()).write(BROKER_EPOCH);
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }
}
