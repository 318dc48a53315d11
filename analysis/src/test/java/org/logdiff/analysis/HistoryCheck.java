package org.logdiff.analysis;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.logdiff.analysis.model.Aftermath;
import org.logdiff.analysis.model.BatchEncoding;
import org.logdiff.analysis.model.Loss;
import org.logdiff.analysis.model.LossKind;
import org.logdiff.analysis.model.Outcome;
import org.logdiff.analysis.model.RamDirectory;
import org.logdiff.analysis.model.ReplicaState;
import org.logdiff.analysis.model.ReplicaWriter;
import org.logdiff.analysis.model.Visibility;
import org.logdiff.analysis.report.ComparisonReport;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.analysis.report.Reading;
import org.logdiff.analysis.report.Verdict;

/** What the comparison says of a history's disks, held against what the model knows. */
final class HistoryCheck {

  private HistoryCheck() {}

  /** Writes the replicas as data directories and compares them. */
  static ComparisonReport compare(Aftermath aftermath) {
    return compare(aftermath, BatchEncoding.MAGIC_2);
  }

  /** As {@link #compare(Aftermath)}, with batches written otherwise. */
  static ComparisonReport compare(Aftermath aftermath, BatchEncoding encoding) {
    try (RamDirectory directory = new RamDirectory()) {
      List<Path> logDirs = ReplicaWriter.write(aftermath, directory.path(), encoding);
      return Comparison.run(
          new ComparisonRequest(
              logDirs.stream().map(List::of).toList(),
              List.of(ReplicaWriter.PARTITION.toString()),
              List.of(),
              1,
              1 << 20,
              1000),
          Progress.NONE);
    }
  }

  /** False alarms and missed losses; empty if the report says just what is true. */
  static List<String> problems(Aftermath aftermath, ComparisonReport report) {
    List<String> problems = new ArrayList<>(report.failures());
    if (report.partitions().size() != 1) {
      return problems;
    }
    List<Finding> findings = report.partitions().get(0).findings();
    List<Loss> losses = new ArrayList<>(aftermath.truth().losses());
    losses.addAll(aftermath.truth().atRisk());
    for (Finding finding : findings) {
      if (losses.stream().noneMatch(loss -> isMet(loss, finding))
          && !isRiskOfReplicaBehind(aftermath, finding)
          && !isConsequence(aftermath, finding)) {
        problems.add("false alarm: " + text(finding));
      }
    }
    for (Loss loss : aftermath.truth().losses()) {
      boolean holdsOrphan = loss.orphanOffset() < aftermath.replica(loss.replica()).logEndOffset();
      boolean mustBeFound =
          holdsOrphan
              && !comesWithCatchUp(aftermath, loss)
              && (loss.visibility() == Visibility.SHOWN
                  || loss.visibility() == Visibility.KIND_OPEN);
      if (mustBeFound
          && findings.stream()
              .noneMatch(finding -> isMet(loss, finding) || isOtherReadingOfKey(loss, finding))) {
        problems.add("missed: " + loss);
      }
    }
    boolean isPolicyOpen =
        report.partitions().get(0).notExamined().stream()
            .anyMatch(note -> note.what().startsWith("lacks records without a key"));
    if (aftermath.truth().isHealthy()
        && report.verdict() != Verdict.CONSISTENT
        && !(isPolicyOpen && report.verdict() == Verdict.UNDETERMINED)) {
      problems.add(
          "healthy, but " + report.verdict() + ": " + report.partitions().get(0).notExamined());
    }
    return problems;
  }

  /**
   * Row g: where nobody shows the key gone, the loss is told of the replica with the older value.
   */
  private static boolean isOtherReadingOfKey(Loss loss, Finding finding) {
    return finding.kind() == FindingKind.UNEXPLAINED_LOSS
        && finding.readings().stream().anyMatch(r -> r.kind() == FindingKind.LOST_TOMBSTONE)
        && finding.key().bytes().toString().equals(loss.key());
  }

  /**
   * The last snapshot may be of another outage than the one in which the record was lost. Only the
   * cluster's metadata, which the model does not write, tells; the finding names the assumption.
   */
  private static boolean isNarrowedBySnapshot(Finding finding) {
    return finding.assumptions().stream().anyMatch(text -> text.contains("was cut off when"));
  }

  /**
   * A later record of the key, or its COMMIT, lies past the replica's log end: table 5.1 says
   * nothing is lost.
   */
  private static boolean comesWithCatchUp(Aftermath aftermath, Loss loss) {
    if (!loss.kind().isOfTombstone()) {
      return false;
    }
    long end = aftermath.replica(loss.replica()).logEndOffset();
    return aftermath.replicas().stream()
            .flatMap(replica -> replica.batches().stream())
            .flatMap(batch -> batch.records().stream())
            .anyMatch(record -> record.offset() >= end && loss.key().equals(record.key()))
        || aftermath.transactions().stream()
            .filter(transaction -> transaction.outcome().equals(Optional.of(Outcome.COMMIT)))
            .filter(transaction -> transaction.endOffset().getAsLong() >= end)
            .flatMap(transaction -> transaction.batches().stream())
            .flatMap(batch -> batch.records().stream())
            .anyMatch(record -> record.offset() > loss.offset() && loss.key().equals(record.key()));
  }

  /**
   * The model knows which replicas were in sync and so could lead; the disks do not. A warning for
   * a replica that is behind is right if any other has removed what it needs.
   */
  private static boolean isRiskOfReplicaBehind(Aftermath aftermath, Finding finding) {
    boolean isRisk =
        finding.kind() == FindingKind.TOMBSTONE_AT_RISK
            || finding.kind() == FindingKind.MARKER_AT_RISK;
    long highest =
        aftermath.replicas().stream().mapToLong(ReplicaState::logEndOffset).max().orElseThrow();
    return isRisk
        && aftermath.replicas().stream()
            .anyMatch(
                replica ->
                    ("kafka" + replica.nodeId()).equals(finding.replica())
                        && replica.logEndOffset() < highest);
  }

  /**
   * Nothing is left of the transaction of which the marker was lost, and the replica shows a wrong
   * record of the key: the marker must be named, or be one of the readings.
   */
  private static boolean isConsequence(Aftermath aftermath, Finding finding) {
    return aftermath.truth().consequences().stream()
            .filter(c -> ("kafka" + c.replica()).equals(finding.replica()))
            .anyMatch(
                c -> finding.key() == null || finding.key().bytes().toString().equals(c.key()))
        && kinds(finding).anyMatch(HistoryCheck::isOfMarker)
        && (finding.key() != null || isTrueEnd(aftermath, finding));
  }

  private static boolean isTrueEnd(Aftermath aftermath, Finding finding) {
    Outcome outcome =
        finding.kind() == FindingKind.LOST_COMMIT_MARKER ? Outcome.COMMIT : Outcome.ABORT;
    return aftermath.transactions().stream()
        .filter(transaction -> transaction.outcome().equals(Optional.of(outcome)))
        .filter(transaction -> finding.producerId() == transaction.producerId())
        .anyMatch(
            transaction ->
                finding.candidateOffsets().stream()
                    .anyMatch(range -> range.contains(transaction.endOffset().getAsLong())));
  }

  private static boolean isOfMarker(FindingKind kind) {
    return kind == FindingKind.LOST_ABORT_MARKER || kind == FindingKind.LOST_COMMIT_MARKER;
  }

  /** A finding's own kind, and those of its readings. */
  private static Stream<FindingKind> kinds(Finding finding) {
    return Stream.concat(Stream.of(finding.kind()), finding.readings().stream().map(Reading::kind));
  }

  private static String text(Finding finding) {
    return finding.kind()
        + " on "
        + finding.replica()
        + " at "
        + finding.offset()
        + " "
        + finding.candidateOffsets()
        + " key "
        + finding.key()
        + " readings "
        + finding.readings()
        + ": "
        + finding.summary();
  }

  /** Whether a finding, or one of its readings, speaks of a loss. */
  private static boolean isMet(Loss loss, Finding finding) {
    if (!("kafka" + loss.replica()).equals(finding.replica())) {
      return false;
    }
    return kinds(finding).anyMatch(kind -> isMet(loss, finding, kind));
  }

  private static boolean isMet(Loss loss, Finding finding, FindingKind kind) {
    // The candidates are those of the finding's own kind; another reading may lie elsewhere.
    boolean isPlace =
        finding.candidateOffsets().isEmpty()
            || kind != finding.kind()
            || finding.kind() == FindingKind.UNEXPLAINED_LOSS
            || isNarrowedBySnapshot(finding)
            || loss.allOffsets().stream()
                .anyMatch(
                    offset ->
                        finding.candidateOffsets().stream().anyMatch(r -> r.contains(offset)));
    boolean isOfKind =
        switch (kind) {
          case LOST_TOMBSTONE, TOMBSTONE_GONE_BEFORE_CATCH_UP, TOMBSTONE_AT_RISK ->
              loss.kind().isOfTombstone()
                  && (finding.key() == null || finding.key().bytes().toString().equals(loss.key()));
          case LOST_ABORT_MARKER ->
              loss.kind() == LossKind.LOST_ABORT
                  || loss.kind() == LossKind.MARKER_GONE_BEFORE_CATCH_UP;
          case LOST_COMMIT_MARKER ->
              loss.kind() == LossKind.LOST_COMMIT
                  || loss.kind() == LossKind.MARKER_GONE_BEFORE_CATCH_UP;
          case LOST_END_MARKER, MARKER_GONE_BEFORE_CATCH_UP, MARKER_AT_RISK ->
              !loss.kind().isOfTombstone();
          default -> false;
        };
    return isOfKind && isPlace;
  }
}
