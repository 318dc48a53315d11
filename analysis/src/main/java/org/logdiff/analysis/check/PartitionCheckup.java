package org.logdiff.analysis.check;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.replica.ReplicaOpener;
import org.logdiff.analysis.replica.ReplicaSource;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.analysis.report.ReplicaSummary;
import org.logdiff.format.layout.PartitionDirectory;

/** Checks one replica of one partition. */
final class PartitionCheckup {
  private final CheckTarget target;
  private final CheckLevel level;
  private final Coordinator coordinator;
  private final boolean isCompacted;
  private final List<NotExamined> notes = new ArrayList<>();
  private final List<String> failures;

  /**
   * @param isCompacted whether the cluster's metadata says that the topic is
   * @param failures takes what could not be read
   */
  PartitionCheckup(
      CheckTarget target,
      CheckLevel level,
      Coordinator coordinator,
      boolean isCompacted,
      List<String> failures) {
    this.target = target;
    this.level = level;
    this.coordinator = coordinator;
    this.isCompacted = isCompacted;
    this.failures = failures;
  }

  /**
   * Checks it.
   *
   * @param progress told bytes as they are done
   * @throws IOException if the medium fails or files may not be read
   */
  CheckedPartition run(Bytes progress) throws IOException {
    ReplicaSource source = target.source();
    Optional<PartitionDirectory> listing = PartitionDirectory.list(source.directory());
    DamagedFiles damaged =
        listing.isPresent() ? DamagedFiles.in(listing.get()) : DamagedFiles.none();
    String topicId =
        listing.isPresent()
            ? listing
                .get()
                .partitionMetadata()
                .value()
                .map(m -> m.topicId().toString())
                .orElse(null)
            : null;
    Optional<Replica> opened = ReplicaOpener.open(source, notes, failures);
    if (opened.isEmpty()) {
      return new CheckedPartition(
          source.partition().toString(), topicId, null, List.of(), 0, notes);
    }
    try (Replica whole = opened.get()) {
      Replica replica = target.part(whole);
      CheckContext context =
          CheckContext.of(replica, source.partition().toString(), topicId, damaged.paths());
      ReplicaFindings findings = new ReplicaFindings(context);
      damaged.drafts(context).forEach(findings::add);
      UnreadSpans unread = new UnreadSpans(replica.name());
      Damages bytes = new Damages();
      List<ReplicaCheck> checks = checks(findings, listing.get());
      checks.add(unread);
      checks.add(bytes);
      ReplicaWalk walk = new ReplicaWalk(replica, level != CheckLevel.QUICK);
      walk.tell(checks, done -> progress.done(done, replica.sizeBytes()));
      notes.removeIf(note -> isTold(note, damaged));
      notes.addAll(unread.notes());
      return new CheckedPartition(
          source.partition().toString(),
          topicId,
          summary(replica, walk.producers(), bytes.total),
          findings.listed().stream().filter(target::isAsked).sorted(ORDER).toList(),
          findings.notListed(),
          notes);
    }
  }

  /** Told bytes as they are done, and how many there are. */
  interface Bytes {
    void done(long bytes, long total);
  }

  private static final Comparator<Finding> ORDER =
      Comparator.comparing(Finding::severity)
          .thenComparing(Finding::kind)
          .thenComparing(Finding::offset, Comparator.nullsLast(Comparator.naturalOrder()));

  /** Counts damaged bytes. */
  private static final class Damages implements ReplicaCheck {
    private long total;

    @Override
    public void span(WalkedSpan span) {
      total += span.damage() == null ? 0 : span.length();
    }
  }

  /** What is said of a damaged file as a finding need not be said again. */
  private static boolean isTold(NotExamined note, DamagedFiles damaged) {
    return damaged.paths().stream()
        .map(Path::getFileName)
        .anyMatch(name -> name.toString().equals(note.what()));
  }

  private List<ReplicaCheck> checks(ReplicaFindings findings, PartitionDirectory directory) {
    StoredOffsets stored = target.stored();
    List<ReplicaCheck> checks =
        new ArrayList<>(
            List.of(
                new DamagedBatchCheck(findings),
                new OffsetOrderCheck(findings),
                new OffsetOverflowCheck(findings),
                new ZerosInLogCheck(findings),
                new UndecodableBatchCheck(findings),
                new LeaderEpochCheck(findings),
                new OffsetIndexCheck(findings),
                new TimeIndexCheck(findings),
                new IndexDensityCheck(findings),
                new SnapshotOffsetCheck(findings),
                new LeftoversCheck(findings, directory)));
    checks.addAll(
        TransactionChecks.of(
            findings, producer -> coordinator.endOf(producer, target.source().partition())));
    if (target.isWhole()) {
      checks.add(new StoredOffsetsCheck(findings, stored));
    }
    if (level == CheckLevel.DEEP) {
      InternalPayloadCheck.of(target.source().partition().topic(), findings).ifPresent(checks::add);
    }
    if (isCompacted) {
      checks.add(new NullKeyCheck(findings));
    }
    return checks;
  }

  private static ReplicaSummary summary(
      Replica replica, ProducerReplay producers, long damagedBytes) {
    long lastStableOffset =
        producers
            .oldestOpen()
            .map(first -> Math.max(first, replica.logStartOffset()))
            .orElse(replica.logEndOffset());
    return new ReplicaSummary(
        replica.name(),
        replica.directory(),
        replica.nodeId().orElse(null),
        replica.logStartOffset(),
        replica.logEndOffset(),
        boxed(replica.highWatermark()),
        lastStableOffset,
        boxed(replica.cleanedTo()),
        replica.segments().size(),
        replica.sizeBytes(),
        damagedBytes,
        null);
  }

  private static Long boxed(OptionalLong value) {
    return value.isPresent() ? (Long) value.getAsLong() : null;
  }
}
