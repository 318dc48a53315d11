package org.logdiff.cli.text;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.logdiff.analysis.cleaner.BatchFate;
import org.logdiff.analysis.cleaner.CleaningRange;
import org.logdiff.analysis.cleaner.CleaningReport;
import org.logdiff.analysis.cleaner.PassResult;
import org.logdiff.analysis.cleaner.SegmentTotals;
import org.logdiff.analysis.config.ConfigOrigin;
import org.logdiff.analysis.config.ConfigValue;
import org.logdiff.cli.console.Paint;
import org.logdiff.cli.console.Paint.Style;
import org.logdiff.cli.console.Printable;

/** What the cleaner would do, for people, at 80 columns. */
public final class CleaningRenderer {
  private static final int INDENT = 2;
  private static final double PERCENT = 100;

  private final Paint paint;
  private final Printable printable;

  public CleaningRenderer(Paint paint, Printable printable) {
    this.paint = paint;
    this.printable = printable;
  }

  public void render(CleaningReport report, Appendable out) throws IOException {
    Page page = new Page(out, paint, printable);
    if (report.replica().isPresent()) {
      title(report, page);
      replica(report, page);
      config(report.config(), page);
      for (int i = 0; i < report.passes().size(); i++) {
        pass(report, i, page);
      }
      new CleaningDecisions(page).render(report);
      if (report.explanation().isPresent()) {
        new ExplanationSection(page).render(report);
      }
    }
    new NotExaminedSection(page, "what is shown may be wrong").render(report.notExamined());
  }

  private static void title(CleaningReport report, Page page) throws IOException {
    page.heading(
        0,
        Style.STRONG,
        report.partition().orElseThrow()
            + " on "
            + report.replica().orElseThrow().name()
            + ": "
            + outcome(report.passes()));
  }

  /** There is no pass if the first one broke off, as for want of a place to write to. */
  private static String outcome(List<PassResult> passes) {
    if (passes.isEmpty()) {
      return "the cleaner's pass was not replayed";
    }
    PassResult first = passes.get(0);
    if (first.obstacle().isPresent()) {
      return "the cleaner's pass cannot be replayed";
    }
    return first.isPass() ? "the cleaner would make a pass" : "the cleaner would make no pass";
  }

  private static void replica(CleaningReport report, Page page) throws IOException {
    CleaningReport.CleanedReplica replica = report.replica().orElseThrow();
    page.path(INDENT, "", replica.directory().toString());
    page.paragraph(
        INDENT,
        replica.nodeId().map(id -> "node " + id + ", ").orElse("")
            + "log start "
            + replica.logStartOffset()
            + ", last stable offset "
            + replica.lastStableOffset()
            + ", log end "
            + replica.logEndOffset()
            + ", "
            + Phrases.count(replica.segments(), "segment", "segments")
            + ", "
            + Phrases.count(replica.bytes(), "byte", "bytes")
            + ", "
            + Phrases.count(replica.activeProducers(), "active producer", "active producers"));
    page.paragraph(
        INDENT,
        "at "
            + Times.of(report.atMs())
            + ", by the cleaner of Kafka "
            + report.profile().versions());
  }

  /** What was left at Kafka's default is said in one line, without the values. */
  private static void config(List<ConfigValue> values, Page page) throws IOException {
    for (ConfigValue value : values) {
      if (value.origin() != ConfigOrigin.DEFAULT) {
        page.paragraph(
            INDENT, value.key().kafkaName() + " = " + value.text() + ", " + value.from());
      }
    }
    page.paragraph(INDENT, "everything else at Kafka's defaults");
  }

  private static void pass(CleaningReport report, int number, Page page) throws IOException {
    PassResult pass = report.passes().get(number);
    page.blank();
    page.heading(0, Style.STRONG, "Pass " + (number + 1));
    range(pass.range(), page);
    page.paragraph(INDENT, choice(pass.range()));
    if (pass.obstacle().isPresent()) {
      page.paragraph(
          INDENT,
          "It cannot be replayed, and a broker may stop cleaning this partition here: "
              + pass.obstacle().get());
      return;
    }
    if (!pass.isPass()) {
      return;
    }
    page.paragraph(
        INDENT,
        "the key map takes "
            + pass.keys()
            + " of at most "
            + Phrases.count(pass.keysPerPass(), "key", "keys")
            + (pass.isMapFull() ? "; it fills, so the pass ends early" : "")
            + "; new checkpoint "
            + pass.cleanedTo());
    for (PassResult.Group group : pass.groups()) {
      group(group, page);
    }
  }

  private static void range(CleaningRange range, Page page) throws IOException {
    String from =
        switch (range.dirtyFrom()) {
          case CHECKPOINT -> "the cleaner's checkpoint";
          case NO_CHECKPOINT -> "the log start; the checkpoint has no entry";
          case CHECKPOINT_BELOW_LOG_START -> "the log start; the checkpoint is below it";
          case CHECKPOINT_ABOVE_LOG_END -> "the log start; the checkpoint is above the log end";
        };
    String stop =
        switch (range.stop()) {
          case ACTIVE_SEGMENT -> "the active segment begins";
          case LAST_STABLE_OFFSET -> "the last stable offset is";
          case MIN_COMPACTION_LAG -> "a segment younger than min.compaction.lag.ms begins";
        };
    page.paragraph(INDENT, "dirty from offset " + range.firstDirtyOffset() + ": " + from);
    page.paragraph(
        INDENT,
        "cleanable up to offset "
            + range.firstUncleanableOffset()
            + ": there, or within that segment, "
            + stop);
  }

  private static String choice(CleaningRange range) {
    String ratio =
        String.format(
            Locale.ROOT,
            "%d dirty and %d clean bytes, dirty ratio %.1f %%",
            range.dirtyBytes(),
            range.cleanBytes(),
            PERCENT * range.dirtyRatio());
    return ratio
        + switch (range.choice()) {
          case DIRTY_ENOUGH -> ": above min.cleanable.dirty.ratio";
          case OVERDUE ->
              ": not above min.cleanable.dirty.ratio, but max.compaction.lag.ms is past";
          case NOT_DIRTY_ENOUGH ->
              ": not above min.cleanable.dirty.ratio, so there is no pass; with"
                  + " --config min.cleanable.dirty.ratio=0 there would be";
          case NOTHING_DIRTY -> ": there is nothing to clean";
          case NOT_COMPACTED -> ": cleanup.policy does not say compact";
        };
  }

  private static void group(PassResult.Group group, Page page) throws IOException {
    String bases =
        group.segments().stream()
            .map(segment -> Long.toString(segment.baseOffset()))
            .collect(Collectors.joining(", "));
    long before = group.segments().stream().mapToLong(SegmentTotals::sizeBytes).sum();
    page.blank();
    page.paragraph(
        INDENT,
        (group.segments().size() == 1 ? "segment " : "segments ")
            + bases
            + (group.segments().size() == 1 ? "" : " become segment " + group.baseOffset())
            + ": "
            + before
            + " bytes before, "
            + group.after().sizeBytes()
            + " after");
    for (SegmentTotals segment : group.segments()) {
      page.item(2 * INDENT, segment.baseOffset() + ": ", counts(segment));
    }
  }

  private static String counts(SegmentTotals segment) {
    return Phrases.count(segment.batchCount(), "batch", "batches")
        + ": "
        + segment.of(BatchFate.UNCHANGED)
        + " unchanged, "
        + segment.of(BatchFate.REWRITTEN)
        + " rewritten, "
        + segment.of(BatchFate.EMPTIED)
        + " kept empty, "
        + segment.of(BatchFate.REMOVED)
        + " removed; records: "
        + segment.keptRecords()
        + " kept, "
        + segment.removedRecords()
        + " removed"
        + (segment.horizonsSet() == 0
            ? ""
            : "; "
                + Phrases.count(segment.horizonsSet(), "delete horizon", "delete horizons")
                + " set");
  }
}
