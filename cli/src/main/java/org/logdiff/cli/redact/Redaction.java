package org.logdiff.cli.redact;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.logdiff.analysis.report.ComparisonReport;
import org.logdiff.analysis.report.Effect;
import org.logdiff.analysis.report.ExaminedFile;
import org.logdiff.analysis.report.Exhibit;
import org.logdiff.analysis.report.ExhibitContent;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.analysis.report.PartitionReport;
import org.logdiff.analysis.report.Picture;
import org.logdiff.analysis.report.Reading;
import org.logdiff.analysis.report.ReplicaEvidence;
import org.logdiff.analysis.report.ReplicaSummary;
import org.logdiff.analysis.report.Step;
import org.logdiff.cli.key.Salt;

/**
 * Takes out of a report what would tell keys, values and, if wanted, topics to a stranger: every
 * hash by which a guess could be checked is replaced by one that needs the salt. Sizes and offsets
 * stay.
 */
public final class Redaction {
  /** Takes out nothing. */
  public static final Redaction NONE = new Redaction();

  /** A topic's name may stand in a sentence or a path, but not within another name. */
  private static final String BEFORE_NAME = "(?<![A-Za-z0-9._-])";

  private static final String AFTER_NAME = "(?![A-Za-z0-9_]|[.-][A-Za-z_])";

  private static final int NAME_DIGITS = 8;
  private static final int FINGERPRINT_DIGITS = 24;
  private static final Pattern TRANSACTIONAL_ID = Pattern.compile("transactional id ([^)]*)");

  private final Salt salt;
  private final Map<String, String> topics = new TreeMap<>();

  private Redaction() {
    salt = null;
  }

  /**
   * @param redactsTopics whether names of topics are replaced too
   */
  public Redaction(Salt salt, boolean redactsTopics, ComparisonReport report) {
    this.salt = salt;
    if (redactsTopics) {
      for (PartitionReport partition : report.partitions()) {
        String topic = partition.topic();
        topics.put(topic, "topic-" + salt.digest(topic).substring(0, NAME_DIGITS));
      }
    }
  }

  public ComparisonReport of(ComparisonReport report) {
    if (salt == null) {
      return report;
    }
    return new ComparisonReport(
        report.verdict(),
        report.partitions().stream().map(this::of).toList(),
        texts(report.failures()),
        report.notExamined().stream().map(this::of).toList());
  }

  /** Text without what is to be kept from strangers. */
  public String of(String text) {
    if (text == null || salt == null) {
      return text;
    }
    Matcher matcher = TRANSACTIONAL_ID.matcher(text);
    String redacted =
        matcher.replaceAll(
            found ->
                "transactional id "
                    + Salt.PREFIX
                    + salt.digest(found.group(1)).substring(0, NAME_DIGITS));
    for (Map.Entry<String, String> topic : topics.entrySet()) {
      redacted =
          redacted.replaceAll(
              BEFORE_NAME + Pattern.quote(topic.getKey()) + AFTER_NAME, topic.getValue());
    }
    return redacted;
  }

  private List<String> texts(List<String> texts) {
    return texts.stream().map((UnaryOperator<String>) this::of).toList();
  }

  private Path of(Path path) {
    return Path.of(of(path.toString()));
  }

  private PartitionReport of(PartitionReport partition) {
    return new PartitionReport(
        of(partition.partition()),
        topics.isEmpty() ? partition.topicId() : null,
        partition.verdict(),
        partition.replicas().stream().map(this::of).toList(),
        partition.findings().stream().map(this::of).toList(),
        partition.findingsNotListed(),
        partition.findingsKnown(),
        partition.compared(),
        partition.notExamined().stream().map(this::of).toList(),
        partition.evidence().stream().map(this::of).toList());
  }

  private ReplicaSummary of(ReplicaSummary replica) {
    return new ReplicaSummary(
        of(replica.name()),
        of(replica.directory()),
        replica.nodeId(),
        replica.logStartOffset(),
        replica.logEndOffset(),
        replica.highWatermark(),
        replica.lastStableOffset(),
        replica.cleanedTo(),
        replica.segments(),
        replica.bytes(),
        replica.damagedBytes(),
        replica.beyondStable());
  }

  private NotExamined of(NotExamined gap) {
    return new NotExamined(
        of(gap.replica()), of(gap.what()), of(gap.why()), gap.leavesVerdictOpen());
  }

  private ReplicaEvidence of(ReplicaEvidence evidence) {
    return new ReplicaEvidence(
        of(evidence.replica()),
        evidence.lineage(),
        evidence.files().stream().map(this::of).toList());
  }

  private ExaminedFile of(ExaminedFile file) {
    return new ExaminedFile(
        of(file.replica()),
        of(file.path()),
        file.sizeBytes(),
        file.lastModifiedMs(),
        file.firstOffset(),
        file.lastOffset(),
        file.hasChanged(),
        file.sha256() == null ? null : salt.digest(file.sha256()));
  }

  private Finding of(Finding finding) {
    return new Finding(
        finding.kind(),
        salt.digest(finding.fingerprint()).substring(0, FINGERPRINT_DIGITS),
        finding.confidence(),
        of(finding.replica()),
        finding.offset(),
        finding.candidateOffsets(),
        finding.key(),
        finding.producerId(),
        of(finding.summary()),
        steps(finding.reasoning()),
        texts(finding.assumptions()),
        finding.effects().stream()
            .map(e -> new Effect(of(e.replica()), e.isolationLevel(), of(e.statement())))
            .toList(),
        texts(finding.remedy()),
        finding.exhibits().stream().map(this::of).toList(),
        finding.readings().stream()
            .map(reading -> new Reading(reading.kind(), texts(reading.assumptions())))
            .toList(),
        finding.picture() == null ? null : of(finding.picture()),
        steps(finding.timeline()));
  }

  private List<Step> steps(List<Step> steps) {
    return steps.stream()
        .map(step -> new Step(step.confidence(), of(step.statement()), step.rule()))
        .toList();
  }

  /** The header has a checksum, by which a guess could be checked. */
  private Exhibit of(Exhibit exhibit) {
    ExhibitContent content = exhibit.content();
    return new Exhibit(
        of(exhibit.replica()),
        of(exhibit.file()),
        exhibit.position(),
        exhibit.length(),
        exhibit.offset(),
        of(exhibit.shows()),
        content == null
            ? null
            : new ExhibitContent(
                salt.digest(content.sha256()), Optional.empty(), Optional.empty()));
  }

  private Picture of(Picture picture) {
    return new Picture(
        texts(picture.replicas()),
        picture.rows().stream()
            .map(
                row -> new Picture.Row(row.offsets(), row.cells(), of(row.what()), row.isSubject()))
            .toList());
  }
}
