package org.logdiff.cli;

import java.util.stream.Stream;
import org.logdiff.analysis.check.CheckReport;
import org.logdiff.analysis.cleaner.CleaningReport;
import org.logdiff.analysis.report.ComparisonReport;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.analysis.report.PartitionReport;
import org.logdiff.analysis.report.RiskReport;
import org.logdiff.analysis.report.Severity;
import org.logdiff.analysis.report.Verdict;
import org.logdiff.analysis.transaction.listing.TransactionsReport;

/** What the shell is told. Constants are in order of precedence: of several, the first counts. */
public enum ExitStatus {
  /** A finding of severity error. */
  ERROR_FOUND(1),
  /** Something that was asked for could not be done. */
  NOT_DONE(2),
  /** A verdict is open. */
  UNDETERMINED(3),
  /** Everything was examined and no error was found; warnings and infos do not count. */
  CLEAN(0);

  private final int code;

  ExitStatus(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  static ExitStatus ofCode(int code) {
    for (ExitStatus status : values()) {
      if (status.code == code) {
        return status;
      }
    }
    throw new IllegalArgumentException("exit code " + code);
  }

  /** What remains when both happened. */
  public ExitStatus and(ExitStatus other) {
    return compareTo(other) <= 0 ? this : other;
  }

  /** The status of a comparison by itself, before anything was written. */
  public static ExitStatus of(ComparisonReport report) {
    ExitStatus status = of(report.verdict());
    if (!report.failures().isEmpty()) {
      status = status.and(NOT_DONE);
    }
    for (PartitionReport partition : report.partitions()) {
      status = status.and(of(partition.verdict()));
      if (partition.findings().stream().anyMatch(f -> f.severity() == Severity.ERROR)) {
        status = status.and(ERROR_FOUND);
      }
    }
    return status;
  }

  /** The status of a listing, which shows and judges nothing. */
  public static ExitStatus of(TransactionsReport report) {
    return report.isIncomplete() ? NOT_DONE : CLEAN;
  }

  /** The status of a replay, which shows and judges nothing. */
  public static ExitStatus of(CleaningReport report) {
    return report.isIncomplete() ? NOT_DONE : CLEAN;
  }

  /** The status of a check by itself, before anything was written. */
  public static ExitStatus of(CheckReport report) {
    boolean hasError =
        Stream.concat(
                report.logDirs().stream().flatMap(logDir -> logDir.findings().stream()),
                report.partitions().stream().flatMap(partition -> partition.findings().stream()))
            .anyMatch(finding -> finding.severity() == Severity.ERROR);
    boolean isOpen =
        Stream.concat(
                report.notExamined().stream(),
                report.partitions().stream().flatMap(p -> p.notExamined().stream()))
            .anyMatch(NotExamined::leavesVerdictOpen);
    return (hasError ? ERROR_FOUND : CLEAN)
        .and(report.failures().isEmpty() ? CLEAN : NOT_DONE)
        .and(isOpen ? UNDETERMINED : CLEAN);
  }

  /** The status of an assessment by itself, before anything was written. */
  public static ExitStatus of(RiskReport report) {
    ExitStatus status =
        switch (report.answer()) {
          case AT_RISK -> ERROR_FOUND;
          case UNDETERMINED -> UNDETERMINED;
          case NOT_AT_RISK -> CLEAN;
        };
    return report.failures().isEmpty() ? status : status.and(NOT_DONE);
  }

  private static ExitStatus of(Verdict verdict) {
    return switch (verdict) {
      case INCONSISTENT -> ERROR_FOUND;
      case UNDETERMINED -> UNDETERMINED;
      case CONSISTENT -> CLEAN;
    };
  }
}
