package org.logdiff.analysis.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.logdiff.analysis.ComparedHistory;
import org.logdiff.analysis.model.History;
import org.logdiff.analysis.model.OpenedByKafka;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.PartitionReport;
import org.logdiff.analysis.report.Verdict;

/**
 * Damage at the very end of a replica's log: a torn tail that its broker cuts off when it starts,
 * or real damage. All combinations, and what Kafka's own log does with each.
 */
class DamagedTailTest {
  /** Segments at 0 and 2; the active one has batches at 2, 3 and 4. */
  private static final String HISTORY = "k=1 k=2 | roll | k=3 j=4 i=5";

  private static final long LOG_END = 5;
  private static final String ACTIVE = "00000000000000000002.log";

  /** Whether the log dir has a clean shutdown marker, or is not known at all. */
  private enum Marker {
    PRESENT,
    ABSENT,
    UNKNOWN
  }

  private enum Damage {
    LAST_BATCH_CHECKSUM(4),
    LAST_TWO_CHECKSUMS(3),
    LAST_BATCH_CUT_SHORT(4),
    CHECKSUM_AND_CUT_SHORT(3);

    /** The lowest offset that is damaged. */
    private final long firstOffset;

    Damage(long firstOffset) {
      this.firstOffset = firstOffset;
    }

    /** Returns the position where the damage begins. */
    int applyTo(Path log) throws IOException {
      byte[] bytes = Files.readAllBytes(log);
      List<Integer> batches = new ArrayList<>();
      for (int at = 0; at < bytes.length; at += 12 + length(bytes, at)) {
        batches.add(at);
      }
      int last = batches.get(2);
      int first = batches.get((int) firstOffset - 2);
      try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
        if (this != LAST_BATCH_CUT_SHORT) {
          flipLastByteOf(file, bytes, first);
        }
        if (this == LAST_TWO_CHECKSUMS) {
          flipLastByteOf(file, bytes, last);
        }
        if (this == LAST_BATCH_CUT_SHORT || this == CHECKSUM_AND_CUT_SHORT) {
          file.setLength(bytes.length - 3);
        }
      }
      return first;
    }

    private static void flipLastByteOf(RandomAccessFile file, byte[] bytes, int batch)
        throws IOException {
      int position = batch + 12 + length(bytes, batch) - 1;
      file.seek(position);
      file.write(bytes[position] ^ 1);
    }

    private static int length(byte[] bytes, int batch) {
      return java.nio.ByteBuffer.wrap(bytes).getInt(batch + 8);
    }
  }

  static Stream<Arguments> combinations() {
    List<Arguments> all = new ArrayList<>();
    for (Marker marker : Marker.values()) {
      for (Damage damage : Damage.values()) {
        for (Long recoveryPoint : new Long[] {null, 0L, 2L, 3L, 4L, LOG_END}) {
          all.add(Arguments.of(marker, damage, recoveryPoint));
        }
      }
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void isATornTailOrRealDamage(Marker marker, Damage damage, Long recoveryPoint) {
    boolean isTorn =
        switch (marker) {
          case PRESENT -> false;
          case ABSENT -> recoveryPoint == null || damage.firstOffset >= recoveryPoint;
          case UNKNOWN -> damage == Damage.LAST_BATCH_CUT_SHORT;
        };
    PartitionReport report =
        ComparedHistory.report(
            History.history(HISTORY).replay(),
            logDirs -> {
              Path logDir = logDirs.get(2);
              Path log = logDir.resolve("foo-0").resolve(ACTIVE);
              int damagedFrom = damage.applyTo(log);
              prepare(logDir, marker, recoveryPoint);
              if (marker != Marker.UNKNOWN) {
                boolean isClean = marker == Marker.PRESENT;
                assertEquals(isClean, !isCutOff(log, damagedFrom, isClean, recoveryPoint));
              }
            });
    String id = isTorn ? "torn-tail" : "damaged-batch";
    assertTrue(
        report.findings().stream()
            .allMatch(f -> f.kind().id().equals(id) && f.replica().equals("kafka3")),
        () -> ComparedHistory.findings(report).toString());
    assertTrue(report.findings().size() >= 1 && report.findings().size() <= 2);
    assertEquals(isTorn ? Verdict.CONSISTENT : Verdict.UNDETERMINED, report.verdict());
  }

  /** Kafka's own log cuts the file off where the damage begins, or leaves it. */
  private static boolean isCutOff(Path log, int from, boolean isClean, Long recoveryPoint)
      throws IOException {
    long size = Files.size(log);
    OpenedByKafka opened =
        OpenedByKafka.open(log.getParent(), isClean, recoveryPoint == null ? 0 : recoveryPoint);
    int left = opened.logs().get(2L).length;
    assertTrue(left == size || left == from, () -> left + " of " + size);
    return left == from;
  }

  private static void prepare(Path logDir, Marker marker, Long recoveryPoint) throws IOException {
    Files.writeString(
        logDir.resolve("recovery-point-offset-checkpoint"),
        recoveryPoint == null ? "0\n0\n" : "0\n1\nfoo 0 " + recoveryPoint + "\n");
    if (marker != Marker.PRESENT) {
      Files.delete(logDir.resolve(".kafka_cleanshutdown"));
    }
    if (marker == Marker.UNKNOWN) {
      Files.delete(logDir.resolve("recovery-point-offset-checkpoint"));
    }
  }

  /** What lies behind damage that is cut off is only behind, so a difference is judged. */
  @Test
  void aTornTailHidesNothing() {
    PartitionReport report =
        ComparedHistory.report(
            History.history("k=1 | away 2 | k=- | clean 1 3 | back 2 from 1 | x=1 y=2").replay(),
            logDirs -> {
              Path log = logDirs.get(1).resolve("foo-0").resolve("00000000000000000000.log");
              try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
                file.setLength(file.length() - 3);
              }
              prepare(logDirs.get(1), Marker.ABSENT, 0L);
            });
    assertEquals(
        List.of("lost-tombstone", "torn-tail"),
        report.findings().stream().map(f -> f.kind().id()).toList());
  }

  @Test
  void whereTheLogDirIsNotKnownBothReadingsAreGiven() {
    PartitionReport report =
        ComparedHistory.report(
            History.history(HISTORY).replay(),
            logDirs -> {
              Damage.LAST_BATCH_CHECKSUM.applyTo(logDirs.get(2).resolve("foo-0").resolve(ACTIVE));
              prepare(logDirs.get(2), Marker.UNKNOWN, null);
            });
    Finding finding = report.findings().get(0);
    assertEquals(
        List.of("damaged-batch", "torn-tail"),
        finding.readings().stream().map(r -> r.kind().id()).toList());
  }
}
