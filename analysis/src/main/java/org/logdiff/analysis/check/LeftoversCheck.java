package org.logdiff.analysis.check;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.format.layout.LeftoverSuffix;
import org.logdiff.format.layout.LogFile;
import org.logdiff.format.layout.PartitionDirectory;
import org.logdiff.format.layout.SegmentFiles;

/**
 * Files that a cleaning, a split or a deletion has left. A running broker has some for a moment. A
 * swap is another matter: at the next start it replaces segments.
 *
 * <p>Source: {@code LogLoader.removeTempFilesAndCollectSwapFiles}, Kafka 4.4.0.
 */
final class LeftoversCheck implements ReplicaCheck {
  private final ReplicaFindings findings;
  private final PartitionDirectory directory;

  LeftoversCheck(ReplicaFindings findings, PartitionDirectory directory) {
    this.findings = findings;
    this.directory = directory;
  }

  @Override
  public void end(ProducerReplay state) {
    List<LogFile> files =
        Stream.concat(
                directory.leftoverSegments().stream().map(SegmentFiles::log),
                directory.leftoverFiles().stream())
            .toList();
    List<LogFile> swaps = files.stream().filter(f -> has(f, LeftoverSuffix.SWAP)).toList();
    List<LogFile> others = files.stream().filter(f -> !has(f, LeftoverSuffix.SWAP)).toList();
    if (!swaps.isEmpty()) {
      findings.add(
          draft(FindingKind.UNFINISHED_SWAP, "a swap of segments was not finished", swaps)
              .derived(
                  "at its next start the broker puts them in place of the segments that they cover",
                  "1")
              .effect("what is read now is not what will be read after the next start")
              .remedy(
                  "Nothing, if the broker is to be started: it finishes the swap.",
                  "If this is a copy, copy again from a stopped broker."));
    }
    if (!others.isEmpty()) {
      findings.add(
          draft(
                  FindingKind.LEFTOVER_FILES,
                  "files of a cleaning or deletion are still there: " + others.size(),
                  others)
              .derived("the broker deletes them, at its next start at the latest", "1")
              .remedy(
                  "Nothing. Keep a .log.deleted as long as records are looked for: it may hold"
                      + " some that are gone from the log."));
    }
  }

  private FindingDraft draft(FindingKind kind, String summary, List<LogFile> files) {
    Path first = files.get(0).path();
    FindingDraft draft =
        findings
            .draft(kind, summary)
            .about(first.getFileName().toString().hashCode())
            .observed(
                first.getFileName()
                    + (files.size() > 1 ? " and " + (files.size() - 1) + " more" : ""));
    files.stream()
        .limit(10)
        .forEach(f -> draft.exhibit(f.path(), 0, f.sizeBytes(), null, "the file"));
    return draft;
  }

  private static boolean has(LogFile file, LeftoverSuffix suffix) {
    return file.name().leftover().filter(suffix::equals).isPresent();
  }
}
