package org.logdiff.analysis.check;

import org.logdiff.analysis.report.FindingKind;

/**
 * Checksums, lengths and fields of all batches hold, and no log is cut off. A batch cut short at
 * the end of the last segment is a torn tail.
 */
final class DamagedBatchCheck extends DamageCheck {
  DamagedBatchCheck(ReplicaFindings findings) {
    super(findings);
  }

  @Override
  boolean isOfKind(WalkedSpan span) {
    return !OffsetOrderCheck.isOutOfOrder(span.damage())
        && !OffsetOverflowCheck.isOverflow(span.damage());
  }

  @Override
  FindingDraft draft(WalkedSpan first, long lengthBytes, int spans) {
    String name = context().name();
    if (TornTail.isOne(first, context())) {
      return draft(FindingKind.TORN_TAIL, "the last batch of " + name + " is not there whole")
          .effect("none: the broker cuts the torn batch off when it starts")
          .remedy(
              "If this is a copy, copy again from a stopped broker; else nothing: the broker"
                  + " recovers by itself.");
    }
    return draft(
            FindingKind.DAMAGED_BATCH,
            lengthBytes > 0
                ? lengthBytes + " bytes of " + name + " are damaged"
                : "a log of " + name + " is cut off between two batches")
        .effect("reads that reach the damage fail, and followers cannot copy it")
        .rebuild();
  }
}
