package org.logdiff.cli.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.logdiff.analysis.report.TopicSummary;
import org.logdiff.analysis.report.Verdict;
import org.logdiff.cli.console.Paint.Style;

/** One line for each topic. */
final class TopicTable {
  private final Page page;

  TopicTable(Page page) {
    this.page = page;
  }

  void render(List<TopicSummary> topics) throws IOException {
    page.heading(0, Style.STRONG, "Topics");
    for (TopicSummary topic : topics) {
      page.item(2, "- ", topic.topic() + ": " + line(topic)); // a name may be as wide as a page
    }
  }

  private static String line(TopicSummary topic) {
    List<String> parts = new ArrayList<>();
    parts.add(Phrases.count(topic.partitions(), "partition", "partitions"));
    add(parts, topic.consistent(), Verdict.CONSISTENT);
    add(parts, topic.inconsistent(), Verdict.INCONSISTENT);
    add(parts, topic.undetermined(), Verdict.UNDETERMINED);
    String tally = Phrases.tally(topic.findings());
    if (!tally.isEmpty()) {
      parts.add(tally);
    }
    if (topic.findingsKnown() > 0) {
      parts.add(topic.findingsKnown() + " known");
    }
    return String.join(", ", parts);
  }

  private static void add(List<String> parts, int number, Verdict verdict) {
    if (number > 0) {
      parts.add(number + " " + Phrases.name(verdict));
    }
  }
}
