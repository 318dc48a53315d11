package org.logdiff.cli.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import org.logdiff.analysis.report.Effect;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.Picture;
import org.logdiff.analysis.report.Reading;
import org.logdiff.analysis.report.Step;
import org.logdiff.cli.key.KeyDisclosure;

/** One finding. */
@JsonPropertyOrder({
  "id",
  "fingerprint",
  "severity",
  "confidence",
  "replica",
  "offset",
  "candidateOffsets",
  "key",
  "producerId",
  "summary",
  "reasoning",
  "timeline",
  "assumptions",
  "readings",
  "effects",
  "remedy",
  "exhibits",
  "picture"
})
record FindingJson(
    String id,
    String fingerprint,
    String severity,
    String confidence,
    String replica,
    Long offset,
    List<List<Long>> candidateOffsets,
    KeyJson key,
    Long producerId,
    String summary,
    List<StepJson> reasoning,
    List<StepJson> timeline,
    List<String> assumptions,
    List<ReadingJson> readings,
    List<EffectJson> effects,
    List<String> remedy,
    List<ExhibitJson> exhibits,
    PictureJson picture) {
  static FindingJson of(Finding finding, KeyDisclosure keys) {
    return new FindingJson(
        finding.kind().id(),
        finding.fingerprint(),
        Names.of(finding.severity()),
        Names.of(finding.confidence()),
        finding.replica(),
        finding.offset(),
        finding.candidateOffsets().stream().map(Names::of).toList(),
        KeyJson.of(finding.key(), keys),
        finding.producerId(),
        finding.summary(),
        finding.reasoning().stream().map(StepJson::of).toList(),
        finding.timeline().stream().map(StepJson::of).toList(),
        finding.assumptions(),
        finding.readings().stream().map(ReadingJson::of).toList(),
        finding.effects().stream().map(EffectJson::of).toList(),
        finding.remedy(),
        finding.exhibits().stream().map(ExhibitJson::of).toList(),
        PictureJson.of(finding.picture()));
  }

  /** A step of the reasoning. */
  @JsonPropertyOrder({"confidence", "statement", "rule"})
  record StepJson(String confidence, String statement, String rule) {
    static StepJson of(Step step) {
      return new StepJson(Names.of(step.confidence()), step.statement(), step.rule());
    }
  }

  /** One of several ways to read the evidence. */
  @JsonPropertyOrder({"id", "assumptions"})
  record ReadingJson(String id, List<String> assumptions) {
    static ReadingJson of(Reading reading) {
      return new ReadingJson(reading.kind().id(), reading.assumptions());
    }
  }

  /** What consumers see. */
  @JsonPropertyOrder({"replica", "isolationLevel", "statement"})
  record EffectJson(String replica, String isolationLevel, String statement) {
    static EffectJson of(Effect effect) {
      return new EffectJson(effect.replica(), effect.isolationLevel(), effect.statement());
    }
  }

  /** Who has what around the finding. */
  @JsonPropertyOrder({"replicas", "rows"})
  record PictureJson(List<String> replicas, List<RowJson> rows) {
    static PictureJson of(Picture picture) {
      return picture == null
          ? null
          : new PictureJson(picture.replicas(), picture.rows().stream().map(RowJson::of).toList());
    }
  }

  /** One row of the picture, its cells in the order of the replicas. */
  @JsonPropertyOrder({"offsets", "cells", "what", "isSubject"})
  record RowJson(
      List<Long> offsets,
      List<String> cells,
      String what,
      @JsonProperty("isSubject") boolean isSubject) {
    static RowJson of(Picture.Row row) {
      return new RowJson(
          Names.of(row.offsets()),
          row.cells().stream().map(Names::of).toList(),
          row.what(),
          row.isSubject());
    }
  }
}
