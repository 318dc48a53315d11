package org.logdiff.analysis.inspect;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.logdiff.analysis.key.KeyHash;
import org.logdiff.format.Bytes;
import org.logdiff.format.batch.ControlRecord;
import org.logdiff.format.batch.Record;
import org.logdiff.format.batch.RecordBatchHeader;
import org.logdiff.format.batch.RecordCursor;
import org.logdiff.format.batch.SegmentCursor;

/**
 * What the whole log says of some of its records. The log is read twice more for it: once to learn
 * which records are to be shown, once from its start to its end.
 *
 * <p>Kept in memory: the records to be shown, up to {@link #MOST_RECORDS}; of each producer whose
 * transaction is open at the time, its first offset, and the last record of each key to be shown
 * that it has written.
 */
final class Explanations {
  /** More records are shown without an explanation, and that is said. */
  static final int MOST_RECORDS = 100_000;

  static final Explanations NONE = new Explanations(Map.of());

  /** A record to be explained. */
  private static final class Subject {
    private final long offset;
    private final long producerId;
    private final boolean isTransactional;
    private final boolean isControl;
    private final KeyHash key;
    private Explained.Outcome outcome = Explained.Outcome.NONE;
    private OptionalLong firstOffset = OptionalLong.empty();
    private OptionalLong endOffset = OptionalLong.empty();

    Subject(RecordBatchHeader batch, Record record) {
      offset = record.offset();
      producerId = batch.producerId();
      isControl = batch.isControl();
      isTransactional = batch.isTransactional() && !isControl;
      key = isControl ? null : record.key().map(Explanations::hash).orElse(null);
    }
  }

  /** An open transaction. */
  private static final class Open {
    private final long firstOffset;
    private final List<Subject> subjects = new ArrayList<>();
    private final Map<KeyHash, Long> lastOfKeys = new HashMap<>();

    Open(long firstOffset) {
      this.firstOffset = firstOffset;
    }
  }

  private final Map<Long, Subject> subjects;
  private final Map<KeyHash, Long> lastOfKeys = new HashMap<>();
  private final Map<Long, Open> open = new HashMap<>();
  private final RecordCursor records = new RecordCursor();

  private Explanations(Map<Long, Subject> subjects) {
    this.subjects = subjects;
    subjects.values().stream()
        .filter(subject -> subject.key != null)
        .forEach(subject -> lastOfKeys.put(subject.key, Long.MIN_VALUE));
  }

  private static KeyHash hash(Bytes key) {
    return KeyHash.of(key.toArray(), 0, key.length());
  }

  /** Takes the batch that a cursor stands on; all batches of the log, in order. */
  void see(SegmentCursor cursor) {
    RecordBatchHeader header = cursor.header();
    if (header.isControl()) {
      end(cursor, header);
      return;
    }
    Open transaction =
        header.isTransactional()
            ? open.computeIfAbsent(header.producerId(), id -> new Open(header.baseOffset()))
            : null;
    if (lastOfKeys.isEmpty() && subjects.isEmpty()) {
      return;
    }
    Map<KeyHash, Long> keys = transaction == null ? lastOfKeys : transaction.lastOfKeys;
    records.open(cursor.array(), cursor.at());
    while (records.next()) {
      Subject subject = subjects.get(records.offset());
      if (subject != null && transaction != null) {
        transaction.subjects.add(subject);
      }
      if (records.hasKey()) {
        KeyHash key = KeyHash.of(records.array(), records.keyAt(), records.keyLength());
        if (lastOfKeys.containsKey(key)) {
          keys.merge(key, records.offset(), Math::max);
        }
      }
    }
  }

  private void end(SegmentCursor cursor, RecordBatchHeader header) {
    if (!records.open(cursor.array(), cursor.at()) || !records.next()) {
      return;
    }
    Record record = records.record();
    Optional<ControlRecord> control =
        ControlRecord.of(record).filter(c -> c.type().isEndTransaction());
    Open ended = control.isEmpty() ? null : open.remove(header.producerId());
    if (ended == null) {
      return;
    }
    boolean isCommit = control.get().type() == ControlRecord.Type.COMMIT;
    Subject marker = subjects.get(record.offset());
    if (marker != null) {
      ended.subjects.add(marker);
    }
    for (Subject subject : ended.subjects) {
      subject.outcome = isCommit ? Explained.Outcome.COMMITTED : Explained.Outcome.ABORTED;
      subject.firstOffset = OptionalLong.of(ended.firstOffset);
      subject.endOffset = OptionalLong.of(record.offset());
    }
    if (isCommit) {
      ended.lastOfKeys.forEach((key, offset) -> lastOfKeys.merge(key, offset, Math::max));
    }
  }

  /** What is known of a record, once all batches have been seen. */
  Optional<Explained> of(RecordBatchHeader batch, Record record) {
    Subject subject = subjects.get(record.offset());
    if (subject == null) {
      return Optional.empty();
    }
    Open still =
        subject.isTransactional && subject.endOffset.isEmpty()
            ? open.get(subject.producerId)
            : null;
    long last = subject.key == null ? Long.MIN_VALUE : lastOfKeys.get(subject.key);
    return Optional.of(
        new Explained(
            still != null ? Explained.Outcome.OPEN : subject.outcome,
            still != null ? OptionalLong.of(still.firstOffset) : subject.firstOffset,
            subject.endOffset,
            last > subject.offset ? OptionalLong.of(last) : OptionalLong.empty()));
  }

  /** Takes the records that are to be explained. */
  static final class Gathering implements InspectionListener {
    private final InspectionListener user;
    private final Map<Long, Subject> subjects = new LinkedHashMap<>();

    Gathering(InspectionListener user) {
      this.user = user;
    }

    @Override
    public void found(Item item) {
      if (item instanceof Item.LogRecord found && subjects.size() < MOST_RECORDS) {
        subjects.put(found.record().offset(), new Subject(found.batch(), found.record()));
        if (subjects.size() == MOST_RECORDS) {
          user.found(
              new Item.Note(
                  found.file(), "only the first " + MOST_RECORDS + " records are explained"));
        }
      }
    }

    @Override
    public boolean wantsMore() {
      return user.wantsMore() && subjects.size() < MOST_RECORDS;
    }

    @Override
    public void failed(String complaint) {
      // told again when the log is shown
    }

    Explanations explanations() {
      return new Explanations(subjects);
    }
  }
}
