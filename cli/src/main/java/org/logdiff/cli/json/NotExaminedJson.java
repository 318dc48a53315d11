package org.logdiff.cli.json;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import org.logdiff.analysis.report.NotExamined;

/** Something that was not examined. */
@JsonPropertyOrder({"replica", "what", "why", "leavesVerdictOpen"})
record NotExaminedJson(String replica, String what, String why, boolean leavesVerdictOpen) {
  static NotExaminedJson of(NotExamined gap) {
    return new NotExaminedJson(gap.replica(), gap.what(), gap.why(), gap.leavesVerdictOpen());
  }
}
