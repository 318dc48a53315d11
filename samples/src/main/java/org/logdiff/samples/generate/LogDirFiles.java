package org.logdiff.samples.generate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kafka.common.Uuid;

/** The small files of a log dir and of its partition, as after a clean stop. */
final class LogDirFiles {
  private static final long CLUSTER = 0x6c6f67646966L;

  private final Path logDir;
  private final Path partition;
  private final int nodeId;

  LogDirFiles(Path logDir, Path partition, int nodeId) {
    this.logDir = logDir;
    this.partition = partition;
    this.nodeId = nodeId;
  }

  /**
   * @param cleanedTo the first dirty offset; -1 if no cleaner came
   */
  void write(long endOffset, long cleanedTo, long seed) throws IOException {
    String lines =
        "version=1\ncluster.id=%s\nnode.id=%d\ndirectory.id=%s\n"
            .formatted(new Uuid(CLUSTER, seed), nodeId, new Uuid(CLUSTER + nodeId, seed));
    Files.writeString(logDir.resolve("meta.properties"), lines);
    checkpoint("replication-offset-checkpoint", endOffset);
    checkpoint("recovery-point-offset-checkpoint", endOffset);
    checkpoint("log-start-offset-checkpoint", -1);
    checkpoint("cleaner-offset-checkpoint", cleanedTo);
    Files.writeString(
        logDir.resolve(".kafka_cleanshutdown"), "{\"version\":0,\"brokerEpoch\":" + nodeId + "}");
    Files.writeString(partition.resolve("leader-epoch-checkpoint"), "0\n1\n0 0\n");
    Files.writeString(
        partition.resolve("partition.metadata"),
        "version: 0\ntopic_id: " + new Uuid(CLUSTER, ~seed) + "\n");
  }

  private void checkpoint(String name, long offset) throws IOException {
    Files.writeString(logDir.resolve(name), offset < 0 ? "0\n0\n" : "0\n1\nfoo 0 " + offset + "\n");
  }
}
