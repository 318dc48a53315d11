package org.logdiff.analysis.check;

import org.logdiff.analysis.report.FindingKind;
import org.logdiff.format.Damage;
import org.logdiff.format.DamageKind;

/**
 * Offsets of a segment lie at most 2^31 - 1 above its base offset, for indexes hold four bytes of
 * them (KAFKA-6264). A broker splits such a segment when it starts. Source: {@code
 * LocalLog.splitOverflowedSegment}, Kafka 4.4.0.
 */
final class OffsetOverflowCheck extends DamageCheck {
  OffsetOverflowCheck(ReplicaFindings findings) {
    super(findings);
  }

  static boolean isOverflow(Damage damage) {
    return damage.kind() == DamageKind.FIELD
        && (damage.field().equals("baseOffset") || damage.field().equals("offset"))
        && damage.expected().startsWith("at most ");
  }

  @Override
  boolean isOfKind(WalkedSpan span) {
    return isOverflow(span.damage());
  }

  @Override
  FindingDraft draft(WalkedSpan first, long lengthBytes, boolean reachesLogEnd) {
    return draft(
            FindingKind.OFFSET_OVERFLOW,
            "a segment holds offsets that lie more than 2147483647 above its base offset")
        .observed("its offset is " + first.offset())
        .effect("none for records; the cleaner of brokers before 2.0 stops at such a segment")
        .remedy("Restart the broker: it splits the segment when it loads the log.");
  }
}
