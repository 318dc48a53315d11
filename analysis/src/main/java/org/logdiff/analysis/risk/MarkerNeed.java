package org.logdiff.analysis.risk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.analysis.report.RecordAtRisk;
import org.logdiff.analysis.transaction.DataRange;
import org.logdiff.analysis.transaction.ProducerEvent;
import org.logdiff.analysis.transaction.ProducerTransaction;
import org.logdiff.analysis.transaction.TransactionEnd;

/** An end marker that some replica has and another needs. Filled by several threads. */
final class MarkerNeed {
  private static final long NOT_HELD = Long.MAX_VALUE;

  private final ProducerTransaction transaction;
  private final TransactionEnd end;
  private final List<RecordAtRisk.Need> needs;
  private final List<String> goneFrom;
  private final boolean isProven;
  private final OptionalLong[] horizons;
  private final long[] heldBy;

  MarkerNeed(
      ProducerTransaction transaction,
      List<RecordAtRisk.Need> needs,
      List<String> goneFrom,
      boolean isProven,
      int replicas) {
    this.transaction = transaction;
    this.end = transaction.end().orElseThrow();
    this.needs = needs;
    this.goneFrom = goneFrom;
    this.isProven = isProven;
    horizons = new OptionalLong[replicas];
    heldBy = new long[replicas];
    Arrays.fill(horizons, OptionalLong.empty());
    Arrays.fill(heldBy, NOT_HELD);
  }

  long offset() {
    return end.offset();
  }

  List<DataRange> data() {
    return transaction.data();
  }

  /** The marker's batch was met. */
  synchronized void met(int replica, OptionalLong deleteHorizonMs) {
    horizons[replica] = deleteHorizonMs;
  }

  /** A value of the transaction is the latest record of its key there. */
  synchronized void heldBy(int replica, long offset) {
    heldBy[replica] = Math.min(heldBy[replica], offset);
  }

  /** What is at risk, once all passes are done. */
  RecordAtRisk toRecord(List<String> names, RemovalTimes times) {
    List<RecordAtRisk.Copy> copies = new ArrayList<>();
    for (int r = 0; r < names.size(); r++) {
      if ((end.fullMask() & 1 << r) != 0) {
        copies.add(
            new RecordAtRisk.Copy(
                names.get(r),
                horizons[r].isPresent() ? horizons[r].getAsLong() : null,
                times.earliestMs(r, horizons[r]),
                heldBy[r] == NOT_HELD ? null : heldBy[r]));
      }
    }
    return new RecordAtRisk(
        FindingKind.MARKER_AT_RISK,
        end.kind().orElseThrow() == ProducerEvent.Kind.COMMIT
            ? RecordAtRisk.Kind.COMMIT
            : RecordAtRisk.Kind.ABORT,
        end.offset(),
        null,
        transaction.producerId(),
        copies,
        needs,
        goneFrom,
        isProven);
  }
}
