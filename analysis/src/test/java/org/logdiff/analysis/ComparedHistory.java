package org.logdiff.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.logdiff.analysis.model.Aftermath;
import org.logdiff.analysis.model.History;
import org.logdiff.analysis.model.RamDirectory;
import org.logdiff.analysis.model.ReplicaWriter;
import org.logdiff.analysis.report.ComparisonReport;
import org.logdiff.analysis.report.Effect;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.PartitionReport;
import org.logdiff.analysis.report.Reading;
import org.logdiff.analysis.report.Step;

/** A written history, laid on disks by the model and compared as the main job does. */
public final class ComparedHistory {
  private static final long MEMORY_BYTES = 1 << 20;
  private static final int LISTED_FINDINGS = 1000;

  private ComparedHistory() {}

  /** Changes what lies on the disks before it is compared. */
  @FunctionalInterface
  public interface Change {
    void apply(List<Path> logDirs) throws IOException;
  }

  public static PartitionReport report(String text) {
    return report(History.history(text).replay());
  }

  public static PartitionReport report(Aftermath aftermath) {
    return report(aftermath, logDirs -> {});
  }

  /** What is reported of the model's replicas after something else was done to their disks. */
  public static PartitionReport report(Aftermath aftermath, Change change) {
    try (RamDirectory directory = new RamDirectory()) {
      List<Path> logDirs = ReplicaWriter.write(aftermath, directory.path());
      change.apply(logDirs);
      return report(logDirs);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is reported of the model's partition in some log dirs. */
  public static PartitionReport report(List<Path> logDirs) {
    ComparisonReport report =
        Comparison.run(
            new ComparisonRequest(
                logDirs.stream().map(List::of).toList(),
                List.of(ReplicaWriter.PARTITION.toString()),
                List.of(),
                1,
                MEMORY_BYTES,
                LISTED_FINDINGS),
            Progress.NONE);
    assertEquals(List.of(), report.failures());
    return report.partitions().get(0);
  }

  /** Each finding as kind, replica, and offset or candidates. */
  public static List<String> findings(PartitionReport report) {
    return report.findings().stream().map(ComparedHistory::text).toList();
  }

  private static String text(Finding finding) {
    return finding.kind().id()
        + " on "
        + finding.replica()
        + " at "
        + (finding.offset() != null
            ? finding.offset()
            : finding.candidateOffsets().stream()
                .map(r -> r.count() == 1 ? "" + r.first() : r.first() + "-" + r.last())
                .toList());
  }

  /** All that a finding says. */
  public static String words(Finding finding) {
    List<String> words = new ArrayList<>(List.of(finding.summary()));
    finding.reasoning().stream().map(Step::statement).forEach(words::add);
    words.addAll(finding.assumptions());
    finding.effects().stream().map(Effect::statement).forEach(words::add);
    finding.readings().stream().map(Reading::assumptions).forEach(words::addAll);
    return String.join("\n", words);
  }
}
