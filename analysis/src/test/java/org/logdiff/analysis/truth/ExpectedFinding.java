package org.logdiff.analysis.truth;

import org.logdiff.analysis.report.Finding;
import org.logdiff.format.Bytes;

/**
 * A finding that the truth asks for.
 *
 * @param kind id of the finding's kind
 * @param replica name of the replica at fault
 * @param offset where the missing thing was, or where conflicting records begin
 * @param key null if it is about no key
 * @param producerId null if it is about no producer, or the truth does not tell
 */
record ExpectedFinding(
    String partition, String kind, String replica, long offset, String key, Long producerId) {

  /** Whether a finding is the one that is asked for. */
  boolean isMetBy(String foundIn, Finding finding) {
    return partition.equals(foundIn)
        && kind.equals(finding.kind().id())
        && replica.equals(finding.replica())
        && isPlaceMet(finding)
        && isKeyMet(finding)
        && (producerId == null || producerId.equals(finding.producerId()));
  }

  /** The true offset is among the candidates; if one of them is named, it is that one. */
  private boolean isPlaceMet(Finding finding) {
    return finding.candidateOffsets().stream().anyMatch(range -> range.contains(offset))
        && (finding.offset() == null || finding.offset() == offset);
  }

  private boolean isKeyMet(Finding finding) {
    return key == null
        ? finding.key() == null
        : finding.key() != null && finding.key().bytes().equals(Bytes.ofUtf8(key));
  }

  @Override
  public String toString() {
    return "%s %s on %s at %d, key %s, producer %s"
        .formatted(partition, kind, replica, offset, key, producerId);
  }
}
