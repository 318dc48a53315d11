package org.logdiff.analysis.check;

import org.logdiff.analysis.compare.TailCase;
import org.logdiff.analysis.report.FindingKind;

/**
 * Checksums, lengths and fields of all batches hold, and no log is cut off. What damage at the very
 * end of the log is, {@link TailCase} decides by how the broker stopped.
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
  FindingDraft draft(WalkedSpan first, long lengthBytes, boolean reachesLogEnd) {
    String name = context().name();
    boolean isTorn =
        reachesLogEnd
            && lengthBytes > 0
            && TailCase.of(
                    context().replica().lastStop(), first.expectedOffset(), first.damage().kind())
                .isTorn();
    if (isTorn) {
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
