package org.logdiff.analysis.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.report.Exhibit;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.format.Bytes;
import org.logdiff.format.batch.RecordCursor;
import org.logdiff.format.batch.SegmentCursor;
import org.logdiff.format.batch.SpanKind;
import org.logdiff.format.disk.ReadOnlyFile;

/**
 * Segments that cleaners have replaced and brokers not yet deleted. They may still hold a tombstone
 * that no log holds any more.
 */
final class DeletedSegments {
  private final List<Replica> replicas;
  private final List<NotExamined> notes;

  DeletedSegments(List<Replica> replicas, List<NotExamined> notes) {
    this.replicas = replicas;
    this.notes = notes;
  }

  /** A tombstone that was found. */
  record Found(String replica, Path file, long offset, Exhibit exhibit) {}

  /** The last tombstone of a key above an offset in any deleted segment. */
  Optional<Found> tombstone(Bytes key, long above) {
    Found found = null;
    byte[] wanted = key.toArray();
    for (Replica replica : replicas) {
      for (Path file : replica.deletedLogs()) {
        try (ReadOnlyFile log = ReadOnlyFile.open(file)) {
          Found here = search(replica, log, wanted, above);
          if (here != null && (found == null || here.offset() > found.offset())) {
            found = here;
          }
        } catch (IOException e) {
          notes.add(
              new NotExamined(
                  replica.name(), file.getFileName().toString(), e.getMessage(), false));
        }
      }
    }
    return Optional.ofNullable(found);
  }

  private static Found search(Replica replica, ReadOnlyFile log, byte[] key, long above)
      throws IOException {
    SegmentCursor spans = new SegmentCursor();
    RecordCursor records = new RecordCursor();
    spans.openUnnamed(log);
    Found found = null;
    while (spans.next() != null) {
      if (spans.kind() != SpanKind.BATCH
          || spans.isControl()
          || spans.lastOffset() <= above
          || !records.open(spans.array(), spans.at())) {
        continue;
      }
      while (records.next()) {
        if (records.offset() > above && !records.hasValue() && isKey(records, key)) {
          found =
              new Found(
                  replica.name(),
                  log.path(),
                  records.offset(),
                  new Exhibit(
                      replica.name(),
                      log.path(),
                      spans.position(),
                      spans.length(),
                      records.offset(),
                      "the tombstone, in a segment that awaits deletion"));
        }
      }
    }
    return found;
  }

  private static boolean isKey(RecordCursor record, byte[] key) {
    return record.hasKey()
        && java.util.Arrays.equals(
            record.array(),
            record.keyAt(),
            record.keyAt() + record.keyLength(),
            key,
            0,
            key.length);
  }
}
