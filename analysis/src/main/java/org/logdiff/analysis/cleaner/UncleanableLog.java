package org.logdiff.analysis.cleaner;

import org.logdiff.format.batch.SegmentCursor;
import org.logdiff.format.batch.SpanKind;

/**
 * Where a pass cannot be replayed: what lies there is damaged, or of a kind that is not replayed.
 * Never leaves this package.
 */
final class UncleanableLog extends Exception {
  private static final long serialVersionUID = 1;

  UncleanableLog(String message) {
    super(message, null, false, false);
  }

  static UncleanableLog at(SegmentCursor span, String why) {
    return new UncleanableLog(
        span.file().path().getFileName() + " at position " + span.position() + ": " + why);
  }

  static UncleanableLog at(SegmentCursor span, SpanKind kind) {
    return at(
        span,
        switch (kind) {
          case DAMAGED -> "damaged: " + span.damage();
          case OVERSIZED -> "a batch that is too large to be read";
          case UNRECOGNISED -> "a batch of an unknown magic";
          case BATCH, PREALLOCATED -> throw new IllegalArgumentException(kind.toString());
        });
  }
}
