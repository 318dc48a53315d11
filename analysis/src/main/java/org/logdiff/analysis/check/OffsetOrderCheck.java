package org.logdiff.analysis.check;

import org.logdiff.analysis.report.FindingKind;
import org.logdiff.format.Damage;
import org.logdiff.format.DamageKind;

/**
 * Offsets ascend, within a segment and from one to the next: no batch begins below the end of the
 * one before, below its segment's base offset (the file's name), or reaches into what follows.
 */
final class OffsetOrderCheck extends DamageCheck {
  OffsetOrderCheck(ReplicaFindings findings) {
    super(findings);
  }

  static boolean isOutOfOrder(Damage damage) {
    return damage.kind() == DamageKind.ORDER
        && (damage.field().equals("baseOffset") || damage.field().equals("offset"));
  }

  @Override
  boolean isOfKind(WalkedSpan span) {
    return isOutOfOrder(span.damage());
  }

  @Override
  FindingDraft draft(WalkedSpan first, long lengthBytes, boolean reachesLogEnd) {
    long base = context().replica().segments().get(first.segment()).baseOffset();
    boolean isBelowName = first.offset() < base;
    return draft(
            FindingKind.OFFSET_OUT_OF_ORDER,
            isBelowName
                ? "a batch at offset " + first.offset() + " lies below the base offset of its file"
                : "the offset " + first.offset() + " is out of order")
        .observed(
            "its checksum holds, which does not cover baseOffset; the batch is either damaged there"
                + " or in the wrong place")
        .effect(
            "consumers may get offsets twice or not at all, and followers refuse what goes back")
        .rebuild();
  }
}
