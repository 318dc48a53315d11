package org.logdiff.analysis.compare;

import java.util.List;
import org.logdiff.analysis.align.Candidates;
import org.logdiff.analysis.report.NotExamined;

/** Says that a list of candidates was cut, so that nobody takes its last ranges for gaps. */
final class CutCandidates {
  private CutCandidates() {}

  /**
   * Adds a note if there are more candidates than were told apart.
   *
   * @param what was at one of them
   */
  static void note(List<NotExamined> notes, Candidates candidates, String replica, String what) {
    if (candidates.isCut()) {
      notes.add(
          new NotExamined(
              replica,
              "all the single offsets at which " + what + " can have been",
              "there are too many; the last range of candidates stands for many gaps and what lies"
                  + " between them",
              false));
    }
  }
}
