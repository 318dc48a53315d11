package org.logdiff.cli.text;

import java.io.IOException;
import java.util.SortedMap;
import java.util.TreeMap;
import org.logdiff.analysis.cleaner.CleaningReport;
import org.logdiff.analysis.cleaner.KeptFor;
import org.logdiff.analysis.cleaner.ListedBatch;
import org.logdiff.cli.console.Paint.Style;

/** The decision on each batch and record, a line each, and the rules that were used. */
final class CleaningDecisions {
  private static final int INDENT = 2;

  private final Page page;

  CleaningDecisions(Page page) {
    this.page = page;
  }

  /** Nothing if none are listed. */
  void render(CleaningReport report) throws IOException {
    if (report.listed().isEmpty()) {
      return;
    }
    SortedMap<Character, String> rules = new TreeMap<>();
    page.blank();
    page.heading(0, Style.STRONG, "Decisions of pass 1");
    for (ListedBatch batch : report.listed()) {
      batch(batch, rules);
      for (ListedBatch.ListedRecord record : batch.records()) {
        record(record, rules);
      }
    }
    if (report.notListed() > 0) {
      page.paragraph(
          INDENT,
          Phrases.count(report.notListed(), "more record", "more records")
              + " decided on; --limit lists more");
    }
    page.blank();
    page.heading(0, Style.STRONG, "Rules");
    for (var rule : rules.entrySet()) {
      page.item(INDENT, rule.getKey() + "  ", rule.getValue());
    }
  }

  private void batch(ListedBatch batch, SortedMap<Character, String> rules) throws IOException {
    var decision = batch.decision();
    rules.put(decision.row().letter(), decision.row().words());
    boolean isKeptEmpty = decision.keptFor() != KeptFor.NOTHING;
    if (isKeptEmpty) {
      rules.put(decision.keptFor().letter(), decision.keptFor().words());
    }
    page.paragraph(
        INDENT,
        decision.header().baseOffset()
            + "-"
            + decision.header().lastOffset()
            + (decision.header().isControl() ? " control" : " data")
            + " batch: "
            + Phrases.name(decision.fate())
            + ", "
            + decision.row().letter()
            + (isKeptEmpty ? decision.keptFor().letter() : ""));
  }

  private void record(ListedBatch.ListedRecord record, SortedMap<Character, String> rules)
      throws IOException {
    rules.put(record.row().letter(), record.row().words());
    page.paragraph(
        2 * INDENT,
        record.offset()
            + (record.row().keeps() ? " kept, " : " goes, ")
            + record.row().letter()
            + (record.latestOffset() > record.offset()
                ? " (later: " + record.latestOffset() + ")"
                : ""));
  }
}
