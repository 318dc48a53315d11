package org.logdiff.analysis.witness;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.logdiff.format.batch.RecordCursor;
import org.logdiff.format.batch.SegmentCursor;
import org.logdiff.format.batch.SpanKind;
import org.logdiff.format.disk.ReadOnlyFile;
import org.logdiff.format.layout.SegmentFiles;

/** Streams the records of an internal topic's log; holds one batch at a time. */
final class RecordWalk {
  private final SegmentCursor spans = new SegmentCursor();
  private final RecordCursor records = new RecordCursor();
  private final RecordVisitor visitor;

  RecordWalk(RecordVisitor visitor) {
    this.visitor = visitor;
  }

  /**
   * Walks segments in the order given. A segment that a broker has removed meanwhile is trouble.
   */
  void walk(List<SegmentFiles> segments) throws IOException {
    for (SegmentFiles segment : segments) {
      Optional<ReadOnlyFile> log = segment.log().open();
      if (log.isEmpty()) {
        if (!visitor.trouble(segment.log().path(), 0, "vanished while the log was read")) {
          return;
        }
        continue;
      }
      try (ReadOnlyFile file = log.get()) {
        spans.open(file, segment.baseOffset());
        if (!drain(file)) {
          return;
        }
      }
    }
  }

  /** Walks one file whose offsets begin anywhere. */
  void walk(ReadOnlyFile file) throws IOException {
    spans.openUnnamed(file);
    drain(file);
  }

  private boolean drain(ReadOnlyFile file) throws IOException {
    for (SpanKind kind = spans.next(); kind != null; kind = spans.next()) {
      if (kind == SpanKind.BATCH) {
        String trouble = batch();
        if (trouble != null && !visitor.trouble(file.path(), spans.position(), trouble)) {
          return false;
        }
      } else if (kind != SpanKind.PREALLOCATED
          && !visitor.trouble(file.path(), spans.position(), troubleOf(kind))) {
        return false;
      }
    }
    return true;
  }

  private String batch() {
    visitor.batch(spans);
    if (spans.isControl() || spans.recordsCount() == 0) {
      return null;
    }
    if (records.open(spans.array(), spans.at())) {
      while (records.next()) {
        visitor.record(spans, records);
      }
    }
    return records.trouble();
  }

  private String troubleOf(SpanKind kind) {
    return kind == SpanKind.DAMAGED
        ? "damaged: " + spans.damage()
        : "not decoded: " + kind + " of " + spans.length() + " bytes";
  }
}
