package org.logdiff.analysis.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.logdiff.analysis.model.Aftermath;
import org.logdiff.analysis.model.Histories;
import org.logdiff.analysis.model.History;
import org.logdiff.analysis.model.HistoryOptions;
import org.logdiff.analysis.model.ModelBatch;
import org.logdiff.analysis.model.RamDirectory;
import org.logdiff.analysis.model.ReplicaState;
import org.logdiff.analysis.model.ReplicaWriter;

/** Faults planted in the files of healthy replicas: each is found, each as what it is. */
class PlantedFaultsTest {
  private static final String PARTITION = ReplicaWriter.PARTITION.toString();
  private static final int COUNT = Integer.getInteger("logdiff.histories", 300) / 5;
  private static final long SEED = Long.getLong("logdiff.seed", 0);

  private static final int ENTRY_BYTES = 34;
  private static final int PRODUCER_ID = 2;
  private static final int FIRST_OFFSET = 10;
  private static final int LAST_OFFSET = 18;
  private static final int LAST_STABLE_OFFSET = 26;

  /** What a test does to the bytes of one entry of a transaction index. */
  private interface Fault {
    byte[] of(byte[] file, int at);
  }

  @Test
  void anEntryThatIsGoneIsMissed() {
    eachEntry(
        (file, at) -> {
          ByteBuffer without = ByteBuffer.allocate(file.length - ENTRY_BYTES);
          without.put(file, 0, at).put(file, at + ENTRY_BYTES, file.length - at - ENTRY_BYTES);
          return without.array();
        },
        "transaction-index-missing-entry",
        true);
  }

  @Test
  void anEntryOfAnotherProducerIsWrong() {
    eachEntry(
        (file, at) -> changed(file, at + PRODUCER_ID, 1), "transaction-index-wrong-entry", false);
  }

  @Test
  void anEntryThatBeginsAfterItsDataIsWrong() {
    eachEntry(
        (file, at) -> {
          long lastOffset = ByteBuffer.wrap(file).getLong(at + LAST_OFFSET);
          return set(file, at + FIRST_OFFSET, lastOffset);
        },
        "transaction-index-wrong-entry",
        true);
  }

  @Test
  void anEntryWithoutItsAbortIsUnfoundedOrWrong() {
    eachEntry(
        (file, at) -> changed(changed(file, at + LAST_OFFSET, 1000), at + LAST_STABLE_OFFSET, 1000),
        "transaction-index-",
        false);
  }

  /** Every entry of every replica's indexes in turn; one that no data is left of may go unseen. */
  private static void eachEntry(Fault fault, String expected, boolean onlyWithData) {
    int[] planted = {0};
    Histories.forEach(
        HistoryOptions.small().withTransactions().withoutOutages(),
        SEED,
        COUNT,
        history -> {
          Aftermath aftermath = history.replay();
          for (ReplicaState replica : aftermath.replicas()) {
            planted[0] += entries(replica, fault, expected, onlyWithData);
          }
        });
    assertTrue(planted[0] > COUNT / 20, () -> "only " + planted[0] + " faults were planted");
  }

  private static int entries(
      ReplicaState replica, Fault fault, String expected, boolean onlyWithData) {
    int planted = 0;
    try (RamDirectory directory = new RamDirectory()) {
      Path logDir = ReplicaWriter.write(replica, directory.path());
      for (Path index : indexes(logDir.resolve(PARTITION))) {
        byte[] whole = Files.readAllBytes(index);
        for (int at = 0; at < whole.length; at += ENTRY_BYTES) {
          if (onlyWithData && !hasData(replica, ByteBuffer.wrap(whole), at)) {
            continue;
          }
          Files.write(index, fault.of(whole, at));
          List<String> found = CheckedReplica.texts(logDir, PARTITION);
          assertTrue(
              found.stream().anyMatch(text -> text.startsWith(expected)),
              () -> expected + " not found in " + index + ", but " + found);
          planted++;
        }
        Files.write(index, whole);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return planted;
  }

  private static boolean hasData(ReplicaState replica, ByteBuffer file, int at) {
    long producerId = file.getLong(at + PRODUCER_ID);
    long first = Math.max(file.getLong(at + FIRST_OFFSET), replica.logStartOffset());
    long last = file.getLong(at + LAST_OFFSET);
    return replica.batches().stream()
        .filter(batch -> batch.header().producerId() == producerId && batch.marker().isEmpty())
        .filter(batch -> !batch.isGravestone())
        .mapToLong(ModelBatch::baseOffset)
        .anyMatch(base -> first <= base && base < last);
  }

  private static List<Path> indexes(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(f -> f.toString().endsWith(".txnindex")).sorted().toList();
    }
  }

  private static byte[] changed(byte[] file, int at, long by) {
    return set(file, at, ByteBuffer.wrap(file).getLong(at) + by);
  }

  private static byte[] set(byte[] file, int at, long value) {
    byte[] copy = file.clone();
    ByteBuffer.wrap(copy).putLong(at, value);
    return copy;
  }

  /**
   * Under protocol 2 an epoch rises with each end, so a lost marker shows once the next is there.
   */
  @Test
  void lostMarkersThatOneReplicaShowsAreTrueOnes() {
    int[] shown = {0};
    Histories.forEach(
        HistoryOptions.small().withTransactions(),
        SEED,
        COUNT,
        history -> {
          Aftermath aftermath = history.replay();
          TreeSet<Long> lost = new TreeSet<>();
          aftermath.truth().losses().stream()
              .filter(loss -> !loss.kind().isOfTombstone())
              .forEach(loss -> lost.addAll(loss.allOffsets()));
          try (RamDirectory directory = new RamDirectory()) {
            for (Path logDir : ReplicaWriter.write(aftermath, directory.path())) {
              CheckedReplica.findings(logDir, PARTITION).stream()
                  .filter(finding -> finding.kind().id().equals("lost-end-marker"))
                  .forEach(
                      finding -> {
                        shown[0]++;
                        assertTrue(
                            finding.candidateOffsets().stream()
                                .anyMatch(range -> lost.stream().anyMatch(range::contains)),
                            () -> CheckedReplica.text(finding) + " not in " + lost);
                      });
            }
          }
        });
    assertTrue(shown[0] > 0);
  }

  @Test
  void aMarkerThatIsLostShowsByTheNextEpoch() {
    assertEquals(
        List.of("lost-end-marker at 1 of producer 1000"),
        onReplica2("p1: begin a | away 2 | p1: abort | clean 1 3 | back 2 from 1 | p1: begin b"));
  }

  @Test
  void aGravestoneBesideItsDataShowsTheLostMarker() {
    assertEquals(
        List.of("lost-end-marker at 1 of producer 1000"),
        onReplica2("p1: begin a | away 2 | p1: abort | clean 1 3 | back 2 from 1"));
  }

  private static List<String> onReplica2(String history) {
    Aftermath aftermath = History.history(history).replay();
    try (RamDirectory directory = new RamDirectory()) {
      return CheckedReplica.texts(
          ReplicaWriter.write(aftermath.replica(2), directory.path()), PARTITION);
    }
  }
}
