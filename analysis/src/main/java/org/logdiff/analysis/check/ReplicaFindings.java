package org.logdiff.analysis.check;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.FindingKind;

/** Takes the findings about one replica: of each kind the first ones, the rest counted. */
final class ReplicaFindings {
  /** More of one kind in one partition help nobody. */
  static final int LISTED_OF_A_KIND = 100;

  private final CheckContext context;
  private final List<Finding> listed = new ArrayList<>();
  private final Map<FindingKind, Integer> counts = new EnumMap<>(FindingKind.class);
  private long notListed;

  ReplicaFindings(CheckContext context) {
    this.context = context;
  }

  CheckContext context() {
    return context;
  }

  FindingDraft draft(FindingKind kind, String summary) {
    return new FindingDraft(context, kind, summary);
  }

  void add(FindingDraft draft) {
    Finding finding = draft.toFinding();
    if (counts.merge(finding.kind(), 1, Integer::sum) <= LISTED_OF_A_KIND) {
      listed.add(finding);
    } else {
      notListed++;
    }
  }

  /** Those listed, in the order in which they were found. */
  List<Finding> listed() {
    return List.copyOf(listed);
  }

  long notListed() {
    return notListed;
  }
}
