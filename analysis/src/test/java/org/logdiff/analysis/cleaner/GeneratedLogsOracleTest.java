package org.logdiff.analysis.cleaner;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.logdiff.analysis.model.Aftermath;
import org.logdiff.analysis.model.BatchEncoding;
import org.logdiff.analysis.model.HistoryGenerator;
import org.logdiff.analysis.model.HistoryOptions;
import org.logdiff.analysis.model.RamDirectory;
import org.logdiff.analysis.model.ReplicaWriter;
import org.logdiff.analysis.model.UpgradedFormats;
import org.logdiff.format.TopicPartition;

/**
 * The replay against the cleaners of three versions of Kafka, over random logs: keys, tombstones,
 * transactions, producers that expire, empty batches, several segments, maps that fill, all codecs;
 * three passes each. {@code -Dlogdiff.cleaner.logs=N} for another number of logs.
 */
class GeneratedLogsOracleTest {
  private static final int LOGS = Integer.getInteger("logdiff.cleaner.logs", 1020);
  private static final long FIRST_SEED = Long.getLong("logdiff.seed", 1);
  private static final int REPLICAS = 3;
  private static final TopicPartition PARTITION = new TopicPartition("foo", 0);

  @ParameterizedTest
  @EnumSource
  @Execution(ExecutionMode.CONCURRENT)
  void leavesTheSameBytes(BrokerVersion version) throws Exception {
    int histories = LOGS / REPLICAS / BrokerVersion.values().length;
    int passes = 0;
    for (int i = 0; i < histories; i++) {
      // Each version has logs of its own, so that more are seen in the same time.
      long seed = FIRST_SEED + (long) i * BrokerVersion.values().length + version.ordinal();
      passes += compare(version, seed);
    }
    assertTrue(passes > histories, "passes: " + passes);
  }

  private static int compare(BrokerVersion version, long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    HistoryOptions options = HistoryOptions.small().withReplicas(REPLICAS);
    Aftermath aftermath =
        HistoryGenerator.generate(
                random.nextInt(5) == 0 ? options : options.withTransactions(), seed)
            .replay();
    int passes = 0;
    try (RamDirectory directory = new RamDirectory()) {
      BatchEncoding encoding =
          random.nextInt(5) == 0 ? UpgradedFormats.random(aftermath, seed) : BatchEncoding.MAGIC_2;
      for (Path logDir : ReplicaWriter.write(aftermath, directory.path(), encoding)) {
        if (random.nextInt(3) > 0) {
          forgetCheckpoint(logDir);
        }
        CleanerConfig config = config(random);
        ComparedPasses compared = new ComparedPasses(version, config);
        long firstMs = aftermath.nowMs() + random.nextInt(3000);
        compared.compare(
            "seed " + seed + ", " + logDir.getFileName() + ", " + config,
            logDir,
            PARTITION,
            firstMs,
            firstMs + 1 + random.nextInt(1500),
            firstMs + 3000);
        passes += compared.passes();
      }
    }
    return passes;
  }

  private static void forgetCheckpoint(Path logDir) throws IOException {
    Files.write(logDir.resolve("cleaner-offset-checkpoint"), new byte[0]);
  }

  private static CleanerConfig config(SplittableRandom random) {
    int slots = random.nextInt(3) == 0 ? random.nextInt(2, 8) : 4096;
    return new CleanerConfig(
        true,
        pick(random, 0L, 1000L, 1000L),
        pick(random, 0.0, 0.0, 0.0, 0.3, 0.5),
        pick(random, 0L, 0L, 0L, 30L),
        pick(random, Long.MAX_VALUE, Long.MAX_VALUE, 20L),
        pick(random, 1 << 30, 1 << 30, 300, 700, 1500),
        pick(random, 65536, 65536, 1024),
        pick(random, 0, 100, 4096),
        pick(random, 86_400_000L, 86_400_000L, 10L, 1500L),
        slots * (long) CleanerConfig.BYTES_PER_SLOT,
        1.0);
  }

  @SafeVarargs
  private static <T> T pick(SplittableRandom random, T... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
