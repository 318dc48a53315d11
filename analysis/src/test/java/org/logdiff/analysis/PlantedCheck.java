package org.logdiff.analysis;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.logdiff.analysis.model.Loss;
import org.logdiff.analysis.model.LossKind;
import org.logdiff.analysis.model.ModelBatch;
import org.logdiff.analysis.model.Planted;
import org.logdiff.analysis.model.Visibility;
import org.logdiff.analysis.report.ComparisonReport;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.analysis.report.Verdict;

/** What the comparison says of the one end marker that was withheld, and how often it says what. */
final class PlantedCheck {

  /** What is said of a planted loss, best first. */
  enum Answer {
    /** Its kind, replica and producer, and its offset among the candidates. */
    NAMED,
    /** An end marker of that producer on that replica, its offset among the candidates. */
    END_MARKER,
    /** The right kind as one of several readings. */
    READING,
    UNDETERMINED,
    SILENT
  }

  private final SortedMap<String, Integer> counts = new TreeMap<>();

  /** Counts the answer, and gives a complaint if the disk shows more than was said. */
  Optional<String> check(Planted planted, ComparisonReport report) {
    Loss loss = planted.loss();
    Answer answer = answer(loss, report);
    counts.merge(
        loss.visibility() + " " + protocol(planted) + " " + shape(planted) + ": " + answer,
        1,
        Integer::sum);
    boolean isBelowLogStart =
        loss.orphanOffset() < planted.aftermath().replica(loss.replica()).logStartOffset();
    return isBelowLogStart || isEnough(loss.visibility(), answer)
        ? Optional.empty()
        : Optional.of("only " + answer + ": " + loss);
  }

  /** How many there were, by what the disk shows, what was withheld, and what was said. */
  SortedMap<String, Integer> counts() {
    return counts;
  }

  private static boolean isEnough(Visibility visibility, Answer answer) {
    return switch (visibility) {
      case SHOWN -> answer == Answer.NAMED;
      case KIND_OPEN -> answer.compareTo(Answer.READING) <= 0;
      case DERIVABLE -> answer != Answer.SILENT;
      case INVISIBLE -> true;
    };
  }

  private static Answer answer(Loss loss, ComparisonReport report) {
    List<Finding> findings = report.partitions().get(0).findings();
    if (findings.stream().anyMatch(f -> isOfLoss(loss, f) && f.kind() == kindOf(loss))) {
      return Answer.NAMED;
    }
    if (findings.stream()
        .anyMatch(f -> isOfLoss(loss, f) && f.kind() == FindingKind.LOST_END_MARKER)) {
      return Answer.END_MARKER;
    }
    if (findings.stream()
        .anyMatch(f -> f.readings().stream().anyMatch(r -> r.kind() == kindOf(loss)))) {
      return Answer.READING;
    }
    return report.verdict() == Verdict.UNDETERMINED ? Answer.UNDETERMINED : Answer.SILENT;
  }

  private static boolean isOfLoss(Loss loss, Finding finding) {
    return ("kafka" + loss.replica()).equals(finding.replica())
        && finding.producerId() != null
        && finding.producerId() == loss.transaction().orElseThrow().producerId()
        && finding.candidateOffsets().stream().anyMatch(range -> range.contains(loss.offset()));
  }

  private static FindingKind kindOf(Loss loss) {
    return switch (loss.kind()) {
      case LOST_ABORT -> FindingKind.LOST_ABORT_MARKER;
      case LOST_COMMIT -> FindingKind.LOST_COMMIT_MARKER;
      case MARKER_GONE_BEFORE_CATCH_UP -> FindingKind.MARKER_GONE_BEFORE_CATCH_UP;
      default -> throw new IllegalArgumentException(loss + " is not of a marker");
    };
  }

  private static String protocol(Planted planted) {
    Loss loss = planted.loss();
    return planted.speaksProtocol2(loss.transaction().orElseThrow().producer())
        ? "protocol 2"
        : "protocol 1";
  }

  /** What is left of the marker on the others: its gravestone, or nothing. */
  private static String shape(Planted planted) {
    boolean gravestone =
        planted.aftermath().replicas().stream()
            .flatMap(replica -> replica.batches().stream())
            .filter(ModelBatch::isGravestone)
            .anyMatch(batch -> batch.baseOffset() == planted.loss().offset());
    boolean isAway = planted.loss().kind() == LossKind.MARKER_GONE_BEFORE_CATCH_UP;
    return (gravestone ? "gravestone" : "no trace") + (isAway ? ", away" : "");
  }
}
