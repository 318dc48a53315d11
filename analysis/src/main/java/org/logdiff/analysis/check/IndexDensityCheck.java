package org.logdiff.analysis.check;

import java.io.IOException;
import java.nio.file.Path;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.replica.Segment;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.format.disk.ReadOnlyFile;
import org.logdiff.format.index.OffsetIndexEntry;
import org.logdiff.format.layout.LogFileName;

/**
 * Each segment has its offset and time index, and the offset index has an entry about every {@code
 * index.interval.bytes} of log. That much may pass without one: the interval, and what older
 * brokers appended at once, for which they note one entry.
 *
 * <p>Source: {@code LogSegment.append}, {@code replica.fetch.max.bytes}, Kafka 4.4.0.
 */
final class IndexDensityCheck implements ReplicaCheck {
  /** {@code index.interval.bytes}, its default. */
  private static final int INTERVAL_BYTES = 4096;

  /** Twice what a follower fetches of a partition at once by default. */
  private static final int APPENDED_AT_ONCE_BYTES = 2 << 20;

  private final ReplicaFindings findings;
  private final Replica replica;

  private Segment segment;
  private int entry;
  private long stretchStart;
  private long largestBatchBytes;
  private boolean isTold;
  private boolean hasIndex;

  IndexDensityCheck(ReplicaFindings findings) {
    this.findings = findings;
    this.replica = findings.context().replica();
  }

  @Override
  public void segment(int number) throws IOException {
    segment = replica.segments().get(number);
    entry = 0;
    stretchStart = 0;
    largestBatchBytes = 0;
    isTold = false;
    hasIndex = ReadOnlyFile.describe(file(LogFileName.Kind.OFFSET_INDEX)) != null;
    if (segment.sizeBytes() > 0) {
      requireFile(LogFileName.Kind.OFFSET_INDEX, "offset index");
      requireFile(LogFileName.Kind.TIME_INDEX, "time index");
    }
  }

  private void requireFile(LogFileName.Kind kind, String what) throws IOException {
    Path file = file(kind);
    if (ReadOnlyFile.describe(file) == null) {
      findings.add(
          findings
              .draft(
                  FindingKind.MISSING_INDEX,
                  "the segment at " + segment.baseOffset() + " has no " + what)
              .about(kind.ordinal() * 31L + segment.baseOffset())
              .observed(file.getFileName() + " is not there")
              .effect("none: the broker builds it anew when it starts")
              .exhibit(
                  segment.log().path(), 0, segment.sizeBytes(), segment.baseOffset(), "the log")
              .remedy(
                  "If this is a copy, copy the indexes too; else nothing: the broker builds it anew"
                      + " when it starts."));
    }
  }

  private Path file(LogFileName.Kind kind) {
    return SegmentPath.of(segment, kind);
  }

  @Override
  public void batch(WalkedBatch batch, ProducerReplay before) throws IOException {
    if (!hasIndex || isTold) {
      return;
    }
    if (isIndexed(batch.position())) {
      stretchStart = batch.position();
      largestBatchBytes = 0;
    }
    largestBatchBytes = Math.max(largestBatchBytes, batch.header().sizeBytes());
    long allowed = INTERVAL_BYTES + Math.max(APPENDED_AT_ONCE_BYTES, 2 * largestBatchBytes);
    if (batch.position() - stretchStart > allowed) {
      sparse(batch);
    }
  }

  private boolean isIndexed(long position) throws IOException {
    if (segment.index().isEmpty()) {
      return false;
    }
    while (entry < segment.index().get().entryCount()) {
      long at =
          segment.index().get().entry(entry).map(OffsetIndexEntry::position).orElse(0).longValue();
      if (at > position) {
        return false;
      }
      entry++;
      if (at == position) {
        return true;
      }
    }
    return false;
  }

  private void sparse(WalkedBatch batch) {
    isTold = true;
    Path file = file(LogFileName.Kind.OFFSET_INDEX);
    findings.add(
        findings
            .draft(
                FindingKind.SPARSE_INDEX,
                "the offset index of the segment at "
                    + segment.baseOffset()
                    + " has no entries for a long stretch")
            .at(batch.baseOffset())
            .observed(
                "no entry points between position "
                    + stretchStart
                    + " and "
                    + batch.position()
                    + " of the log")
            .derived(
                "a broker notes an entry about every "
                    + INTERVAL_BYTES
                    + " bytes (index.interval.bytes)",
                "1")
            .effect("fetches from there on are slow: they begin to read far before")
            .exhibit(file, 0, 0, null, "the index")
            .exhibit(batch, "a batch far from any entry")
            .remedy(
                "Stop the broker, move "
                    + file.getFileName()
                    + " away, and start it again: it builds the index anew."));
  }
}
