package org.logdiff.analysis.witness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.coordinator.transaction.TransactionLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.logdiff.analysis.witness.CoordinatorOutcome.Basis;
import org.logdiff.format.TopicPartition;
import org.logdiff.format.internal.TransactionStatus;

class TransactionCoordinatorLogTest {
  private static final long ID = Coordinator.FIRST_PRODUCER_ID;
  private static final String PARTITION = "__transaction_state-0";
  private static final TopicPartition FOO = new TopicPartition("foo", 0);

  @TempDir Path dir;

  private Path broker(int node) {
    return dir.resolve("kafka" + node);
  }

  private TransactionCoordinatorLog read(int... nodes) {
    List<Path> logDirs = Arrays.stream(nodes).mapToObj(this::broker).toList();
    return TransactionCoordinatorLog.read(logDirs, id -> id == ID);
  }

  private static Optional<Boolean> isCommit(TransactionCoordinatorLog log, int epoch) {
    return log.outcomeOf(ID, (short) epoch, -1, -1, FOO).map(CoordinatorOutcome::isCommit);
  }

  private static Coordinator history() {
    return new Coordinator(2)
        .init()
        .after(9)
        .begin("foo-0")
        .after(9)
        .abort()
        .begin("foo-0")
        .commit();
  }

  @Test
  void entriesOfSeveralBrokersAreOneEntryWithAllPlaces() {
    InternalLog log = new InternalLog().states(history().written());
    log.writeTo(broker(1), PARTITION);
    log.writeTo(broker(3), PARTITION);
    TransactionCoordinatorLog witness = read(1, 2, 3);
    List<CoordinatorEntry> entries = witness.of(ID);
    assertEquals(
        List.of(
            TransactionStatus.EMPTY,
            TransactionStatus.ONGOING,
            TransactionStatus.PREPARE_ABORT,
            TransactionStatus.COMPLETE_ABORT,
            TransactionStatus.ONGOING,
            TransactionStatus.PREPARE_COMMIT,
            TransactionStatus.COMPLETE_COMMIT),
        entries.stream().map(CoordinatorEntry::status).toList());
    CoordinatorEntry entry = entries.get(2);
    assertEquals("payments", entry.transactionalId());
    assertEquals(2, entry.offset());
    assertEquals(List.of(FOO), entry.partitions());
    assertTrue(entry.isReplicated());
    assertEquals(
        List.of(broker(1), broker(3)), entry.sightings().stream().map(Sighting::logDir).toList());
    Sighting place = entry.sightings().get(0);
    assertEquals(
        entries.get(1).sightings().get(0).position() + entries.get(1).sightings().get(0).length(),
        place.position());
    assertEquals(Optional.of(false), isCommit(witness, 0));
    assertEquals(Optional.of(true), isCommit(witness, 1));
    assertEquals(List.of(), witness.notes());
    assertEquals(2, witness.transactionsOf(ID).size());
  }

  @Test
  void logDirsWithoutTheTopicAreSilent() throws IOException {
    Files.createDirectories(broker(1).resolve("foo-0"));
    TransactionCoordinatorLog witness = read(1, 2);
    assertTrue(witness.isSilent());
    assertEquals(List.of(), witness.of(ID));
    assertEquals(Optional.empty(), isCommit(witness, 0));
    assertEquals(List.of(), witness.notes());
  }

  @Test
  void otherProducersAreNotKept() {
    new InternalLog().states(history().written()).writeTo(broker(1), PARTITION);
    TransactionCoordinatorLog witness =
        TransactionCoordinatorLog.read(List.of(broker(1)), id -> id == ID + 1);
    assertTrue(witness.isSilent());
  }

  @Test
  void whatOneBrokerHasCleanedAwayAnotherStillHas() {
    List<Coordinator.Written> all = history().written();
    new InternalLog().states(all.subList(6, 7)).writeTo(broker(1), PARTITION);
    new InternalLog().states(all.subList(0, 5)).writeTo(broker(2), PARTITION);
    assertEquals(Optional.of(false), isCommit(read(1, 2), 0));
    assertEquals(Optional.empty(), isCommit(read(1), 0));
    assertEquals(Optional.of(true), isCommit(read(1), 1));
    assertEquals(
        Basis.EPOCH_BUMP, read(1).outcomeOf(ID, (short) 1, -1, -1, FOO).orElseThrow().basis());
  }

  @Test
  void theUnreplicatedTailOfADeadLeaderIsNotHeard() {
    Coordinator dead = new Coordinator(2).init().after(9).begin("foo-0").after(9).commit();
    Coordinator next = new Coordinator(2).init().after(9).begin("foo-0").after(99).abort();
    new InternalLog().states(dead.written()).writeTo(broker(2), PARTITION);
    new InternalLog()
        .leaderEpoch(0, 0)
        .states(next.written().subList(0, 2))
        .leaderEpoch(1, 2)
        .states(next.written().subList(2, 4))
        .writeTo(broker(1), PARTITION);
    TransactionCoordinatorLog witness = read(1, 2);
    assertEquals(Optional.of(false), isCommit(witness, 0));
    assertEquals(4, witness.of(ID).size());
    assertEquals(Optional.of(true), isCommit(read(2), 0), "nothing speaks against it");
  }

  @Test
  void aRecordThatOneBrokerAloneHasIsAnAssumption() throws IOException {
    InternalLog log = new InternalLog().states(history().written());
    log.writeTo(broker(1), PARTITION);
    CoordinatorOutcome alone = read(1).outcomeOf(ID, (short) 0, -1, -1, FOO).orElseThrow();
    assertEquals(1, alone.assumptions().size());
    assertTrue(alone.assumptions().get(0).contains("replicated"));
    Files.write(
        broker(1).resolve("replication-offset-checkpoint"),
        List.of("0", "1", "__transaction_state 0 7"));
    assertEquals(
        List.of(), read(1).outcomeOf(ID, (short) 0, -1, -1, FOO).orElseThrow().assumptions());
  }

  @Test
  void aRecordOfANewerVersionIsAGap() {
    List<Coordinator.Written> all =
        new Coordinator(0).init().begin("foo-0").others(1).commit().written();
    InternalLog log =
        new InternalLog()
            .states(all.subList(0, 2))
            .record(2, 1, TransactionLog.keyToBytes("other"), new byte[] {0, 9, 1})
            .states(all.subList(2, 4));
    log.writeTo(broker(1), PARTITION);
    log.writeTo(broker(2), PARTITION);
    TransactionCoordinatorLog witness = read(1, 2);
    assertEquals(Optional.empty(), isCommit(witness, 0));
    assertEquals(4, witness.of(ID).size());
    assertEquals(2, witness.notes().size());
    assertTrue(witness.notes().get(0).why().contains("newer version"));
  }

  @Test
  void oneIdInTwoPartitionsProvesNothing() {
    new InternalLog().states(history().written()).writeTo(broker(1), PARTITION);
    new InternalLog().states(history().written()).writeTo(broker(1), "__transaction_state-1");
    assertEquals(Optional.empty(), isCommit(read(1), 0));
    assertEquals(14, read(1).of(ID).size());
  }

  /** Whatever happens to one broker's copy: no exception, and never a wrong answer. */
  @Test
  void damageNeverMakesAWrongProof() throws IOException {
    byte[] bytes = new InternalLog().states(history().written()).bytes();
    InternalLog writer = new InternalLog();
    for (int at = 0; at < bytes.length; at += 3) {
      byte[] flipped = bytes.clone();
      flipped[at] ^= 0x10;
      byte[] cut = Arrays.copyOf(bytes, at);
      for (byte[] mutant : List.of(flipped, cut)) {
        writer.write(broker(1), PARTITION, "00000000000000000000.log", mutant);
        TransactionCoordinatorLog witness = read(1);
        assertFalse(isCommit(witness, 0).orElse(false), "ABORT taken for COMMIT");
        assertTrue(isCommit(witness, 1).orElse(true), "COMMIT taken for ABORT");
      }
    }
  }

  @Test
  void damageIsNoted() {
    byte[] bytes = new InternalLog().states(history().written()).bytes();
    bytes[bytes.length / 2] ^= 1;
    new InternalLog().write(broker(1), PARTITION, "00000000000000000000.log", bytes);
    TransactionCoordinatorLog witness = read(1);
    assertEquals(1, witness.notes().size());
    assertTrue(witness.notes().get(0).why().startsWith("damaged"));
  }
}
