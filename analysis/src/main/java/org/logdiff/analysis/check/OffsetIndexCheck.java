package org.logdiff.analysis.check;

import java.io.IOException;
import java.nio.file.Path;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.format.Decoded;
import org.logdiff.format.batch.SpanKind;
import org.logdiff.format.disk.ReadOnlyFile;
import org.logdiff.format.index.OffsetIndex;
import org.logdiff.format.index.OffsetIndexEntry;
import org.logdiff.format.layout.LogFileName;

/**
 * Each entry of an offset index points at the start of a batch that does not begin above the
 * entry's offset: a reader that starts there misses nothing.
 *
 * <p>Kafka's dump tool asks more: that the entry's offset is the last one of that batch. So it is
 * if a batch was appended alone; older brokers note the last offset of all that was appended at
 * once, which may lie further on, and a cleaner the last one that it kept, which may lie before.
 * Both are right for readers.
 *
 * <p>The entries of an active segment may be stale after a truncation unless the broker stopped in
 * order; then only those in order are held against the log.
 *
 * <p>Source: {@code OffsetIndex.lookup}, {@code LogSegment.append}, {@code
 * DumpLogSegments.dumpIndex}, Kafka 4.4.0.
 */
final class OffsetIndexCheck implements ReplicaCheck {
  private final ReplicaFindings findings;
  private final Replica replica;
  private final boolean isCleanlyStopped;

  private Path file;
  private OffsetIndex index;
  private long baseOffset;
  private int next;
  private boolean isActive;
  private boolean isAfterDamage;
  private int wrong;

  OffsetIndexCheck(ReplicaFindings findings) {
    this.findings = findings;
    this.replica = findings.context().replica();
    this.isCleanlyStopped = replica.lastStop().wasClean().orElse(false);
  }

  @Override
  public void segment(int segment) throws IOException {
    baseOffset = replica.segments().get(segment).baseOffset();
    file = SegmentPath.of(replica.segments().get(segment), LogFileName.Kind.OFFSET_INDEX);
    index = null;
    next = 0;
    wrong = 0;
    isAfterDamage = false;
    if (ReadOnlyFile.describe(file) == null) {
      return;
    }
    isActive = findings.context().isActive(segment);
    Decoded<OffsetIndex> read = OffsetIndex.read(file);
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
              OffsetIndex.ENTRY_SIZE_BYTES));
    }
  }

  @Override
  public void batch(WalkedBatch batch, ProducerReplay before) {
    at(batch.position(), batch.baseOffset());
  }

  @Override
  public void span(WalkedSpan span) {
    if (span.kind() == SpanKind.DAMAGED || span.kind() == SpanKind.UNRECOGNISED) {
      skipTo(span.position() + span.length());
      isAfterDamage = true;
    }
  }

  private void at(long position, long batchOffset) {
    while (isBelow(position)) {
      if (!isAfterDamage) {
        wrong("no batch starts there");
      }
      next++;
    }
    isAfterDamage = false;
    if (index != null && next < index.entryCount() && index.entry(next).position() == position) {
      if (index.entry(next).offset(baseOffset) < batchOffset) {
        wrong("the batch there begins at " + batchOffset + ", above the entry's offset");
      }
      next++;
    }
  }

  private boolean isBelow(long position) {
    return index != null && next < index.entryCount() && index.entry(next).position() < position;
  }

  private void skipTo(long position) {
    while (isBelow(position)) {
      next++;
    }
  }

  /** What lies behind the log's end is told of the log if offset and position both do. */
  @Override
  public void endOfSegment(ProducerReplay state) {
    for (; index != null && next < index.entryCount() && !isAfterDamage; next++) {
      boolean isBeyond = index.entry(next).offset(baseOffset) >= state.nextOffset();
      if (!isBeyond || isActive && isCleanlyStopped) {
        wrong("the log ends before that position");
      }
    }
  }

  private void wrong(String why) {
    if (wrong++ > 0) {
      return; // one finding for each file: what follows from one fault need not be listed
    }
    OffsetIndexEntry entry = index.entry(next);
    findings.add(
        findings
            .draft(
                FindingKind.OFFSET_INDEX_WRONG_ENTRY,
                "the offset index of the segment at " + baseOffset + " points at the wrong place")
            .at(entry.offset(baseOffset))
            .observed(
                "entry "
                    + next
                    + " says: offset "
                    + entry.offset(baseOffset)
                    + " at position "
                    + entry.position()
                    + "; "
                    + why)
            .effect(
                "fetches from such offsets on fail or miss records; a broker that stopped in order"
                    + " does not notice when it starts")
            .exhibit(
                file,
                (long) next * OffsetIndex.ENTRY_SIZE_BYTES,
                OffsetIndex.ENTRY_SIZE_BYTES,
                entry.offset(baseOffset),
                "the entry")
            .remedy(
                "Stop the broker, move "
                    + file.getFileName()
                    + " away, and start it again: it builds the index anew."));
  }
}
