package org.logdiff.cli.text;

import java.io.IOException;
import java.util.List;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.cli.console.Paint.Style;

/** What was not examined: silence never reads as health. */
final class NotExaminedSection {
  private final Page page;
  private final String consequence;

  NotExaminedSection(Page page) {
    this(page, "leaves the verdict open");
  }

  /**
   * @param consequence of what a fault could hide behind
   */
  NotExaminedSection(Page page, String consequence) {
    this.page = page;
    this.consequence = consequence;
  }

  /** As a section of its own; nothing if everything was examined. */
  void render(List<NotExamined> gaps) throws IOException {
    if (!gaps.isEmpty()) {
      page.blank();
      page.heading(0, Style.STRONG, "Not examined");
      items(2, "- ", gaps);
    }
  }

  /** Under a line about something that is otherwise well. */
  void renderBelow(List<NotExamined> gaps) throws IOException {
    items(2, "not examined: ", gaps);
  }

  private void items(int indent, String lead, List<NotExamined> gaps) throws IOException {
    for (NotExamined gap : gaps) {
      page.item(
          indent,
          lead,
          (gap.replica() == null ? "" : gap.replica() + ": ")
              + gap.what()
              + ": "
              + gap.why()
              + (gap.leavesVerdictOpen() ? " [" + consequence + "]" : ""));
    }
  }
}
