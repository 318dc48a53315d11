package org.logdiff.analysis.compare;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.logdiff.analysis.align.OffsetRanges;
import org.logdiff.analysis.align.ParallelWalk;
import org.logdiff.analysis.key.HashRange;
import org.logdiff.analysis.key.KeyCase;
import org.logdiff.analysis.key.KeyHash;
import org.logdiff.analysis.key.KeyJudge;
import org.logdiff.analysis.key.KeyJudgement;
import org.logdiff.analysis.key.KeyTable;
import org.logdiff.analysis.key.PagePool;
import org.logdiff.analysis.key.ReplicaRange;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.report.BeyondStable;
import org.logdiff.analysis.report.Confidence;
import org.logdiff.analysis.report.Exhibit;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.analysis.report.OffsetRange;
import org.logdiff.analysis.report.PartitionReport;
import org.logdiff.analysis.report.ReplicaSummary;
import org.logdiff.analysis.report.Step;
import org.logdiff.analysis.report.VerdictRule;
import org.logdiff.analysis.transaction.CoordinatorWord;
import org.logdiff.analysis.transaction.Outcomes;
import org.logdiff.analysis.transaction.StableOffset;
import org.logdiff.analysis.transaction.TransactionLedger;
import org.logdiff.analysis.transaction.TransactionPart;
import org.logdiff.analysis.transaction.VanishedTransactions;

/**
 * Compares the replicas of one partition: a pass that finds what differs; if keys are touched, a
 * pass for their final states; if any of these are suspicious, a pass for their histories.
 */
public final class PartitionComparison {
  /** Absences told with a finding: the latest, since an old one explains little. */
  private static final int ABSENCES_TOLD = 3;

  /** Told how many bytes of how many are done in a step. */
  public interface StepProgress {
    void advanced(String step, long bytesDone, long bytesTotal);
  }

  /**
   * How to compare.
   *
   * @param threads at least 1
   * @param memory off the heap
   * @param listedFindings findings about keys that are worked out
   * @param chunkBytes about the size of what is worked on by one thread at a time; the result does
   *     not depend on it
   */
  public record Options(int threads, PagePool memory, int listedFindings, long chunkBytes) {}

  private final String partition;
  private final String topic;
  private final String topicId;
  private final List<Replica> replicas;
  private final Supplier<CoordinatorWord> coordinator;
  private final ClusterWord cluster;
  private final Options options;
  private final StepProgress progress;
  private final List<NotExamined> notes;

  private KeyTable table;
  private ParallelWalk walk;
  private Survey survey;
  private List<ReplicaRange> ranges;
  private PartitionContext context;
  private PartitionTransactions transactions;
  private CoordinatorWord word;
  private Suspects suspects;
  private List<OutcomeDecisions.Decision> settled = List.of();

  /**
   * @param topicId null if unknown
   * @param replicas at least two, opened
   * @param coordinator asked only if the partition has transactions
   * @param notes what is known already of what could not be examined
   */
  public PartitionComparison(
      String partition,
      String topic,
      String topicId,
      List<Replica> replicas,
      Supplier<CoordinatorWord> coordinator,
      ClusterWord cluster,
      Options options,
      StepProgress progress,
      List<NotExamined> notes) {
    this.partition = partition;
    this.topic = topic;
    this.topicId = topicId;
    this.replicas = List.copyOf(replicas);
    this.coordinator = coordinator;
    this.cluster = cluster;
    this.options = options;
    this.progress = progress;
    this.notes = new ArrayList<>(notes);
  }

  /**
   * Does the work.
   *
   * @throws IOException if the medium fails or a file shrinks while it is read
   */
  public PartitionReport run() throws IOException {
    walk = new ParallelWalk(replicas, options.threads(), options.chunkBytes());
    table = new KeyTable(options.memory());
    try {
      return compare();
    } finally {
      table.close();
    }
  }

  /** What a comparison has found out on its way, for those who ask further. After {@link #run}. */
  public ExaminedPartition examined() {
    return new ExaminedPartition(
        partition,
        topic,
        topicId,
        replicas,
        ranges,
        transactions.ledger(),
        this::settledOutcome,
        survey.events,
        context.lastStableOffsets(),
        walk,
        Remedies.stopTheClock(context));
  }

  /** What is proven, or else an ABORT that keys or the coordinator's clocks have settled. */
  private Outcomes.Outcome settledOutcome(long producerId, long offset) {
    Outcomes.Outcome proven = transactions.ledger().of(producerId, offset);
    boolean isSettledAbort =
        proven == Outcomes.Outcome.UNPROVEN
            && transactions
                .ledger()
                .partOf(producerId, offset)
                .flatMap(part -> settled.stream().filter(d -> d.part().equals(part)).findFirst())
                .filter(decision -> decision.isSettled() && !decision.isCommit())
                .isPresent();
    return isSettledAbort ? Outcomes.Outcome.ABORTED : proven;
  }

  private PartitionReport compare() throws IOException {
    survey();
    Lineage lineage = new Lineage(survey);
    ranges = withMisplaced(lineage.ranges());
    long[] stable = new long[replicas.size()];
    for (int r = 0; r < stable.length; r++) {
      stable[r] = StableOffset.of(r, survey.events, replicas.get(r));
    }
    context =
        new PartitionContext(
            partition, topic, topicId, replicas, ranges, stable, beyondStable(stable), cluster);
    word = survey.hasTransactions() ? coordinator.get() : CoordinatorWord.SILENT;
    transactions =
        new PartitionTransactions(
            new TransactionLedger(survey.events, ranges, survey.nobody, word), ranges, replicas);
    suspects = new Suspects(new KeyJudge(ranges), replicas.size(), options.listedFindings());
    judgeKeys();

    LogFindings logFindings = new LogFindings(context, survey, lineage, notes);
    List<Finding> findings = new ArrayList<>(logFindings.findings());
    findings.addAll(new LogEndFindings(context, survey).findings());
    findings.addAll(logFindings.lossesWithoutCleaner(lackingWithoutCleaner()));
    detailFindings().stream().map(this::withAbsences).forEach(findings::add);
    noteReplicasNotGiven();
    if (suspects.notKept() > 0) {
      notes.add(
          new NotExamined(
              null,
              suspects.notKept() + " more keys with suspicious differences",
              "only the " + options.listedFindings() + " with the lowest offsets were worked out",
              true));
    }
    return report(findings);
  }

  /** The first pass; once more if damage lies where chunks meet. */
  private void survey() throws IOException {
    while (true) {
      table.restart(HashRange.ALL);
      survey = new Survey(replicas);
      walk.walk(() -> new DifferenceScan(replicas, table), survey::take, stepProgress("comparing"));
      if (!walk.joinAcrossDamage()) {
        survey.finish();
        return;
      }
    }
  }

  /** Per replica: what lies at or above its last stable offset; one more pass if any has that. */
  private List<BeyondStable> beyondStable(long[] stable) throws IOException {
    BeyondStableScan all = new BeyondStableScan(stable);
    boolean isAny = false;
    for (int r = 0; r < stable.length; r++) {
      isAny |= stable[r] < replicas.get(r).logEndOffset();
    }
    if (isAny) {
      walk.walkFrom(
          stable,
          () -> new BeyondStableScan(stable),
          all::add,
          stepProgress("counting beyond the last stable offset"));
    }
    return IntStream.range(0, stable.length).mapToObj(all::of).toList();
  }

  private LongConsumer stepProgress(String step) {
    long total = replicas.stream().mapToLong(Replica::sizeBytes).sum();
    java.util.concurrent.atomic.AtomicLong done = new java.util.concurrent.atomic.AtomicLong();
    return bytes -> progress.advanced(partition + ": " + step, done.addAndGet(bytes), total);
  }

  /** A batch whose base offset is damaged hides what lies between its two places. */
  private List<ReplicaRange> withMisplaced(List<ReplicaRange> lineageRanges) {
    if (survey.lonely.misplaced().isEmpty()) {
      return lineageRanges;
    }
    List<ReplicaRange> hidden = new ArrayList<>(lineageRanges);
    for (LonelyBatches.Misplaced misplaced : survey.lonely.misplaced()) {
      OffsetRange range =
          new OffsetRange(
              Math.min(misplaced.offset(), misplaced.otherOffset()), misplaced.lastOffset());
      for (int r : new int[] {misplaced.replica(), misplaced.other()}) {
        ReplicaRange before = hidden.get(r);
        List<OffsetRange> unknown = new ArrayList<>(before.unknown());
        unknown.add(range);
        unknown.sort(Comparator.comparingLong(OffsetRange::last));
        hidden.set(r, new ReplicaRange(before.start(), before.end(), before.partsAtEnd(), unknown));
      }
    }
    return hidden;
  }

  /** Judges all touched keys, in as many rounds as the table's budget wants. */
  private void judgeKeys() throws IOException {
    Deque<HashRange> postponed = new ArrayDeque<>();
    boolean hasTransactions = survey.hasTransactions();
    while (true) {
      if (!table.isEmpty()) {
        table.giveStates((hasTransactions ? 2 : 1) * replicas.size());
        walk.walk(
            () -> new KeyStateScan(table, ranges, transactions, hasTransactions),
            scan -> {},
            stepProgress("final states of keys"));
        suspects.addAll(table);
      }
      postponed.addAll(table.postponed());
      if (postponed.isEmpty()) {
        return;
      }
      table.restart(postponed.poll());
      walk.walk(
          () -> new DifferenceScan(replicas, table),
          scan -> {},
          stepProgress("comparing, next round"));
    }
  }

  /** Adds when the replica at fault was out of the ISR, if the metadata says so. */
  private Finding withAbsences(Finding finding) {
    Optional<Replica> atFault =
        replicas.stream().filter(r -> r.name().equals(finding.replica())).findFirst();
    List<ClusterWord.Absence> absences =
        atFault.flatMap(Replica::nodeId).map(cluster::absences).orElse(List.of()).stream()
            .filter(absence -> absence.isOver() || isBehind(atFault.orElseThrow()))
            .toList();
    if (absences.isEmpty()) {
      return finding;
    }
    List<Step> timeline = new ArrayList<>();
    List<Exhibit> exhibits = new ArrayList<>(finding.exhibits());
    int from = Math.max(0, absences.size() - ABSENCES_TOLD);
    for (ClusterWord.Absence absence : absences.subList(from, absences.size())) {
      timeline.add(new Step(Confidence.OBSERVED, absence.text(), null));
      exhibits.addAll(absence.exhibits());
    }
    timeline.addAll(finding.timeline());
    return finding.with(timeline, exhibits);
  }

  private boolean isBehind(Replica replica) {
    return replicas.stream().anyMatch(other -> other.logEndOffset() > replica.logEndOffset());
  }

  private void noteReplicasNotGiven() {
    List<Integer> assigned = cluster.assignedNodes();
    List<Integer> missing = new ArrayList<>(assigned);
    for (Replica replica : replicas) {
      if (replica.nodeId().isEmpty()) {
        return;
      }
      missing.remove(replica.nodeId().get());
    }
    if (!missing.isEmpty()) {
      notes.add(
          new NotExamined(
              null,
              (assigned.size() - missing.size()) + " of " + assigned.size() + " replicas given",
              (missing.size() == 1 ? "the replica of node " : "the replicas of nodes ")
                  + missing.stream().map(Object::toString).collect(Collectors.joining(", "))
                  + " may still hold what is missing here, or lack what these have",
              false));
    }
  }

  /**
   * What replicas lack for no cleaner's reason: everything, if the metadata says that the topic
   * never was compacted. Without metadata, records without a key, which no broker takes into a
   * compacted topic, leave the question open.
   */
  private OffsetRanges[] lackingWithoutCleaner() {
    boolean isCleaned = survey.cleanedMask != 0 || !hasNoCleanerCheckpoint();
    if (!isCleaned && cluster.policy() == ClusterWord.Policy.NEVER_COMPACTED) {
      return survey.lacking;
    }
    if (!isCleaned && cluster.policy() == ClusterWord.Policy.UNKNOWN) {
      for (int r = 0; r < replicas.size(); r++) {
        if (!survey.lackingKeyless[r].isEmpty()) {
          notes.add(
              new NotExamined(
                  context.name(r),
                  "lacks records without a key at "
                      + Offsets.text(survey.lackingKeyless[r].toList()),
                  "whether the topic was ever compacted is unknown: no __cluster_metadata says, and no"
                      + " cleaner has left a trace; if it was not, they are lost",
                  true));
        }
      }
    }
    OffsetRanges[] none = new OffsetRanges[replicas.size()];
    java.util.Arrays.setAll(none, r -> OffsetRanges.firstOf(1));
    return none;
  }

  private boolean hasNoCleanerCheckpoint() {
    return replicas.stream().allMatch(r -> r.knowsCheckpoints() && r.cleanedTo().isEmpty());
  }

  private List<Finding> detailFindings() throws IOException {
    List<Suspect> sorted = suspects.sorted();
    if (sorted.isEmpty() && transactions.losses().isEmpty() && !transactions.hasDisputes()) {
      return List.of();
    }
    Set<KeyHash> hashes = suspects.hashes();
    long lowest = suspects.lowestOffset();
    RecordGaps gaps = new RecordGaps(lowest);
    Map<KeyHash, KeyHistory> histories = new HashMap<>();
    MarkerKeys markerKeys = new MarkerKeys();
    walk.walk(
        () -> new DetailScan(hashes, lowest),
        scan -> {
          gaps.take(scan);
          markerKeys.addAll(scan.markerKeys);
          scan.histories.forEach(
              (hash, history) -> histories.computeIfAbsent(hash, KeyHistory::new).addAll(history));
        },
        stepProgress("histories of keys"));
    gaps.finish(replicas.stream().mapToLong(Replica::logEndOffset).max().orElseThrow());
    transactions.setGaps(gaps);
    List<KeyEvaluation> keys = evaluations(sorted, histories);
    OutcomeDecisions decisions = new OutcomeDecisions(keys, transactions);
    settled = decisions.all();
    List<Finding> findings =
        new ArrayList<>(
            new MarkerFindings(
                    context,
                    transactions,
                    decisions,
                    keys,
                    new OldCleanerBugs(context, transactions, survey.events, markerKeys),
                    notes)
                .findings());
    for (Finding finding : findings) {
      if (finding.offset() != null) {
        boolean isOnlyCandidate =
            finding.candidateOffsets().stream().mapToLong(OffsetRange::count).sum() == 1;
        if (isOnlyCandidate) {
          gaps.addMarker(finding.offset());
        } else {
          gaps.assumeMarker(finding.offset());
        }
      }
    }
    findings.addAll(keyFindings(keys, gaps, decisions));
    return findings;
  }

  private List<KeyEvaluation> evaluations(
      List<Suspect> sorted, Map<KeyHash, KeyHistory> histories) {
    List<KeyEvaluation> keys = new ArrayList<>();
    for (Suspect suspect : sorted) {
      keys.add(
          new KeyEvaluation(
              histories.getOrDefault(suspect.hash(), new KeyHistory(suspect.hash())),
              ranges,
              transactions));
    }
    return keys;
  }

  private List<Finding> keyFindings(
      List<KeyEvaluation> keys, RecordGaps gaps, OutcomeDecisions decisions) throws IOException {
    Map<KeyEvaluation, List<KeyJudgement>> judged = new java.util.LinkedHashMap<>();
    Map<Long, List<OffsetRange>> askedOf = new HashMap<>();
    for (KeyEvaluation key : keys) {
      List<KeyJudgement> judgements = certain(key, decisions);
      judged.put(key, judgements);
      for (KeyJudgement judgement : judgements) {
        KeyRecord record = key.history.at(judgement.offset());
        if (record != null && record.producerId() >= 0) {
          long above = Math.max(judgement.offset(), key.highestOffset(decisions.reading()));
          askedOf
              .computeIfAbsent(record.producerId(), id -> new ArrayList<>())
              .addAll(TombstonePlace.askedOf(gaps, above, ranges.get(judgement.witness()).end()));
        }
      }
    }
    ProducerSequences sequences = new ProducerSequences(replicas);
    askedOf.values().removeIf(List::isEmpty);
    if (!askedOf.isEmpty()) {
      Map<Long, OffsetRanges> gapsOf = new HashMap<>();
      askedOf.forEach((producerId, asked) -> gapsOf.put(producerId, OffsetRanges.of(asked)));
      walk.walk(() -> new SequenceScan(gapsOf), sequences::take, stepProgress("sequences"));
    }
    sequences.finish();
    VanishedFindings vanished =
        new VanishedFindings(
            context, transactions, VanishedTransactions.find(replicas, survey.events, word));
    KeyFindings keyFindings =
        new KeyFindings(
            context,
            transactions,
            gaps,
            sequences,
            new DeletedSegments(replicas, notes),
            decisions,
            vanished,
            notes);
    List<Finding> findings = new ArrayList<>();
    for (Map.Entry<KeyEvaluation, List<KeyJudgement>> entry : judged.entrySet()) {
      for (KeyJudgement judgement : entry.getValue()) {
        if (!vanished.explains(entry.getKey(), judgement)) {
          keyFindings
              .finding(entry.getKey(), judgement, decisions.reading())
              .ifPresent(findings::add);
        }
      }
    }
    findings.addAll(vanished.findings());
    return findings;
  }

  /**
   * What the table says whatever the outcome of transactions whose kind of end stays open. Where
   * the tombstone itself is part of one, the weaker row is taken, which infers it.
   */
  private static List<KeyJudgement> certain(KeyEvaluation key, OutcomeDecisions decisions) {
    List<KeyJudgement> judgements = key.judge(decisions.reading());
    for (TransactionPart part : decisions.undecided()) {
      boolean other = !decisions.reading().isCommitted(part);
      List<KeyJudgement> otherwise = key.judge(decisions.reading().with(part, other));
      List<KeyJudgement> both = new ArrayList<>();
      for (KeyJudgement judgement : judgements) {
        otherwise.stream()
            .filter(o -> isSameLoss(judgement, o))
            .findFirst()
            .ifPresent(o -> both.add(judgement.row() == KeyCase.D ? judgement : o));
      }
      judgements = both;
    }
    return judgements;
  }

  private static boolean isSameLoss(KeyJudgement one, KeyJudgement other) {
    boolean isOfTombstone =
        (one.row() == KeyCase.C || one.row() == KeyCase.D)
            && (other.row() == KeyCase.C || other.row() == KeyCase.D);
    return one.replica() == other.replica()
        && one.offset() == other.offset()
        && (one.row() == other.row() || isOfTombstone);
  }

  private PartitionReport report(List<Finding> findings) {
    Set<String> fingerprints = new HashSet<>();
    List<Finding> sorted = new ArrayList<>(findings);
    sorted.removeIf(finding -> !fingerprints.add(finding.fingerprint()));
    sorted.sort(
        Comparator.comparing(Finding::severity)
            .thenComparing(f -> f.kind().ordinal())
            .thenComparing(Finding::offset, Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparing(Finding::replica, Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparing(Finding::fingerprint));
    List<ReplicaSummary> summaries = new ArrayList<>();
    for (int r = 0; r < replicas.size(); r++) {
      summaries.add(summary(r));
    }
    return new PartitionReport(
        partition, topicId, VerdictRule.of(sorted, notes), summaries, sorted, 0, compared(), notes);
  }

  private OffsetRange compared() {
    long[] starts = ranges.stream().mapToLong(ReplicaRange::start).sorted().toArray();
    long[] ends = ranges.stream().mapToLong(ReplicaRange::end).sorted().toArray();
    long first = starts[1];
    long last = ends[ends.length - 2] - 1;
    return first <= last ? new OffsetRange(first, last) : null;
  }

  private ReplicaSummary summary(int r) {
    Replica replica = replicas.get(r);
    return new ReplicaSummary(
        replica.name(),
        replica.directory(),
        replica.nodeId().orElse(null),
        replica.logStartOffset(),
        replica.logEndOffset(),
        replica.highWatermark().isPresent() ? replica.highWatermark().getAsLong() : null,
        context.lastStableOffsets()[r],
        replica.cleanedTo().isPresent() ? replica.cleanedTo().getAsLong() : null,
        replica.segments().size(),
        replica.sizeBytes(),
        survey.damagedBytes[r],
        context.lastStableOffsets()[r] < replica.logEndOffset()
            ? context.beyondStable().get(r)
            : null);
  }
}
