package org.logdiff.analysis.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.logdiff.analysis.Progress;
import org.logdiff.samples.Mutation;
import org.logdiff.samples.Mutation.AppendCopy;
import org.logdiff.samples.Mutation.AppendZeros;
import org.logdiff.samples.Mutation.CutAt;
import org.logdiff.samples.Mutation.Rename;
import org.logdiff.samples.Mutation.SetInt;
import org.logdiff.samples.Mutation.SetLong;
import org.logdiff.samples.Mutation.SetText;
import org.logdiff.samples.Mutation.ZeroRange;
import org.logdiff.samples.Sample;
import org.logdiff.samples.Samples;

/**
 * What Kafka's bug tracker tells of, done to a healthy replica, with the verdict that it deserves.
 * Those about transactions are in {@link TransactionHistoriesTest}.
 */
class TrackerHistoriesTest {
  private static final String ACTIVE = "foo-0/00000000000000000686.";
  private static final String CLOSED = "foo-0/00000000000000000148.";

  /** Where the second batch of the closed log starts. */
  private static final int SECOND_IN_CLOSED = 309;

  private static final int LEADER_EPOCH = 12;
  private static final int CRC = 17;
  private static final int ATTRIBUTES = 21;

  @TempDir Path temporary;
  private Sample sample;
  private Path logDir;

  @BeforeEach
  void copy() throws IOException {
    sample = Samples.named("healthy").copyTo(temporary.resolve("sample"));
    logDir = sample.broker("kafka3");
  }

  private void shows(String... findings) {
    assertEquals(
        List.of(findings),
        CheckedPaths.lines(logDir).stream().map(line -> line.replace("kafka3 ", "")).toList());
  }

  private void done(Mutation... acts) throws IOException {
    for (Mutation act : acts) {
      act.apply(logDir);
    }
  }

  @Test
  void kafka19407_offsetsGoBackOnTheLeader() throws IOException {
    int size = (int) Files.size(logDir.resolve(ACTIVE + "log"));
    done(new AppendCopy(ACTIVE + "log", 0, 79), new SetLong(ACTIVE + "log", size, 688));
    shows("foo-0 offset-out-of-order");
  }

  @Test
  void aBatchIsAppendedTwice() throws IOException {
    done(new AppendCopy(ACTIVE + "log", 0, 79));
    shows("foo-0 offset-out-of-order");
  }

  @Test
  void kafka7164_theLeaderEpochsOfTheLogDivergeFromTheCheckpoint() throws IOException {
    done(new SetText("foo-0/leader-epoch-checkpoint", "0\n2\n0 0\n3 400\n"));
    shows("foo-0 leader-epoch-checkpoint-mismatch 401");
  }

  @Test
  void kafka7164_aBatchOfALaterEpochStandsAmongEarlierOnes() throws IOException {
    done(new SetInt(CLOSED + "log", SECOND_IN_CLOSED + LEADER_EPOCH, 5));
    shows("foo-0 leader-epoch-out-of-order 152");
  }

  @Test
  void kafka6264_offsetsOverflowTheSegment() throws IOException {
    done(new SetLong(ACTIVE + "log", 0, 686 + (1L << 31)));
    shows("foo-0 offset-overflow");
  }

  @Test
  void aPowerCutLeavesZerosInClosedIndexes() throws IOException {
    done(new ZeroRange(CLOSED + "index", 0, 112), new ZeroRange(CLOSED + "timeindex", 0, 168));
    shows("foo-0 damaged-index", "foo-0 damaged-index");
  }

  @Test
  void aPowerCutLeavesZerosInAClosedLog() throws IOException {
    done(new AppendZeros(CLOSED + "log", 4096));
    shows("foo-0 damaged-batch");
  }

  /** The active segment's files are preallocated as long as the broker runs. */
  @Test
  void aKilledBrokerLeavesZerosInActiveIndexes() throws IOException {
    done(
        new Mutation.DropFile(".kafka_cleanshutdown"),
        new AppendZeros(ACTIVE + "index", 8192),
        new AppendZeros(ACTIVE + "timeindex", 8184));
    shows();
  }

  @Test
  void theLeaderEpochCheckpointIsCutShort() throws IOException {
    done(new CutAt("foo-0/leader-epoch-checkpoint", 8));
    shows("foo-0 damaged-leader-epoch-checkpoint");
  }

  @Test
  void theLeaderEpochCheckpointIsEmpty() throws IOException {
    done(new CutAt("foo-0/leader-epoch-checkpoint", 0));
    shows("foo-0 leader-epoch-checkpoint-mismatch 0");
  }

  @Test
  void aSnapshotIsAheadOfItsOffset() throws IOException {
    done(
        new Mutation.DropFile("foo-0/00000000000000000037.snapshot"),
        new Mutation.Copy("foo-0/00000000000000000690.snapshot", "00000000000000000037.snapshot"));
    shows("foo-0 snapshot-ahead-of-offset 37");
  }

  @Test
  void aPowerCutTakesTheEndOfTheLog() throws IOException {
    long size = Files.size(logDir.resolve(ACTIVE + "log"));
    done(new CutAt(ACTIVE + "log", size - 79));
    shows(
        "foo-0 time-index-wrong-entry",
        "foo-0 snapshot-beyond-log-end 690",
        "foo-0 high-watermark-beyond-log-end 690",
        "foo-0 recovery-point-beyond-log-end 690");
  }

  @Test
  void aBrokerIsKilledWhileItWrites() throws IOException {
    done(
        new Mutation.DropFile(".kafka_cleanshutdown"),
        new Mutation.DropFile("foo-0/00000000000000000690.snapshot"),
        new SetText("recovery-point-offset-checkpoint", "0\n1\nfoo 0 686\n"),
        new SetText("replication-offset-checkpoint", "0\n1\nfoo 0 688\n"),
        new CutAt(ACTIVE + "log", 300));
    shows("foo-0 torn-tail");
  }

  @Test
  void theLogStartLiesBeyondTheLogsEnd() throws IOException {
    done(new SetText("log-start-offset-checkpoint", "0\n1\nfoo 0 900\n"));
    shows("foo-0 log-start-beyond-log-end 900", "foo-0 open: log-start-offset-checkpoint");
  }

  /** KAFKA-14190: brokers that have two topics under one name. */
  @Test
  void aTopicWasCreatedAnewWhileTheBrokerWasAway() throws IOException {
    copyDirectory(logDir.resolve("foo-0"), logDir.resolve("foo-1"));
    done(new SetText("foo-1/partition.metadata", "version: 0\ntopic_id: c0qhth5BTCiYb1kfZt6KVw"));
    shows("topic-id-mismatch");
  }

  @Test
  void aPartitionIsInTwoLogDirs() throws IOException {
    Path second = Files.createDirectories(temporary.resolve("second"));
    Files.copy(logDir.resolve("meta.properties"), second.resolve("meta.properties"));
    copyDirectory(logDir.resolve("foo-0"), second.resolve("foo-0"));
    List<String> findings =
        CheckedPaths.lines(
            Checkup.run(
                new CheckRequest(
                    List.of(List.of(logDir, second)), List.of(), List.of(), CheckLevel.NORMAL),
                Progress.NONE));
    assertEquals(List.of("kafka3 duplicate-partition-directory"), findings);
  }

  @Test
  void aCleanerWasInterruptedInTheMiddleOfASwap() throws IOException {
    for (String kind : List.of("log", "index", "timeindex", "txnindex")) {
      done(new Mutation.Copy(CLOSED + kind, "00000000000000000148." + kind + ".swap"));
    }
    shows("foo-0 unfinished-swap");
  }

  @Test
  void aSegmentIsGoneAndItsIndexesAreThere() throws IOException {
    done(new Mutation.DropFile(CLOSED + "log"));
    shows("foo-0 damaged-batch", "foo-0 open: 00000000000000000148.log");
  }

  @Test
  void aSegmentHasTheNameOfAnother() throws IOException {
    done(
        new Rename("foo-0/00000000000000000673.log", "00000000000000000672.log"),
        new Rename("foo-0/00000000000000000673.index", "00000000000000000672.index"),
        new Rename("foo-0/00000000000000000673.timeindex", "00000000000000000672.timeindex"));
    assertEquals("foo-0 offset-out-of-order", firstOf());
  }

  private String firstOf() {
    return CheckedPaths.lines(logDir).get(0).replace("kafka3 ", "");
  }

  /** A producer's codec was at fault, or memory, before the checksum was made. */
  @Test
  void aBatchCannotBeDecompressedThoughItsChecksumHolds() throws IOException {
    Path log = logDir.resolve(ACTIVE + "log");
    claimCompression(log, 79, 4);
    shows("foo-0 undecodable-batch 686");
  }

  /** Says of the first batch that it is compressed, and makes its checksum right again. */
  private static void claimCompression(Path log, int sizeBytes, int codec) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
      byte[] batch = new byte[sizeBytes];
      file.readFully(batch);
      batch[ATTRIBUTES + 1] |= (byte) codec;
      CRC32C crc = new CRC32C();
      crc.update(batch, ATTRIBUTES, batch.length - ATTRIBUTES);
      file.seek(ATTRIBUTES);
      file.write(batch, ATTRIBUTES, batch.length - ATTRIBUTES);
      file.seek(CRC);
      file.writeInt((int) crc.getValue());
    }
  }

  private static void copyDirectory(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (var files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }
}
