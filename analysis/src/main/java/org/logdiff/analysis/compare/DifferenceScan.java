package org.logdiff.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import org.logdiff.analysis.align.Alignment;
import org.logdiff.analysis.align.AlignmentListener;
import org.logdiff.analysis.align.OffsetRanges;
import org.logdiff.analysis.align.ReplicaCursor;
import org.logdiff.analysis.key.KeyHash;
import org.logdiff.analysis.key.KeyTable;
import org.logdiff.analysis.key.KeyUpdates;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.transaction.ProducerEvents;
import org.logdiff.format.Damage;
import org.logdiff.format.batch.RecordCursor;
import org.logdiff.format.batch.SegmentCursor;
import org.logdiff.format.batch.SpanKind;

/**
 * The first pass over one chunk: which keys are touched by a difference, where replicas contradict
 * each other, what is damaged, and the batches that concern transactions.
 */
final class DifferenceScan implements AlignmentListener {
  /** What is listed per chunk and replica; more of a kind is counted. */
  private static final int LISTED = 256;

  /** Gaps told apart per chunk; they could hide an end marker. */
  private static final int GAPS_KEPT = 1 << 18;

  private final KeyUpdates touched;
  private final int replicaCount;

  final ProducerEvents events = new ProducerEvents();
  final List<DamagedSpan> damages = new ArrayList<>();
  final List<UnreadSpan> unread = new ArrayList<>();
  final Conflicts conflicts = new Conflicts();
  final long[] damagedBytes;
  final long[] damagedSpans;

  /** Per replica: offsets that damage, or a format that is not decoded, hides. */
  final OffsetRanges[] unknown;

  /** Per replica: offsets that it covers and lacks while another has a record there. */
  final OffsetRanges[] lacking;

  /** Of these, where the record has no key: no broker takes such into a compacted topic. */
  final OffsetRanges[] lackingKeyless;

  /** Offsets that no replica has; batches only. */
  final OffsetRanges nobody = OffsetRanges.coveringAll(GAPS_KEPT);

  /** Replicas on which a batch shows that a cleaner, here or elsewhere, has rewritten it. */
  int cleanedMask;

  /** The lowest offset where p's batch has a lower leader epoch than q's lineage gives it. */
  final long[][] partedAt;

  final LonelyBatches lonely = new LonelyBatches();

  /** Per replica. */
  final EpochOrder[] epochOrder;

  private long firstOffset = Long.MIN_VALUE;
  private long nextOffset = Long.MIN_VALUE;

  DifferenceScan(List<Replica> replicas, KeyTable touched) {
    this.touched = new KeyUpdates(touched);
    replicaCount = replicas.size();
    damagedBytes = new long[replicaCount];
    damagedSpans = new long[replicaCount];
    unknown = new OffsetRanges[replicaCount];
    lacking = new OffsetRanges[replicaCount];
    lackingKeyless = new OffsetRanges[replicaCount];
    partedAt = new long[replicaCount][replicaCount];
    epochOrder = new EpochOrder[replicaCount];
    for (int r = 0; r < replicaCount; r++) {
      unknown[r] = OffsetRanges.coveringAll(LISTED);
      lacking[r] = OffsetRanges.firstOf(LISTED);
      lackingKeyless[r] = OffsetRanges.firstOf(LISTED);
      epochOrder[r] = new EpochOrder(r, replicas.get(r).leaderEpochs());
      java.util.Arrays.fill(partedAt[r], Long.MAX_VALUE);
    }
  }

  /** A damaged stretch of one file. */
  record DamagedSpan(
      int replica,
      java.nio.file.Path file,
      Damage damage,
      boolean reachesEnd,
      long expectedOffset) {}

  /** A stretch that is intact and was not decoded. */
  record UnreadSpan(
      int replica,
      java.nio.file.Path file,
      SpanKind kind,
      long position,
      long length,
      String why) {}

  @Override
  public void batch(int mask, ReplicaCursor first, Alignment alignment) {
    SegmentCursor batch = first.span();
    events.add(mask, first);
    long base = batch.baseOffset();
    long last = batch.lastOffset();
    if (nextOffset != Long.MIN_VALUE && base > nextOffset) {
      nobody.add(nextOffset, base - 1);
    }
    if (firstOffset == Long.MIN_VALUE) {
      firstOffset = base;
    }
    nextOffset = Math.max(nextOffset, last + 1);
    if (!batch.isControl() && batch.recordsCount() <= batch.lastOffsetDelta()) {
      cleanedMask |= mask;
    }
    if (batch.hasDeleteHorizon()) {
      cleanedMask |= mask;
    }
    for (int r = 0; r < replicaCount; r++) {
      if ((mask & 1 << r) != 0) {
        epochOrder[r].add(batch);
      }
    }
    int lackingMask = alignment.lacking(mask | alignment.standingAt(base), base);
    if (lackingMask != 0) {
      noteParting(mask, lackingMask, base, batch.partitionLeaderEpoch(), alignment);
    }
    int withoutMask = lackingMask | endingBelow(base, alignment);
    if (withoutMask != 0 && LonelyBatches.tellsBatchesApart(batch)) {
      lonely.add(mask, withoutMask, batch);
    }
  }

  /** A damaged base offset may point beyond all logs; one that is merely next is that of a log. */
  private static int endingBelow(long offset, Alignment alignment) {
    int mask = 0;
    for (int r = 0; r < alignment.replicas().size(); r++) {
      if (alignment.replicas().get(r).logEndOffset() < offset) {
        mask |= 1 << r;
      }
    }
    return mask;
  }

  /** Base offset of the chunk's first batch; MIN_VALUE without any. */
  long firstOffset() {
    return firstOffset;
  }

  /** The offset after the chunk's last batch; MIN_VALUE without any. */
  long nextOffset() {
    return nextOffset;
  }

  private void noteParting(int mask, int lackingMask, long base, int epoch, Alignment alignment) {
    if (epoch < 0) {
      return;
    }
    for (int q = 0; q < replicaCount; q++) {
      if ((lackingMask & 1 << q) == 0) {
        continue;
      }
      int lineage = alignment.replicas().get(q).leaderEpochs().epochAt(base).orElse(-1);
      for (int p = 0; p < replicaCount && lineage > epoch; p++) {
        if ((mask & 1 << p) != 0) {
          partedAt[p][q] = Math.min(partedAt[p][q], base);
        }
      }
    }
  }

  @Override
  public boolean wantsRecordsOf(int mask, ReplicaCursor first, Alignment alignment) {
    SegmentCursor batch = first.span();
    return alignment.lacking(mask, batch.baseOffset()) != 0
        || alignment.lacking(mask, batch.lastOffset()) != 0;
  }

  @Override
  public void record(long offset, int mask, boolean areEqualBytes, Alignment alignment) {
    if (!areEqualBytes && Integer.bitCount(mask) > 1) {
      compare(offset, mask, alignment);
    }
    int lackingMask = alignment.lacking(mask, offset);
    if (lackingMask == 0) {
      return;
    }
    ReplicaCursor first = alignment.cursor(Integer.numberOfTrailingZeros(mask));
    RecordCursor record = first.records();
    boolean isKeyless = !first.span().isControl() && !record.hasKey();
    for (int r = 0; r < replicaCount; r++) {
      if ((lackingMask & 1 << r) != 0) {
        lacking[r].add(offset, offset);
        if (isKeyless) {
          lackingKeyless[r].add(offset, offset);
        }
      }
    }
    if (!first.span().isControl() && record.hasKey()) {
      touched.add(KeyHash.of(record.array(), record.keyAt(), record.keyLength()));
    }
  }

  private void compare(long offset, int mask, Alignment alignment) {
    int first = Integer.numberOfTrailingZeros(mask);
    for (int r = first + 1; r < replicaCount; r++) {
      if ((mask & 1 << r) == 0) {
        continue;
      }
      ReplicaCursor a = alignment.cursor(first);
      ReplicaCursor b = alignment.cursor(r);
      boolean isSame = hasSameContent(a, b);
      if (!isSame || !hasSameEpoch(a.span(), b.span())) {
        conflicts.add(
            new Conflicts.Conflict(
                offset,
                first,
                r,
                a.span().partitionLeaderEpoch(),
                b.span().partitionLeaderEpoch(),
                isSame));
      }
    }
  }

  /** Magic 0 and 1 have no leader epoch. */
  private static boolean hasSameEpoch(SegmentCursor x, SegmentCursor y) {
    return x.isLegacy() || y.isLegacy() || x.partitionLeaderEpoch() == y.partitionLeaderEpoch();
  }

  private static boolean hasSameContent(ReplicaCursor a, ReplicaCursor b) {
    return a.records().hasSameContent(b.records())
        && (a.span().isLegacy() || b.span().isLegacy() || hasSameProducer(a, b));
  }

  /** Of magic 2; magic 0 and 1 know no producer. */
  private static boolean hasSameProducer(ReplicaCursor a, ReplicaCursor b) {
    SegmentCursor x = a.span();
    SegmentCursor y = b.span();
    return x.producerId() == y.producerId()
        && x.producerEpoch() == y.producerEpoch()
        && a.records().sequence() == b.records().sequence()
        && x.isTransactional() == y.isTransactional()
        && x.isControl() == y.isControl();
  }

  @Override
  public void span(ReplicaCursor cursor) {
    SegmentCursor span = cursor.span();
    int r = cursor.number();
    switch (span.kind()) {
      case DAMAGED -> {
        damagedBytes[r] += span.length();
        damagedSpans[r]++;
        if (damages.size() < LISTED) {
          boolean reachesEnd =
              span.position() + span.length() == span.file().sizeBytes()
                  && cursor.segment()
                      == cursor.replica().segments().get(cursor.replica().segments().size() - 1);
          damages.add(
              new DamagedSpan(
                  r, span.file().path(), span.damage(), reachesEnd, span.expectedOffset()));
        }
      }
      case OVERSIZED -> addUnread(cursor, "larger than is taken into memory");
      case UNRECOGNISED -> addUnread(cursor, "a magic that is not known yet");
      case PREALLOCATED, BATCH -> {}
    }
  }

  private void addUnread(ReplicaCursor cursor, String why) {
    if (unread.size() < LISTED) {
      SegmentCursor span = cursor.span();
      unread.add(
          new UnreadSpan(
              cursor.number(),
              span.file().path(),
              span.kind(),
              span.position(),
              span.length(),
              why));
    }
  }

  @Override
  public void unknown(int replica, long first, long last) {
    if (first <= last) {
      unknown[replica].add(first, last);
    }
  }

  @Override
  public void undecodable(ReplicaCursor cursor, String trouble) {
    int r = cursor.number();
    SegmentCursor batch = cursor.span();
    damagedBytes[r] += batch.length();
    damagedSpans[r]++;
    if (damages.size() < LISTED) {
      damages.add(
          new DamagedSpan(
              r,
              batch.file().path(),
              new Damage(
                  org.logdiff.format.DamageKind.PAYLOAD,
                  "records",
                  batch.position(),
                  batch.length(),
                  trouble,
                  batch.recordsCount() + " records"),
              false,
              batch.baseOffset()));
    }
  }

  @Override
  public void end() {
    touched.flush();
  }
}
