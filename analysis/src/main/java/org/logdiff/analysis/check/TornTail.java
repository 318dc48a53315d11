package org.logdiff.analysis.check;

import org.logdiff.format.DamageKind;

/** What a crash leaves where a broker was writing. */
final class TornTail {
  private TornTail() {}

  /** Whether a damaged span is a batch cut short at the end of the last segment. */
  static boolean isOne(WalkedSpan span, CheckContext context) {
    return span.damage().kind() == DamageKind.TRUNCATED
        && span.reachesEnd()
        && span.length() > 0
        && context.isActive(span.segment());
  }
}
