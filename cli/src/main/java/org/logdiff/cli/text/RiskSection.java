package org.logdiff.cli.text;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.PartitionRisk;
import org.logdiff.analysis.report.RecordAtRisk;
import org.logdiff.analysis.report.ReplicaBounds;
import org.logdiff.cli.console.Paint.Style;

/** One partition: what of it is about to be lost. */
final class RiskSection {
  private final Page page;
  private final KeyLine keys;
  private final long atMs;

  RiskSection(Page page, KeyLine keys, long atMs) {
    this.page = page;
    this.keys = keys;
    this.atMs = atMs;
  }

  static String name(PartitionRisk.Answer answer) {
    String name = answer.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return answer == PartitionRisk.Answer.AT_RISK ? name.toUpperCase(Locale.ROOT) : name;
  }

  static Style style(PartitionRisk.Answer answer) {
    return switch (answer) {
      case AT_RISK -> Style.BAD;
      case UNDETERMINED -> Style.WARNING;
      case NOT_AT_RISK -> Style.GOOD;
    };
  }

  void renderInShort(PartitionRisk risk) throws IOException {
    page.heading(0, style(risk.answer()), title(risk));
    new NotExaminedSection(page).renderBelow(risk.notExamined());
  }

  void renderInFull(PartitionRisk risk) throws IOException {
    page.blank();
    page.heading(0, style(risk.answer()), title(risk));
    if (risk.topicId() != null) {
      page.paragraph(2, "topic id " + risk.topicId());
    }
    for (PartitionRisk.Setting setting : risk.settings()) {
      boolean isOfAll = setting.replicas().size() == risk.replicas().size();
      page.paragraph(
          2,
          setting.name()
              + "="
              + setting.value()
              + ", "
              + setting.from()
              + (isOfAll ? "" : ": " + String.join(", ", setting.replicas())));
    }
    page.blank();
    ReplicaTable.ofBounds(page, risk.replicas()).render();
    bounds(risk);
    for (RecordAtRisk record : risk.atRisk()) {
      record(record);
    }
    if (risk.atRiskNotListed() > 0) {
      page.blank();
      page.paragraph(
          0, risk.atRiskNotListed() + " more of that kind, less urgent, are not listed.");
    }
    for (Finding finding : risk.findings()) {
      finding(finding);
    }
    notes(risk);
    remedy(risk.remedy());
    new NotExaminedSection(page).render(risk.notExamined());
    page.blank();
  }

  private static String title(PartitionRisk risk) {
    long records = risk.atRisk().size() + risk.atRiskNotListed();
    String replicas =
        risk.isMissingReplicas()
            ? risk.replicas().size() + " of " + risk.replicasAssigned() + " replicas given"
            : Phrases.count(risk.replicas().size(), "replica", "replicas");
    return risk.partition()
        + ": "
        + name(risk.answer())
        + (records == 0 ? "" : ", " + Phrases.count(records, "record", "records"))
        + "; "
        + replicas;
  }

  private void bounds(PartitionRisk risk) throws IOException {
    page.blank();
    String of = risk.isMissingReplicas() ? "no replica given needs" : "no replica needs";
    page.paragraph(
        2,
        "Below "
            + risk.maxTombstoneRemovalOffset()
            + " "
            + of
            + " a tombstone (MTRO); below "
            + risk.maxTransactionRemovalOffset()
            + " "
            + of
            + " an end marker (MXRO)."
            + (risk.isMissingReplicas() ? " Those not given may need more." : "")
            + (risk.replicas().stream().anyMatch(ReplicaBounds::isHidden)
                ? " Something unreadable makes the bounds lower than they may be."
                : ""));
  }

  private void record(RecordAtRisk record) throws IOException {
    page.blank();
    page.heading(0, Style.BAD, heading(record));
    if (record.key() != null) {
      page.item(2, "Key: ", keys.of(record.key()));
    }
    if (record.producerId() != null) {
      page.paragraph(2, "Producer id: " + record.producerId());
    }
    for (RecordAtRisk.Need need : record.needs()) {
      page.item(2, "Needed by: ", need(record, need));
    }
    for (RecordAtRisk.Copy copy : record.copies()) {
      page.item(2, "Still on: ", copy(copy));
    }
    if (!record.goneFrom().isEmpty()) {
      page.item(2, "Gone from: ", String.join(", ", record.goneFrom()));
    }
    if (!record.isOutcomeProven()) {
      page.paragraph(
          2,
          record.kind() == RecordAtRisk.Kind.TOMBSTONE
              ? "Only if its transaction was committed, which is not proven."
              : "Only if it ends just that data, which is not proven.");
    }
  }

  private String heading(RecordAtRisk record) {
    return record.findingKind().id()
        + ": "
        + (record.isLastCopy() ? "the last copy of " : "")
        + what(record.kind())
        + " at offset "
        + record.offset()
        + ", "
        + left(record.earliestRemovalMs());
  }

  private static String what(RecordAtRisk.Kind kind) {
    return switch (kind) {
      case TOMBSTONE -> "a tombstone";
      case COMMIT -> "a COMMIT marker";
      case ABORT -> "an ABORT marker";
    };
  }

  private String left(long earliestMs) {
    return earliestMs <= atMs ? "may go now" : Durations.text(earliestMs - atMs) + " left";
  }

  private static String need(RecordAtRisk record, RecordAtRisk.Need need) {
    String orphan =
        record.kind() == RecordAtRisk.Kind.TOMBSTONE
            ? "the value at " + need.orphanOffset()
            : "data of the transaction at " + need.orphanOffset();
    return need.replica()
        + switch (need.reason()) {
          case BEHIND -> ", which is behind and has " + orphan;
          case LOST -> ", which never received it and has " + orphan;
        };
  }

  private String copy(RecordAtRisk.Copy copy) {
    if (copy.heldByOffset() != null) {
      return copy.replica()
          + ", as long as the record of its transaction at "
          + copy.heldByOffset()
          + " is the latest of its key";
    }
    if (copy.deleteHorizonMs() == null) {
      return copy.replica()
          + ", without a delete horizon: "
          + Durations.text(copy.earliestRemovalMs() - atMs)
          + " left if a pass stamps it now, till "
          + Instant.ofEpochMilli(copy.earliestRemovalMs());
    }
    return copy.replica()
        + ", delete horizon "
        + Instant.ofEpochMilli(copy.deleteHorizonMs())
        + ": "
        + (copy.earliestRemovalMs() <= atMs
            ? "the next pass removes it"
            : left(copy.earliestRemovalMs()));
  }

  private void finding(Finding finding) throws IOException {
    page.blank();
    page.heading(
        0,
        Phrases.style(finding.severity()),
        finding.kind().id()
            + (finding.replica() == null ? "" : " on " + finding.replica())
            + (finding.candidateOffsets().isEmpty()
                ? ""
                : ", " + Phrases.offsets(finding.candidateOffsets())));
    page.paragraph(2, finding.summary());
    if (finding.key() != null) {
      page.item(2, "Key: ", keys.of(finding.key()));
    }
  }

  private void notes(PartitionRisk risk) throws IOException {
    if (risk.held() > 0) {
      page.blank();
      page.paragraph(
          0,
          Phrases.count(risk.held(), "more marker is", "more markers are")
              + " needed and cannot go as long as records of their transactions are the latest of"
              + " their keys.");
    }
    if (risk.errorsElsewhere() > 0) {
      page.blank();
      page.paragraph(
          0,
          "The comparison has "
              + Phrases.count(risk.errorsElsewhere(), "error", "errors")
              + " here: see logdiff DIR DIR [DIR...].");
    }
  }

  private void remedy(List<String> remedy) throws IOException {
    if (remedy.isEmpty()) {
      return;
    }
    page.blank();
    page.heading(0, Style.STRONG, "What to do");
    int number = 1;
    for (String item : remedy) {
      page.item(2, number++ + ". ", item);
    }
  }
}
