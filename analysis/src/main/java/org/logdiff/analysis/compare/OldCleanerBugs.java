package org.logdiff.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.replica.Segment;
import org.logdiff.analysis.report.Confidence;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.analysis.report.OffsetRange;
import org.logdiff.analysis.report.Reading;
import org.logdiff.analysis.report.Step;
import org.logdiff.analysis.transaction.ProducerEvent;
import org.logdiff.analysis.transaction.TransactionPart;

/**
 * Which of the cleaner's old bugs the picture of a lost marker fits (docs/semantics.md, section 3).
 * None can have been at work where the producer speaks protocol 2, which only brokers from 4.0 on
 * do, or where the topic was in KRaft's metadata already when the data was written, which is for
 * production from 3.3 on.
 */
final class OldCleanerBugs {
  private final PartitionContext context;
  private final PartitionTransactions transactions;
  private final List<ProducerEvent> events;
  private final MarkerKeys markerKeys;

  /**
   * @param events by offset
   */
  OldCleanerBugs(
      PartitionContext context,
      PartitionTransactions transactions,
      List<ProducerEvent> events,
      MarkerKeys markerKeys) {
    this.context = context;
    this.transactions = transactions;
    this.events = events;
    this.markerKeys = markerKeys;
  }

  /**
   * A bug that may have been at work.
   *
   * @param sign what on the disks fits
   */
  record Suspicion(CleanerBug bug, String sign) {
    Step step(String replica) {
      return new Step(
          Confidence.INFERRED,
          "the picture also fits "
              + bug.id()
              + ", fixed in "
              + bug.fixedIn()
              + ": "
              + bug.what()
              + "; "
              + sign
              + ". Then "
              + replica
              + " had received it",
          "law M");
    }

    Reading reading(FindingKind kind, String replica) {
      return new Reading(
          kind,
          List.of(
              "the cleaner of "
                  + replica
                  + " removed the marker itself, in a broker without the fix of "
                  + bug.id()));
    }
  }

  /**
   * The bugs that can have taken a marker from a replica.
   *
   * @param candidates where the marker was
   * @param isCommit empty if that is open
   */
  List<Suspicion> of(
      int replica, TransactionPart part, List<OffsetRange> candidates, Optional<Boolean> isCommit) {
    List<Suspicion> suspicions = new ArrayList<>();
    if (candidates.isEmpty()
        || transactions.ledger().speaksProtocol2(part.producerId())
        || context.cluster().isOfKRaftSince(lastTimestamp(part))) {
      return suspicions;
    }
    long first = candidates.get(0).first();
    long last = candidates.get(candidates.size() - 1).last();
    forgotten(replica, part, last).ifPresent(suspicions::add);
    if (!isCommit.orElse(false)) {
      notIndexed(replica, last).ifPresent(suspicions::add);
    }
    superseded(replica, first, isCommit).ifPresent(suspicions::add);
    return suspicions;
  }

  private static long lastTimestamp(TransactionPart part) {
    return part.data().get(part.data().size() - 1).lastTimestamp();
  }

  /** Replicas roll their segments alike, and cleaning joins small ones; so any may show it. */
  private Optional<Suspicion> forgotten(int r, TransactionPart part, long lastCandidate) {
    List<Replica> replicas = new ArrayList<>(context.replicas());
    replicas.add(0, replicas.remove(r));
    for (Replica replica : replicas) {
      OptionalLong boundary =
          replica.segments().stream()
              .mapToLong(Segment::baseOffset)
              .filter(base -> base > part.lastOffset() && base <= lastCandidate)
              .findFirst();
      if (boundary.isPresent()) {
        return Optional.of(
            new Suspicion(
                CleanerBug.KAFKA_8351,
                "on "
                    + replica.name()
                    + " a segment begins at "
                    + boundary.getAsLong()
                    + ", between the data and the marker's place"));
      }
    }
    return Optional.empty();
  }

  private Optional<Suspicion> notIndexed(int r, long lastCandidate) {
    Replica replica = context.replicas().get(r);
    long abort = abortWithoutEntry(r);
    if (abort >= 0) {
      return Optional.of(
          new Suspicion(
              CleanerBug.KAFKA_13727,
              "the .txnindex of "
                  + replica.name()
                  + " lacks the transaction that its ABORT at "
                  + abort
                  + " ends"));
    }
    long cleanedTo = replica.cleanedTo().orElse(-1);
    boolean isWithinSegment =
        cleanedTo > replica.logStartOffset()
            && cleanedTo < replica.logEndOffset()
            && replica.segments().stream().noneMatch(s -> s.baseOffset() == cleanedTo);
    return isWithinSegment && lastCandidate < replica.logEndOffset()
        ? Optional.of(
            new Suspicion(
                CleanerBug.KAFKA_13727,
                "the cleaner of "
                    + replica.name()
                    + " last ended at "
                    + cleanedTo
                    + ", within a segment"))
        : Optional.empty();
  }

  /** An ABORT with data before it, on a replica whose index does not know it; -1 for none. */
  private long abortWithoutEntry(int r) {
    Map<Long, Long> open = new TreeMap<>();
    for (ProducerEvent event : events) {
      if ((event.mask() & 1 << r) == 0) {
        continue;
      }
      if (event.kind() == ProducerEvent.Kind.DATA) {
        open.putIfAbsent(event.producerId(), event.firstOffset());
      } else if (event.kind().isEnd()) {
        boolean hadData = open.remove(event.producerId()) != null;
        if (hadData && event.kind() == ProducerEvent.Kind.ABORT && !isIndexed(r, event)) {
          return event.firstOffset();
        }
      }
    }
    return -1;
  }

  private boolean isIndexed(int r, ProducerEvent abort) {
    return context.replicas().get(r).abortedTransactions().stream()
        .map(Replica.AbortedIn::entry)
        .anyMatch(
            entry ->
                entry.producerId() == abort.producerId()
                    && entry.lastOffset() == abort.firstOffset());
  }

  private Optional<Suspicion> superseded(int r, long firstCandidate, Optional<Boolean> isCommit) {
    for (boolean ofCommit : new boolean[] {true, false}) {
      long record = markerKeys.last(ofCommit, r);
      if (isCommit.orElse(ofCommit) == ofCommit && record > firstCandidate) {
        return Optional.of(
            new Suspicion(
                CleanerBug.KAFKA_14055,
                context.name(r)
                    + " has such a record, with the key of "
                    + (ofCommit ? "a COMMIT" : "an ABORT")
                    + ", at "
                    + record));
      }
    }
    return Optional.empty();
  }
}
