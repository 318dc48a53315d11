package org.logdiff.analysis.check;

import org.logdiff.analysis.report.FindingKind;
import org.logdiff.format.batch.RecordCursor;

/**
 * A topic that is compacted has no records without a key. Brokers refuse them, but those that were
 * there when the policy was changed stay until a cleaner comes, which drops them. Told once for
 * each partition.
 */
final class NullKeyCheck implements ReplicaCheck {
  private final ReplicaFindings findings;
  private WalkedBatch first;
  private long firstOffset;
  private long count;

  NullKeyCheck(ReplicaFindings findings) {
    this.findings = findings;
  }

  @Override
  public void record(WalkedBatch batch, RecordCursor record) {
    if (!batch.header().isControl() && !record.hasKey()) {
      if (first == null) {
        first = batch;
        firstOffset = record.offset();
      }
      count++;
    }
  }

  @Override
  public void end(ProducerReplay state) {
    if (first == null) {
      return;
    }
    findings.add(
        findings
            .draft(
                FindingKind.NULL_KEY_IN_COMPACTED_TOPIC,
                "a compacted topic holds records without a key: " + count)
            .at(firstOffset)
            .observed("the cluster's metadata says cleanup.policy=compact")
            .observed("the record at " + firstOffset + " has no key")
            .derived("the next cleaner pass that reaches such a record drops it", "2")
            .effect("consumers get these records now, and not once they were cleaned")
            .exhibit(first, "the first of them")
            .remedy("If they matter, copy them to another topic before a cleaner comes."));
  }
}
