package org.logdiff.format.batch;

import java.util.List;
import java.util.Optional;
import org.logdiff.format.Bytes;

/**
 * One record, to be shown or kept.
 *
 * @param offset log offset
 * @param timestamp milliseconds as a consumer gets it: under LogAppendTime the batch's
 *     maxTimestamp; -1 for none, as in magic 0
 * @param sequence the producer's sequence, -1 for none
 * @param attributes raw; in magic 2 unused up to 4.4
 * @param key empty for a null key
 * @param value empty for a null value; with a key that is a tombstone
 */
public record Record(
    long offset,
    long timestamp,
    int sequence,
    byte attributes,
    Optional<Bytes> key,
    Optional<Bytes> value,
    List<RecordHeader> headers) {
  public Record {
    headers = List.copyOf(headers);
  }

  /** Whether this record deletes its key. */
  public boolean isTombstone() {
    return key.isPresent() && value.isEmpty();
  }
}
