package org.logdiff.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.logdiff.analysis.config.GivenConfig;
import org.logdiff.analysis.config.InvalidConfigException;
import org.logdiff.analysis.key.CatchUp;
import org.logdiff.analysis.key.ReplicaRange;
import org.logdiff.analysis.model.Aftermath;
import org.logdiff.analysis.model.Event;
import org.logdiff.analysis.model.Histories;
import org.logdiff.analysis.model.History;
import org.logdiff.analysis.model.HistoryOptions;
import org.logdiff.analysis.model.ModelBatch;
import org.logdiff.analysis.model.ModelRecord;
import org.logdiff.analysis.model.ModelTransaction;
import org.logdiff.analysis.model.Outcome;
import org.logdiff.analysis.model.RamDirectory;
import org.logdiff.analysis.model.ReplicaState;
import org.logdiff.analysis.model.ReplicaWriter;
import org.logdiff.analysis.report.PartitionRisk;
import org.logdiff.analysis.report.RecordAtRisk;
import org.logdiff.analysis.report.ReplicaBounds;
import org.logdiff.analysis.report.RiskReport;

/**
 * Random histories: the bounds, and what is at risk, against what the model computes by trying
 * everything; and against what its cleaner then does.
 */
class RiskPropertyTest {
  private static final int COUNT = Integer.getInteger("logdiff.histories", 100);
  private static final long SEED = Long.getLong("logdiff.seed", 0);

  @Test
  void historiesWithoutTransactions() {
    Histories.forEach(HistoryOptions.small(), SEED, COUNT, this::check);
  }

  /** And these histories hold what is to be found. */
  @Test
  void historiesWithTransactions() {
    Histories.forEach(HistoryOptions.small().withTransactions(), SEED, COUNT, this::check);
    assertTrue(tombstonesSeen > 0, "no tombstone was at risk");
    assertTrue(markersSeen > 0, "no marker was at risk");
    assertTrue(heldSeen > 0, "no marker was held");
  }

  @Test
  void historiesInWhichNothingIsLost() {
    Histories.forEach(
        HistoryOptions.small().withTransactions().withoutLoss(), SEED, COUNT, this::check);
  }

  /** With so little memory the keys are worked off in several rounds. */
  @Test
  void manyKeysInLittleMemory() {
    Histories.forEach(
        HistoryOptions.small().withTransactions().withKeys(3000).withMaxOffsets(4000),
        SEED,
        Math.max(1, COUNT / 50),
        this::check);
  }

  @Test
  void nothingIsAtRiskWhereNobodyWasAway() {
    Histories.forEach(
        HistoryOptions.small().withTransactions().withoutOutages(),
        SEED,
        COUNT,
        history -> {
          RiskReport report = assess(history.replay(), history);
          assertEquals(List.of(), report.partitions().get(0).atRisk(), history::text);
          // Without metadata, records without a key leave open whether a cleaner took them.
          boolean isPolicyOpen =
              report.partitions().get(0).notExamined().stream()
                  .anyMatch(note -> note.what().startsWith("lacks records without a key"));
          assertEquals(
              isPolicyOpen ? PartitionRisk.Answer.UNDETERMINED : PartitionRisk.Answer.NOT_AT_RISK,
              report.answer(),
              history::text);
          check(history);
        });
  }

  private int tombstonesSeen;
  private int markersSeen;
  private int heldSeen;

  private void count(PartitionRisk risk) {
    for (RecordAtRisk record : risk.atRisk()) {
      if (record.kind() == RecordAtRisk.Kind.TOMBSTONE) {
        tombstonesSeen++;
      } else {
        markersSeen++;
      }
    }
    heldSeen += risk.held() > 0 ? 1 : 0;
  }

  private void check(History history) {
    Aftermath aftermath = history.replay();
    RiskReport report = assess(aftermath, history);
    if (report.partitions().isEmpty()) {
      return;
    }
    PartitionRisk risk = report.partitions().get(0);
    count(risk);
    assertBounds(aftermath, risk);
    assertSameNeeds(aftermath, risk);
    assertCleanersTakeOnlyWhatIsListed(history, aftermath, risk);
    assertNothingGoesBeforeItsTime(history, aftermath, risk);
  }

  private static RiskReport assess(Aftermath aftermath, History history) {
    try (RamDirectory directory = new RamDirectory()) {
      List<Path> logDirs = ReplicaWriter.write(aftermath, directory.path());
      ComparisonRequest comparison =
          new ComparisonRequest(
              logDirs.stream().map(List::of).toList(),
              List.of(ReplicaWriter.PARTITION.toString()),
              List.of(),
              1,
              1 << 18,
              100_000);
      GivenConfig config =
          GivenConfig.of(
              List.of(
                  "cleanup.policy=compact",
                  "delete.retention.ms=" + history.config().deleteRetentionMs()));
      return RiskAssessment.run(
          new RiskRequest(comparison, aftermath.nowMs(), config), Progress.NONE);
    } catch (InvalidConfigException e) {
      throw new AssertionError(e);
    }
  }

  private static void assertBounds(Aftermath aftermath, PartitionRisk risk) {
    for (ReplicaBounds bounds : risk.replicas()) {
      ReplicaState replica = aftermath.replica(bounds.replica().nodeId());
      assertEquals(cleanlyCompacted(replica), bounds.maxCleanlyCompactedOffset(), "MCCO " + bounds);
      assertEquals(transactionFree(replica), bounds.maxTransactionFreeOffset(), "MXFO " + bounds);
    }
  }

  /** The highest offset below which every key occurs at most once. */
  private static long cleanlyCompacted(ReplicaState replica) {
    for (long bound = replica.logEndOffset(); ; bound--) {
      long end = bound;
      List<String> keys =
          replica.records().stream()
              .filter(record -> record.offset() < end && record.key() != null)
              .map(ModelRecord::key)
              .toList();
      if (new HashSet<>(keys).size() == keys.size()) {
        return bound;
      }
    }
  }

  /** The highest offset below which there is no batch of a transaction's data. */
  private static long transactionFree(ReplicaState replica) {
    long bound = replica.logEndOffset();
    for (ModelBatch batch : replica.batches()) {
      if (batch.isTransactionalData() && batch.lastOffset() >= replica.logStartOffset()) {
        bound = Math.min(bound, Math.max(batch.baseOffset(), replica.logStartOffset()));
      }
    }
    return Math.min(bound, replica.lastStableOffset());
  }

  /** What is needed, as {@code offset needer reason}. */
  private static void assertSameNeeds(Aftermath aftermath, PartitionRisk risk) {
    Set<String> truly = new TreeSet<>();
    tombstoneNeeds(aftermath).forEach((offset, needers) -> truly.addAll(needers));
    Set<String> listed = new TreeSet<>();
    Set<String> proven = new TreeSet<>();
    for (RecordAtRisk record : risk.atRisk()) {
      if (record.kind() == RecordAtRisk.Kind.TOMBSTONE) {
        for (RecordAtRisk.Need need : record.needs()) {
          String text = record.offset() + " " + need.replica() + " " + need.reason();
          listed.add(text);
          if (record.isOutcomeProven()) {
            proven.add(text);
          }
        }
      }
    }
    assertTrue(truly.containsAll(proven), () -> "too much: " + proven + " truly " + truly);
    assertTrue(listed.containsAll(truly), () -> "missing: " + listed + " truly " + truly);
  }

  /** By the offset of the tombstone: who needs it, and why. */
  private static Map<Long, List<String>> tombstoneNeeds(Aftermath aftermath) {
    Map<Long, List<String>> needs = new java.util.TreeMap<>();
    Set<String> keys =
        aftermath.replicas().stream()
            .flatMap(replica -> replica.records().stream())
            .map(ModelRecord::key)
            .filter(key -> key != null)
            .collect(Collectors.toSet());
    CatchUp catchUp = catchUp(aftermath);
    for (String key : keys) {
      List<Optional<ModelRecord>> latest =
          aftermath.replicas().stream().map(r -> latest(aftermath, r, key)).toList();
      ModelRecord last =
          latest.stream()
              .flatMap(Optional::stream)
              .max(java.util.Comparator.comparingLong(ModelRecord::offset))
              .orElse(null);
      if (last == null || !last.isTombstone()) {
        continue;
      }
      for (int q = 0; q < latest.size(); q++) {
        ReplicaState replica = aftermath.replicas().get(q);
        ModelRecord own = latest.get(q).orElse(null);
        if (own == null || own.isTombstone()) {
          continue;
        }
        boolean isBehind = replica.logEndOffset() <= last.offset();
        if (!isBehind && replica.logStartOffset() <= last.offset()) {
          needs
              .computeIfAbsent(last.offset(), o -> new ArrayList<>())
              .add(last.offset() + " kafka" + replica.nodeId() + " LOST");
        } else if (isBehind && catchUp.hasSource(q, own.offset(), last.offset())) {
          needs
              .computeIfAbsent(last.offset(), o -> new ArrayList<>())
              .add(last.offset() + " kafka" + replica.nodeId() + " BEHIND");
        }
      }
    }
    return needs;
  }

  private static CatchUp catchUp(Aftermath aftermath) {
    return new CatchUp(
        aftermath.replicas().stream()
            .map(r -> new ReplicaRange(r.logStartOffset(), r.logEndOffset(), false, List.of()))
            .toList());
  }

  /** The latest record of a key that is not of an aborted or open transaction. */
  private static Optional<ModelRecord> latest(
      Aftermath aftermath, ReplicaState replica, String key) {
    return replica.batches().stream()
        .filter(batch -> !batch.isTransactionalData() || isCommitted(aftermath, batch))
        .flatMap(batch -> batch.records().stream())
        .filter(record -> record.offset() >= replica.logStartOffset() && key.equals(record.key()))
        .reduce((earlier, later) -> later);
  }

  private static boolean isCommitted(Aftermath aftermath, ModelBatch batch) {
    return transactionOf(aftermath, batch)
        .flatMap(ModelTransaction::outcome)
        .filter(outcome -> outcome == Outcome.COMMIT)
        .isPresent();
  }

  private static Optional<ModelTransaction> transactionOf(Aftermath aftermath, ModelBatch batch) {
    return aftermath.transactions().stream()
        .filter(t -> t.batches().stream().anyMatch(d -> d.baseOffset() == batch.baseOffset()))
        .findFirst();
  }

  /** Whatever goes while somebody needs it, was listed with that copy. */
  private static void assertCleanersTakeOnlyWhatIsListed(
      History history, Aftermath before, PartitionRisk risk) {
    List<Event> events = new ArrayList<>();
    for (int round = 0; round < 5; round++) {
      events.add(new Event.Roll(Event.ALL));
      events.add(new Event.FullPass(Event.ALL));
      events.add(new Event.Wait(history.config().deleteRetentionMs()));
    }
    Aftermath after = then(history, events);
    for (ReplicaState replica : before.replicas()) {
      Set<Long> gone = tombstones(replica);
      gone.removeAll(tombstones(after.replica(replica.nodeId())));
      Map<Long, List<String>> needs = tombstoneNeeds(before);
      gone.retainAll(needs.keySet());
      assertListed(gone, replica, risk);
      Set<Long> goneMarkers = markers(replica);
      goneMarkers.removeAll(markers(after.replica(replica.nodeId())));
      goneMarkers.retainAll(neededMarkers(before));
      assertListed(goneMarkers, replica, risk);
    }
  }

  private static void assertListed(Set<Long> gone, ReplicaState replica, PartitionRisk risk) {
    for (long offset : gone) {
      assertTrue(
          risk.atRisk().stream()
              .filter(record -> record.offset() == offset)
              .flatMap(record -> record.copies().stream())
              .anyMatch(
                  copy ->
                      copy.replica().equals("kafka" + replica.nodeId())
                          && copy.heldByOffset() == null),
          () -> offset + " goes from " + replica.nodeId() + ", not in " + risk.atRisk());
    }
  }

  /** Markers of transactions of which a replica has a batch, but not the marker. */
  private static Set<Long> neededMarkers(Aftermath aftermath) {
    Set<Long> needed = new TreeSet<>();
    CatchUp catchUp = catchUp(aftermath);
    for (ModelTransaction transaction : aftermath.transactions()) {
      if (transaction.isOpen()) {
        continue;
      }
      long marker = transaction.endOffset().orElseThrow();
      for (int q = 0; q < aftermath.replicas().size(); q++) {
        ReplicaState replica = aftermath.replicas().get(q);
        List<ModelBatch> data =
            replica.batches().stream()
                .filter(ModelBatch::isTransactionalData)
                .filter(
                    batch ->
                        transaction.batches().stream()
                            .anyMatch(d -> d.baseOffset() == batch.baseOffset()))
                .filter(batch -> batch.lastOffset() >= replica.logStartOffset())
                .toList();
        if (data.isEmpty() || markers(replica).contains(marker)) {
          continue;
        }
        long orphan = data.get(data.size() - 1).lastOffset();
        boolean isBehind = replica.logEndOffset() <= marker;
        if (!isBehind || catchUp.hasSource(q, orphan, marker)) {
          needed.add(marker);
        }
      }
    }
    return needed;
  }

  private static Set<Long> tombstones(ReplicaState replica) {
    return replica.records().stream()
        .filter(ModelRecord::isTombstone)
        .map(ModelRecord::offset)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<Long> markers(ReplicaState replica) {
    return replica.batches().stream()
        .filter(batch -> batch.marker().isPresent())
        .map(ModelBatch::baseOffset)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Passes now and just before the first horizon take nothing that is listed. */
  private static void assertNothingGoesBeforeItsTime(
      History history, Aftermath before, PartitionRisk risk) {
    long earliestMs =
        risk.atRisk().stream().mapToLong(RecordAtRisk::earliestRemovalMs).min().orElse(0);
    if (earliestMs <= before.nowMs()) {
      return;
    }
    Aftermath after =
        then(
            history,
            List.of(
                new Event.Roll(Event.ALL),
                new Event.FullPass(Event.ALL),
                new Event.FullPass(Event.ALL),
                new Event.Wait(earliestMs - 1 - before.nowMs()),
                new Event.FullPass(Event.ALL)));
    for (RecordAtRisk record : risk.atRisk()) {
      for (RecordAtRisk.Copy copy : record.copies()) {
        ReplicaState replica = after.replica(Integer.parseInt(copy.replica().substring(5)));
        Set<Long> left =
            record.kind() == RecordAtRisk.Kind.TOMBSTONE ? tombstones(replica) : markers(replica);
        assertTrue(left.contains(record.offset()), () -> "gone before its time: " + record);
      }
    }
  }

  private static Aftermath then(History history, List<Event> events) {
    List<Event> all = Stream.concat(history.events().stream(), events.stream()).toList();
    return new History(history.config(), history.replicas(), all).replay();
  }
}
