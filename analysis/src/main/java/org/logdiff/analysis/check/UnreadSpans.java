package org.logdiff.analysis.check;

import java.util.ArrayList;
import java.util.List;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.format.batch.SpanKind;

/** Notes what of a log is intact and was not decoded. */
final class UnreadSpans implements ReplicaCheck {
  private static final int LISTED = 20;

  private final String replica;
  private final List<WalkedSpan> unread = new ArrayList<>();
  private long notListed;

  UnreadSpans(String replica) {
    this.replica = replica;
  }

  @Override
  public void span(WalkedSpan span) {
    if (span.kind() == SpanKind.OVERSIZED || span.kind() == SpanKind.UNRECOGNISED) {
      if (unread.size() < LISTED) {
        unread.add(span);
      } else {
        notListed++;
      }
    }
  }

  List<NotExamined> notes() {
    List<NotExamined> notes = new ArrayList<>();
    for (WalkedSpan span : unread) {
      notes.add(
          new NotExamined(
              replica,
              span.file().getFileName()
                  + ", position "
                  + span.position()
                  + ", "
                  + span.length()
                  + " bytes",
              span.kind() == SpanKind.OVERSIZED
                  ? "larger than is taken into memory"
                  : "a magic that is not known yet",
              true));
    }
    if (notListed > 0) {
      notes.add(new NotExamined(replica, notListed + " more such batches", "not decoded", true));
    }
    return notes;
  }
}
