package org.logdiff.cli.text;

import java.io.IOException;
import org.logdiff.analysis.cleaner.BatchFate;
import org.logdiff.analysis.cleaner.CleaningReport;
import org.logdiff.analysis.cleaner.Explanation;
import org.logdiff.analysis.cleaner.KeptFor;
import org.logdiff.analysis.cleaner.ListedBatch;
import org.logdiff.analysis.cleaner.PassListener.BatchDecision;
import org.logdiff.analysis.cleaner.RecordCase;
import org.logdiff.cli.console.Paint.Style;

/** Why an offset is still there, or is gone, in words. */
final class ExplanationSection {
  private static final int INDENT = 2;

  private final Page page;

  ExplanationSection(Page page) {
    this.page = page;
  }

  /** Of a report that has an explanation. */
  void render(CleaningReport report) throws IOException {
    Explanation explanation = report.explanation().orElseThrow();
    page.blank();
    page.heading(0, Style.STRONG, "Offset " + explanation.offset());
    if (explanation.isByFullPass() && explanation.where() != Explanation.Where.NO_PASS) {
      page.paragraph(
          INDENT,
          "The cleaner would make no such pass now. This is what one over the whole log would"
              + " decide.");
    }
    switch (explanation.where()) {
      case BELOW_LOG_START ->
          page.paragraph(
              INDENT,
              "It lies below the log start at "
                  + report.replica().orElseThrow().logStartOffset()
                  + ": retention, or a deletion of records, took it. No cleaner did.");
      case BEYOND_LOG_END ->
          page.paragraph(
              INDENT,
              "The log ends at "
                  + report.replica().orElseThrow().logEndOffset()
                  + "; this replica never had it, or was truncated.");
      case NO_PASS ->
          page.paragraph(
              INDENT,
              "Nothing of it can be cleaned now: it lies in the active segment, or no pass can be made.");
      case BEYOND_PASS ->
          page.paragraph(
              INDENT,
              "The pass does not come that far: its last segment ends before. What is there stays as it"
                  + " is until a later pass.");
      case NO_BATCH ->
          page.paragraph(
              INDENT,
              "No batch of this replica covers it. An earlier pass removed the whole batch: all its"
                  + " records were superseded, aborted, or tombstones or a marker past their delete"
                  + " horizon; or the replica copied a log from which they were gone.");
      case NO_RECORD -> noRecord(explanation);
      case RECORD -> record(report, explanation);
    }
  }

  private void noRecord(Explanation explanation) throws IOException {
    ListedBatch holder = explanation.holder().orElseThrow();
    page.paragraph(
        INDENT,
        "The batch "
            + offsets(holder.decision())
            + " covers it, but its record has gone: an earlier pass removed it as superseded,"
            + " aborted, or expired.");
    keptFor(holder.decision());
  }

  private void record(CleaningReport report, Explanation explanation) throws IOException {
    ListedBatch holder = explanation.holder().orElseThrow();
    BatchDecision decision = holder.decision();
    ListedBatch.ListedRecord record = holder.records().get(0);
    page.paragraph(
        INDENT,
        "It is there, in the batch "
            + offsets(decision)
            + ", and the pass "
            + (record.row().keeps() ? "keeps it." : "removes it."));
    page.paragraph(
        INDENT,
        "Rule " + decision.row().letter() + ", of the batch: " + decision.row().words() + ".");
    page.paragraph(
        INDENT, "Rule " + record.row().letter() + ", of the record: " + record.row().words() + ".");
    if (record.row() == RecordCase.SUPERSEDED) {
      page.paragraph(INDENT, "The latest record of its key is at " + record.latestOffset() + ".");
    }
    if (record.row() == RecordCase.BEYOND_MAP) {
      page.paragraph(INDENT, "The pass cleans by the keys below " + explanation.cleanedTo() + ".");
    }
    horizon(report, decision);
    if (!record.row().keeps()) {
      keptFor(decision);
    }
  }

  private void horizon(CleaningReport report, BatchDecision decision) throws IOException {
    if (decision.header().hasDeleteHorizon()) {
      long horizonMs = decision.header().baseTimestamp();
      page.paragraph(
          INDENT,
          "Delete horizon of the batch: "
              + Times.of(horizonMs)
              + ", "
              + Times.until(horizonMs, report.atMs())
              + ".");
    } else if (decision.deleteHorizonMs().isPresent()) {
      page.paragraph(
          INDENT,
          "The pass sets the batch's delete horizon to "
              + Times.of(decision.deleteHorizonMs().getAsLong())
              + "; not before then may a pass remove it.");
    }
  }

  private void keptFor(BatchDecision decision) throws IOException {
    if (decision.keptFor() != KeptFor.NOTHING) {
      page.paragraph(
          INDENT,
          "Rule "
              + decision.keptFor().letter()
              + ": the batch stays, even without records: "
              + decision.keptFor().words()
              + ".");
    } else if (decision.fate() == BatchFate.REMOVED) {
      page.paragraph(INDENT, "Nothing of its batch is left afterwards.");
    }
  }

  private static String offsets(BatchDecision decision) {
    return decision.header().baseOffset() + " to " + decision.header().lastOffset();
  }
}
