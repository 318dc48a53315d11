package org.logdiff.analysis.compare;

import java.util.Arrays;
import org.logdiff.format.batch.RecordCursor;

/**
 * Data records whose key has the bytes of an end marker's key: version 0 and the type, two bytes
 * each. Source: {@code ControlRecordType.recordKey}, Kafka 4.4.0.
 */
final class MarkerKeys {
  private static final int KEY_BYTES = 4;
  private static final int ABORT = 0;
  private static final int COMMIT = 1;

  /** By type and replica: the highest offset; -1 for none. */
  private final long[][] last = new long[2][Integer.SIZE];

  MarkerKeys() {
    Arrays.fill(last[ABORT], -1);
    Arrays.fill(last[COMMIT], -1);
  }

  /** Takes a data record with a key. */
  void add(RecordCursor record, long offset, int mask) {
    if (record.keyLength() != KEY_BYTES) {
      return;
    }
    byte[] bytes = record.array();
    int at = record.keyAt();
    boolean isMarkerKey =
        bytes[at] == 0 && bytes[at + 1] == 0 && bytes[at + 2] == 0 && (bytes[at + 3] & ~1) == 0;
    if (isMarkerKey) {
      add(bytes[at + 3], offset, mask);
    }
  }

  private void add(int type, long offset, int mask) {
    for (int r = 0; r < Integer.SIZE; r++) {
      if ((mask & 1 << r) != 0) {
        last[type][r] = Math.max(last[type][r], offset);
      }
    }
  }

  void addAll(MarkerKeys others) {
    for (int type : new int[] {ABORT, COMMIT}) {
      for (int r = 0; r < Integer.SIZE; r++) {
        last[type][r] = Math.max(last[type][r], others.last[type][r]);
      }
    }
  }

  /** The last record on a replica with the key of a COMMIT or an ABORT; -1 for none. */
  long last(boolean isCommit, int replica) {
    return last[isCommit ? COMMIT : ABORT][replica];
  }
}
