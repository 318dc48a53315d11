package org.logdiff.analysis.transaction.listing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.logdiff.analysis.model.ConsumerView;
import org.logdiff.analysis.model.Histories;
import org.logdiff.analysis.model.History;
import org.logdiff.analysis.model.HistoryOptions;
import org.logdiff.analysis.model.IsolationLevel;
import org.logdiff.analysis.model.RamDirectory;
import org.logdiff.analysis.model.ReplicaState;
import org.logdiff.analysis.model.ReplicaWriter;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.replica.ReplicaOpener;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.analysis.request.ReplicaChoice;

/** What is listed of written and of random histories, against a model that knows them. */
class ReplicaTransactionsTest {
  private static final int RUNS = Integer.getInteger("logdiff.listed.histories", 300);
  private static final int ALL = Integer.MAX_VALUE;

  @Test
  void randomHistories() {
    Set<Remark.Kind> met = EnumSet.noneOf(Remark.Kind.class);
    Set<Protocol> protocols = EnumSet.noneOf(Protocol.class);
    Histories.forEach(
        HistoryOptions.small().withTransactions(),
        70_000,
        RUNS,
        history -> {
          for (ReplicaState replica : withLogStart(history).replay().replicas()) {
            ReplicaTransactions listed = list(replica);
            check(replica, listed);
            listed
                .transactions()
                .forEach(
                    t -> {
                      protocols.add(t.protocol());
                      t.remarks().forEach(remark -> met.add(remark.kind()));
                    });
          }
        });
    assertEquals(EnumSet.allOf(Protocol.class), protocols);
    assertTrue(
        met.containsAll(
            EnumSet.of(
                Remark.Kind.EMPTY_CONTROL_BATCH,
                Remark.Kind.EPOCH_RAISED,
                Remark.Kind.SAME_EPOCH_AS_MARKER,
                Remark.Kind.BEGAN_BELOW_LOG_START,
                Remark.Kind.ONLY_EMPTY_BATCHES)),
        met::toString);
  }

  /** Every third history also has its log start moved. */
  private static History withLogStart(History history) {
    int hash = Math.floorMod(history.text().hashCode(), 1 << 20);
    if (hash % 3 != 0) {
      return history;
    }
    long end =
        history.replay().replicas().stream().mapToLong(ReplicaState::logEndOffset).min().orElse(0);
    return History.history(history.text() + " | start " + hash % (end + 1));
  }

  private static void check(ReplicaState replica, ReplicaTransactions listed) {
    assertEquals(
        String.join("\n", ModelTransactions.of(replica)),
        listed.transactions().stream()
            .map(ModelTransactions::line)
            .collect(Collectors.joining("\n")));
    assertEquals(replica.lastStableOffset(), listed.replica().lastStableOffset());
    Seen all = listed.totals().all();
    int uncommitted = ConsumerView.of(replica, IsolationLevel.READ_UNCOMMITTED).size();
    assertEquals(uncommitted, all.readUncommitted());
    assertEquals(
        ConsumerView.of(replica, IsolationLevel.READ_COMMITTED).size(), all.readCommitted());
    assertEquals(
        listed.transactions().stream().anyMatch(t -> t.outcome() == Outcome.OPEN),
        listed.standstill().isPresent());
    listed
        .standstill()
        .ifPresent(
            standstill -> {
              assertEquals(all.waiting(), standstill.records());
              assertEquals(
                  replica.records().stream()
                      .filter(record -> record.offset() >= replica.lastStableOffset())
                      .count(),
                  standstill.records());
            });
  }

  private static ReplicaTransactions list(ReplicaState replica) {
    return list(replica, TransactionFilter.ALL, ALL);
  }

  private static ReplicaTransactions list(
      ReplicaState replica, TransactionFilter filter, int listed) {
    try (RamDirectory dir = new RamDirectory()) {
      Path logDir = ReplicaWriter.write(replica, dir.path());
      List<NotExamined> notes = new ArrayList<>();
      List<String> failures = new ArrayList<>();
      ReplicaChoice choice =
          ReplicaChoice.of(List.of(logDir), Optional.of("foo-0"), notes, failures).orElseThrow();
      try (Replica opened = ReplicaOpener.open(choice.source(), notes, failures).orElseThrow()) {
        ReplicaTransactions found =
            ReplicaTransactions.of(opened, filter, listed, bytes -> {}, notes);
        assertEquals(List.of(), notes);
        assertEquals(List.of(), failures);
        return found;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ReplicaTransactions list(String history, int replica) {
    return list(History.history(history).replay().replica(replica));
  }

  /** A transaction in short, with its remarks. */
  private static List<String> lines(ReplicaTransactions listed) {
    return listed.transactions().stream()
        .map(
            t ->
                ModelTransactions.line(t)
                    + t.remarks().stream()
                        .map(r -> "; " + r.kind().id() + " " + r.offset())
                        .collect(Collectors.joining()))
        .toList();
  }

  /** The COMMIT of the first one is lost on replica 2 and only a gravestone came back. */
  @Test
  void aNextMarkerDecidesBothTransactions() {
    String text =
        "replicas 2 | p1: begin a | away 2 | p1: commit | a=2 | clean 1 | back 2 from 1"
            + " | p1: begin b | p1: abort";
    ReplicaTransactions healthy = list(text, 1);
    ReplicaTransactions late = list(text, 2);
    assertEquals(1, late.transactions().size(), () -> lines(late).toString());
    ListedTransaction both = late.transactions().get(0);
    assertEquals(Outcome.ABORTED, both.outcome());
    assertEquals(2, both.data().orElseThrow().batches());
    assertTrue(
        both.remarks().stream().anyMatch(r -> r.kind() == Remark.Kind.EPOCH_RAISED),
        () -> lines(late).toString());
    assertEquals(
        List.of(1L),
        healthy.transactions().stream()
            .filter(t -> !t.isLoneMarker())
            .map(t -> t.data().orElseThrow().batches())
            .toList());
  }

  @Test
  void dataOfThreeProducersInterleaved() {
    assertEquals(
        List.of(
            "ABORTED p1001 from 1, 2 batches, 0 empty, 2 records, sees 2 0 end 5 e1 c0",
            "COMMITTED p1000 from 0, 2 batches, 0 empty, 2 records, sees 2 2 end 6 e1 c0",
            "OPEN p1002 from 3, 1 batches, 0 empty, 1 records, sees 1 0"),
        lines(
            list(
                "replicas 1 | p1: begin a | p2: begin b | p1: c | p3: begin d | p2: e"
                    + " | p2: abort | p1: commit | k=1",
                1)));
  }

  @Test
  void aTransactionOverASegmentBoundary() {
    assertEquals(
        List.of("COMMITTED p1000 from 0, 3 batches, 0 empty, 3 records, sees 3 3 end 4 e1 c0"),
        lines(
            list("replicas 1 | p1: begin a | roll | p1: b | k=1 | roll | p1: c | p1: commit", 1)));
  }

  @Test
  void aLoneAbortIsNoTransaction() {
    ReplicaTransactions listed = list("replicas 1 | k=1 | p1: abort | k=2", 1);
    assertEquals(List.of("ABORTED p1001 lone end 1 e1 c0"), lines(listed));
    assertEquals(1, listed.totals().loneMarkers());
    assertEquals(0, listed.totals().aborted());
    assertTrue(listed.standstill().isEmpty());
  }

  @Test
  void ofAStandstill() {
    ReplicaTransactions listed =
        list(
            "replicas 1 | k=1 | p1: begin a | k=2 | p2: begin b | p2: commit | p3: begin [c d]"
                + " | k=3",
            1);
    Standstill standstill = listed.standstill().orElseThrow();
    assertEquals(1001, standstill.transaction().producerId());
    assertEquals(1, listed.replica().lastStableOffset());
    assertEquals(6, standstill.records());
    assertEquals(5, standstill.batches());
    assertEquals(1, standstill.endedTransactions());
    assertEquals(5, standstill.nextStableOffset());
    assertEquals(new Seen(7, 1, 6), listed.totals().all());
    assertEquals(
        "COMMITTED p1002 from 3, 1 batches, 0 empty, 1 records, sees 1 0 end 4 e1 c0",
        lines(listed).get(0));
  }

  @Test
  void filtersAndLimit() {
    ReplicaState replica =
        History.history(
                "replicas 1 | p1: begin a commit | p1: begin b abort | p2: begin c commit"
                    + " | p2: begin d abort | p1: begin e | p2: abort")
            .replay()
            .replica(1);
    assertEquals(
        List.of("COMMITTED", "ABORTED", "COMMITTED", "ABORTED", "ABORTED lone", "OPEN"),
        outcomes(list(replica)));
    assertEquals(
        List.of("OPEN"), outcomes(list(replica, filter(true, false, OptionalLong.empty()), ALL)));
    assertEquals(
        List.of("ABORTED", "ABORTED", "ABORTED lone"),
        outcomes(list(replica, filter(false, true, OptionalLong.empty()), ALL)));
    assertEquals(
        List.of("COMMITTED", "ABORTED", "OPEN"),
        outcomes(list(replica, filter(false, false, OptionalLong.of(1000)), ALL)));
    ReplicaTransactions limited = list(replica, TransactionFilter.ALL, 2);
    assertEquals(List.of("ABORTED", "ABORTED lone", "OPEN"), outcomes(limited));
    assertEquals(3, limited.notListed());
    assertEquals(2, limited.totals().committed());
    assertEquals(2, limited.totals().aborted());
  }

  private static TransactionFilter filter(boolean open, boolean aborted, OptionalLong producerId) {
    return new TransactionFilter(open, aborted, producerId);
  }

  private static List<String> outcomes(ReplicaTransactions listed) {
    return listed.transactions().stream()
        .map(t -> t.outcome() + (t.isLoneMarker() ? " lone" : ""))
        .toList();
  }
}
