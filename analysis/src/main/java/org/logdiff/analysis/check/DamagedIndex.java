package org.logdiff.analysis.check;

import java.nio.file.Path;
import java.util.List;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.format.Damage;

/** An offset or time index that contradicts itself, whatever the log says. */
final class DamagedIndex {
  private DamagedIndex() {}

  static FindingDraft draft(ReplicaFindings findings, Path file, List<Damage> damages) {
    Damage first = damages.get(0);
    return common(findings, file, first.position())
        .observed(first + (damages.size() > 1 ? "; and " + (damages.size() - 1) + " more" : ""))
        .exhibit(file, first.position(), first.length(), null, first.field());
  }

  /** Slots that are zero in the index of a closed segment, which a broker cuts to its entries. */
  static FindingDraft zeros(
      ReplicaFindings findings, Path file, int entries, int zeros, int entrySizeBytes) {
    long position = (long) entries * entrySizeBytes;
    return common(findings, file, position)
        .observed(zeros + " slots at its end are zero, though its segment is closed")
        .derived("a broker cuts an index to its entries when it closes the segment", "1")
        .exhibit(file, position, (long) zeros * entrySizeBytes, null, "zeros");
  }

  private static FindingDraft common(ReplicaFindings findings, Path file, long position) {
    String name = file.getFileName().toString();
    return findings
        .draft(FindingKind.DAMAGED_INDEX, "the index " + name + " is damaged")
        .about(position)
        .effect("reads that use the index may be slow, fail or begin at the wrong place")
        .remedy(
            "Stop the broker, move "
                + name
                + " away, and start it again: it builds the index anew.");
  }
}
