package org.logdiff.analysis.check;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.logdiff.analysis.Progress;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.NotExamined;

/** What a check says of paths, in short. */
final class CheckedPaths {
  private CheckedPaths() {}

  static CheckReport report(CheckLevel level, Path... paths) {
    List<List<Path>> arguments = new ArrayList<>();
    for (Path path : paths) {
      arguments.add(List.of(path));
    }
    return Checkup.run(new CheckRequest(arguments, List.of(), List.of(), level), Progress.NONE);
  }

  /** All findings, and what leaves a verdict open, and failures: a line each. */
  static List<String> lines(Path... paths) {
    return lines(report(CheckLevel.NORMAL, paths));
  }

  static List<String> lines(CheckReport report) {
    List<String> lines = new ArrayList<>();
    report.logDirs().forEach(d -> d.findings().forEach(f -> lines.add(d.name() + " " + text(f))));
    for (CheckedPartition partition : report.partitions()) {
      String where = partition.replica() == null ? "" : partition.replica().name() + " ";
      for (Finding finding : partition.findings()) {
        lines.add(where + partition.partition() + " " + text(finding));
      }
      partition.notExamined().stream()
          .filter(NotExamined::leavesVerdictOpen)
          .forEach(note -> lines.add(where + partition.partition() + " open: " + note.what()));
    }
    report.failures().forEach(failure -> lines.add("failure: " + failure));
    return lines;
  }

  /** As in {@code lost-end-marker 5 of 1000}. */
  static String text(Finding finding) {
    return finding.kind().id()
        + (finding.candidateOffsets().isEmpty()
            ? ""
            : " " + finding.candidateOffsets().get(0).first())
        + (finding.producerId() == null ? "" : " of " + finding.producerId());
  }
}
