package org.logdiff.analysis.check;

import java.util.List;
import org.logdiff.analysis.report.NotExamined;

/**
 * The result of a check.
 *
 * @param logDirs the log dirs given, each with what is wrong with its own files
 * @param partitions every replica that was checked
 * @param failures what was asked for and could not be done
 * @param notExamined beyond what the partitions list themselves
 */
public record CheckReport(
    CheckLevel level,
    List<CheckedLogDir> logDirs,
    List<CheckedPartition> partitions,
    List<String> failures,
    List<NotExamined> notExamined) {
  public CheckReport {
    logDirs = List.copyOf(logDirs);
    partitions = List.copyOf(partitions);
    failures = List.copyOf(failures);
    notExamined = List.copyOf(notExamined);
  }
}
