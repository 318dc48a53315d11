package org.logdiff.cli.text;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.logdiff.analysis.report.Confidence;
import org.logdiff.analysis.report.Effect;
import org.logdiff.analysis.report.Exhibit;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.Reading;
import org.logdiff.analysis.report.Step;
import org.logdiff.cli.console.Paint.Style;

/** Everything about one finding, in the order in which a reader asks. */
final class FindingSection {
  private final Page page;
  private final KeyLine keys;
  private final PictureDrawing pictures;

  FindingSection(Page page, KeyLine keys) {
    this.page = page;
    this.keys = keys;
    this.pictures = new PictureDrawing(page);
  }

  void render(Finding finding) throws IOException {
    page.blank();
    page.heading(0, Phrases.style(finding.severity()), title(finding));
    page.paragraph(2, finding.summary());
    if (finding.key() != null) {
      page.item(2, "Key: ", keys.of(finding.key()));
    }
    if (finding.producerId() != null) {
      page.paragraph(2, "Producer id: " + finding.producerId());
    }
    page.paragraph(2, "Fingerprint: " + finding.fingerprint());
    if (finding.picture() != null) {
      title("Who has what");
      pictures.render(finding.picture());
    }
    reasoning(finding.reasoning());
    timeline(finding.timeline());
    effects(finding.effects());
    certainty(finding);
    numbered("What to do", finding.remedy());
    exhibits(finding.exhibits());
  }

  private static String title(Finding finding) {
    return Phrases.name(finding.severity())
        + ": "
        + finding.kind().id()
        + (finding.replica() == null ? "" : " on " + finding.replica())
        + where(finding);
  }

  private static String where(Finding finding) {
    if (finding.offset() != null) {
      return " at offset " + finding.offset();
    }
    return finding.candidateOffsets().isEmpty()
        ? ""
        : " somewhere in " + Phrases.offsets(finding.candidateOffsets());
  }

  private void reasoning(List<Step> steps) throws IOException {
    if (!steps.isEmpty()) {
      title("Why we say so");
    }
    int number = 1;
    for (Step step : steps) {
      String rule = step.rule() == null ? "" : ": " + step.rule();
      page.item(
          4,
          number++ + ". ",
          step.statement() + " [" + Phrases.name(step.confidence()) + rule + "]");
    }
  }

  /** One sentence, each clause with how it is known. */
  private void timeline(List<Step> clauses) throws IOException {
    if (!clauses.isEmpty()) {
      title("When");
      page.paragraph(
          4,
          clauses.stream()
              .map(clause -> clause.statement() + " [" + Phrases.name(clause.confidence()) + "]")
              .collect(Collectors.joining("; ")));
    }
  }

  private void effects(List<Effect> effects) throws IOException {
    if (!effects.isEmpty()) {
      title("What consumers see");
    }
    for (Effect effect : effects) {
      String who =
          (effect.replica() == null ? "any leader" : effect.replica() + " leading")
              + (effect.isolationLevel() == null ? "" : ", " + effect.isolationLevel());
      page.item(4, "- ", who + ": " + effect.statement());
    }
  }

  private void certainty(Finding finding) throws IOException {
    title("How sure");
    page.paragraph(4, certainty(finding.confidence()));
    if (!finding.assumptions().isEmpty()) {
      page.paragraph(4, "It rests on:");
      bullets(finding.assumptions());
    }
    for (Reading reading : finding.readings()) {
      page.paragraph(
          4,
          (reading.kind() == finding.kind() ? "Likeliest reading: " : "Other reading: ")
              + reading.kind().id()
              + (reading.assumptions().isEmpty() ? "" : ", if"));
      bullets(reading.assumptions());
    }
  }

  private static String certainty(Confidence confidence) {
    return switch (confidence) {
      case OBSERVED -> "Observed: it was read from the files.";
      case DERIVED -> "Derived: it follows by Kafka's own rules from what was read.";
      case INFERRED -> "Inferred: it follows if the assumptions hold.";
    };
  }

  private void exhibits(List<Exhibit> exhibits) throws IOException {
    if (!exhibits.isEmpty()) {
      title("Exhibits");
    }
    for (Exhibit exhibit : exhibits) {
      page.path(4, "- ", exhibit.file().toString());
      page.paragraph(
          6,
          (exhibit.offset() == null ? "" : "offset " + exhibit.offset() + ", ")
              + "position "
              + exhibit.position()
              + ", length "
              + exhibit.length()
              + (exhibit.replica() == null ? "" : ", " + exhibit.replica())
              + ": "
              + exhibit.shows());
    }
  }

  private void numbered(String title, List<String> items) throws IOException {
    if (!items.isEmpty()) {
      title(title);
    }
    int number = 1;
    for (String item : items) {
      page.item(4, number++ + ". ", item);
    }
  }

  private void bullets(List<String> items) throws IOException {
    for (String item : items) {
      page.item(4, "- ", item);
    }
  }

  private void title(String text) throws IOException {
    page.blank();
    page.heading(2, Style.STRONG, text);
  }
}
