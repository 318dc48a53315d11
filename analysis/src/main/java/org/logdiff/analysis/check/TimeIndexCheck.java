package org.logdiff.analysis.check;

import java.io.IOException;
import java.nio.file.Path;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.format.Decoded;
import org.logdiff.format.batch.SpanKind;
import org.logdiff.format.disk.ReadOnlyFile;
import org.logdiff.format.index.TimeIndex;
import org.logdiff.format.index.TimeIndexEntry;
import org.logdiff.format.layout.LogFileName;

/**
 * Each entry of a time index names the largest timestamp of its segment up to the entry's offset;
 * the last entry of a closed segment that of the whole segment. Timestamps are those of batch
 * headers. Segments with damage are left out.
 *
 * <p>Kafka's dump tool compares with the records of the entry's batch only, so it does not see an
 * entry that is below an earlier timestamp.
 *
 * <p>Source: {@code TimeIndex}, {@code LogSegment.append}, {@code
 * LogSegment.onBecomeInactiveSegment}, {@code DumpLogSegments.dumpTimeIndex}, Kafka 4.4.0.
 */
final class TimeIndexCheck implements ReplicaCheck {
  private final ReplicaFindings findings;
  private final Replica replica;
  private final boolean isCleanlyStopped;

  private Path file;
  private TimeIndex index;
  private long baseOffset;
  private boolean isActive;
  private int next;
  private long largest;
  private boolean isTold;

  TimeIndexCheck(ReplicaFindings findings) {
    this.findings = findings;
    this.replica = findings.context().replica();
    this.isCleanlyStopped = replica.lastStop().wasClean().orElse(false);
  }

  @Override
  public void segment(int segment) throws IOException {
    baseOffset = replica.segments().get(segment).baseOffset();
    isActive = findings.context().isActive(segment);
    file = SegmentPath.of(replica.segments().get(segment), LogFileName.Kind.TIME_INDEX);
    index = null;
    next = 0;
    largest = Long.MIN_VALUE;
    isTold = false;
    if (ReadOnlyFile.describe(file) == null) {
      return;
    }
    Decoded<TimeIndex> read = TimeIndex.read(file);
    if (read.isIntact()) {
      index = read.value().orElse(null);
    } else if (!isActive || isCleanlyStopped) {
      findings.add(DamagedIndex.draft(findings, file, read.damages()));
    }
    if (index != null && !isActive && index.preallocatedCount() > 0) {
      findings.add(
          DamagedIndex.zeros(
              findings,
              file,
              index.entryCount(),
              index.preallocatedCount(),
              TimeIndex.ENTRY_SIZE_BYTES));
      index = null;
    }
  }

  @Override
  public void batch(WalkedBatch batch, ProducerReplay before) {
    while (index != null
        && next < index.entryCount()
        && index.entry(next).offset(baseOffset) < batch.baseOffset()) {
      wrong("no batch holds that offset");
      next++;
    }
    largest = Math.max(largest, batch.header().maxTimestamp());
    while (index != null
        && next < index.entryCount()
        && index.entry(next).offset(baseOffset) <= batch.lastOffset()) {
      if (index.entry(next).timestamp() != largest) {
        wrong("the largest timestamp up to there is " + largest);
      }
      next++;
    }
  }

  @Override
  public void span(WalkedSpan span) {
    if (span.kind() != SpanKind.PREALLOCATED && span.kind() != SpanKind.OVERSIZED) {
      index = null;
    }
  }

  @Override
  public void endOfSegment(ProducerReplay state) {
    if (index == null) {
      return;
    }
    if (next < index.entryCount()) {
      if (!isActive || isCleanlyStopped) {
        wrong("the log ends before that offset");
      }
      return;
    }
    long last = next == 0 ? -1 : index.entry(next - 1).timestamp();
    if (!isActive && largest > last && largest > 0) {
      next = Math.max(0, next - 1);
      wrong("the largest timestamp of the whole segment is " + largest);
    }
  }

  private void wrong(String why) {
    if (isTold) {
      return; // one finding for each file: what follows from one fault need not be listed
    }
    isTold = true;
    FindingDraft draft =
        findings
            .draft(
                FindingKind.TIME_INDEX_WRONG_ENTRY,
                "the time index of the segment at " + baseOffset + " is wrong")
            .about(baseOffset);
    if (next < index.entryCount()) {
      TimeIndexEntry entry = index.entry(next);
      draft
          .observed(
              "entry "
                  + next
                  + " says: timestamp "
                  + entry.timestamp()
                  + " at offset "
                  + entry.offset(baseOffset)
                  + "; "
                  + why)
          .exhibit(
              file,
              (long) next * TimeIndex.ENTRY_SIZE_BYTES,
              TimeIndex.ENTRY_SIZE_BYTES,
              entry.offset(baseOffset),
              "the entry");
    } else {
      draft.observed("it has no entry; " + why).exhibit(file, 0, 0, null, "the index");
    }
    findings.add(
        draft
            .effect(
                "searches for a time may miss records or begin too early; retention by time may"
                    + " delete the segment too early or too late")
            .remedy(
                "Stop the broker, move "
                    + file.getFileName()
                    + " and the offset index beside it away, and start it again: it builds both"
                    + " anew."));
  }
}
