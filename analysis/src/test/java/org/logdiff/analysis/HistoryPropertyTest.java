package org.logdiff.analysis;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.logdiff.analysis.model.Aftermath;
import org.logdiff.analysis.model.BatchEncoding;
import org.logdiff.analysis.model.Histories;
import org.logdiff.analysis.model.History;
import org.logdiff.analysis.model.HistoryOptions;
import org.logdiff.analysis.model.Loss;
import org.logdiff.analysis.model.LossKind;
import org.logdiff.analysis.model.Planted;
import org.logdiff.analysis.model.Planting;
import org.logdiff.analysis.model.RamDirectory;
import org.logdiff.analysis.model.ReplicaState;
import org.logdiff.analysis.model.ReplicaWriter;
import org.logdiff.analysis.model.UpgradedFormats;
import org.logdiff.analysis.model.Visibility;
import org.logdiff.analysis.report.ComparisonReport;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.analysis.report.Reading;
import org.logdiff.analysis.report.Verdict;
import org.logdiff.format.batch.RecordBatchHeader;

/**
 * Random histories of a partition, written as data directories and compared. The model knows what
 * each replica never received; the comparison must find what the disks show and nothing else. More
 * histories than the build runs: {@code -Dlogdiff.histories=N}, from {@code -Dlogdiff.seed=N} on.
 */
class HistoryPropertyTest {
  private static final int COUNT = Integer.getInteger("logdiff.histories", 300);
  private static final long SEED = Long.getLong("logdiff.seed", 0);

  @Test
  void tellsJustTheLossesOfHistoriesWithoutTransactions() {
    Histories.forEach(HistoryOptions.small(), SEED, COUNT, this::check);
  }

  @Test
  void tellsJustTheLossesOfHistoriesWithTransactions() {
    Histories.forEach(HistoryOptions.small().withTransactions(), SEED, COUNT, this::check);
  }

  @Test
  void isSilentWhereNothingThatIsNeededIsCleaned() {
    Histories.forEach(
        HistoryOptions.small().withTransactions().withoutLoss(), SEED, COUNT, this::check);
  }

  @Test
  void isSilentOnReplicasThatWereNeverAway() {
    Histories.forEach(
        HistoryOptions.small().withTransactions().withoutOutages(), SEED, COUNT, this::check);
  }

  @Test
  void findsJustTheTombstoneThatIsWithheld() {
    Histories.forEach(
        HistoryOptions.small().withoutOutages().endingSettled(),
        SEED,
        COUNT / 5,
        history -> checkPlanted(history, LossKind.LOST_TOMBSTONE));
  }

  @Test
  void saysTheSameAtHighOffsetsWithOtherKeysAndReplicasInAnotherOrder() {
    Histories.forEach(
        HistoryOptions.small().withTransactions(),
        SEED,
        COUNT / 5,
        history -> {
          Aftermath aftermath = history.replay();
          check(
              aftermath
                  .shiftOffsets(1L << 33)
                  .renameKeys(key -> "other-" + key)
                  .permuteReplicas(permutation(aftermath)));
        });
  }

  @Test
  void saysTheSameOfMessagesOfMagic0And1AlsoWhereTheyWereRewrittenAsMagic2() {
    int[] writtenOfMagic = new int[3];
    for (HistoryOptions options :
        List.of(
            HistoryOptions.small(),
            HistoryOptions.small().withTransactions(),
            HistoryOptions.small().withoutLoss())) {
      Histories.forEach(
          options, SEED, COUNT / 2, history -> checkUpgraded(history, writtenOfMagic));
    }
    for (int written : writtenOfMagic) {
      assertTrue(written > COUNT, () -> "by magic: " + Arrays.toString(writtenOfMagic));
    }
  }

  private void checkUpgraded(History history, int[] writtenOfMagic) {
    Aftermath aftermath = history.replay();
    UpgradedFormats formats = UpgradedFormats.random(aftermath, history.text().hashCode());
    check(
        aftermath,
        (replica, batch) -> {
          byte[] encoded = formats.encode(replica, batch);
          writtenOfMagic[encoded[RecordBatchHeader.MAGIC_POSITION]]++;
          return encoded;
        });
  }

  /** Each node takes the place of the next. */
  private static int[] permutation(Aftermath aftermath) {
    int[] nodes = aftermath.replicas().stream().mapToInt(ReplicaState::nodeId).toArray();
    int[] rotated = new int[nodes.length];
    for (int i = 0; i < nodes.length; i++) {
      rotated[i] = nodes[(i + 1) % nodes.length];
    }
    return rotated;
  }

  private void check(History history) {
    check(history.replay());
  }

  private void checkPlanted(History history, LossKind kind) {
    Planting.plant(history, kind, SEED).map(Planted::aftermath).ifPresent(this::check);
  }

  private void check(Aftermath aftermath) {
    check(aftermath, BatchEncoding.MAGIC_2);
  }

  private void check(Aftermath aftermath, BatchEncoding encoding) {
    try (RamDirectory directory = new RamDirectory()) {
      List<Path> logDirs = ReplicaWriter.write(aftermath, directory.path(), encoding);
      ComparisonReport report =
          Comparison.run(
              new ComparisonRequest(
                  logDirs.stream().map(List::of).toList(),
                  List.of(ReplicaWriter.PARTITION.toString()),
                  List.of(),
                  1,
                  1 << 20,
                  1000),
              Progress.NONE);
      List<String> problems = problems(aftermath, report);
      assertTrue(problems.isEmpty(), () -> String.join("\n", problems));
    }
  }

  private static List<String> problems(Aftermath aftermath, ComparisonReport report) {
    List<String> problems = new ArrayList<>(report.failures());
    if (report.partitions().size() != 1) {
      return problems;
    }
    List<Finding> findings = report.partitions().get(0).findings();
    List<Loss> losses = new ArrayList<>(aftermath.truth().losses());
    losses.addAll(aftermath.truth().atRisk());
    for (Finding finding : findings) {
      if (losses.stream().noneMatch(loss -> isMet(loss, finding))
          && !isRiskOfReplicaBehind(aftermath, finding)) {
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

  /** A later record of the key lies past the replica's log end: table 5.1 says nothing is lost. */
  private static boolean comesWithCatchUp(Aftermath aftermath, Loss loss) {
    if (!loss.kind().isOfTombstone()) {
      return false;
    }
    long end = aftermath.replica(loss.replica()).logEndOffset();
    return aftermath.replicas().stream()
        .flatMap(replica -> replica.batches().stream())
        .flatMap(batch -> batch.records().stream())
        .anyMatch(record -> record.offset() >= end && loss.key().equals(record.key()));
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
    List<FindingKind> kinds = new ArrayList<>(List.of(finding.kind()));
    finding.readings().stream().map(Reading::kind).forEach(kinds::add);
    return kinds.stream().anyMatch(kind -> isMet(loss, finding, kind));
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
