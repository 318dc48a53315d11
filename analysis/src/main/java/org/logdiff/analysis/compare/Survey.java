package org.logdiff.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import org.logdiff.analysis.align.OffsetRanges;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.transaction.ProducerEvent;
import org.logdiff.format.snapshot.ProducerEntry;

/** What the first pass finds on the whole partition: the chunks' scans, joined in order. */
final class Survey {
  private static final int LISTED = 4096;

  /** Gaps could hide an end marker, so that telling many apart is worth 16 MiB. */
  private static final int GAPS_KEPT = 1 << 20;

  final List<Replica> replicas;
  final List<ProducerEvent> events = new ArrayList<>();
  final List<DifferenceScan.DamagedSpan> damages = new ArrayList<>();
  final List<DifferenceScan.UnreadSpan> unread = new ArrayList<>();
  final Conflicts conflicts = new Conflicts();
  final EpochOrder[] epochOrder;
  final LonelyBatches lonely = new LonelyBatches();
  final long[] damagedBytes;
  final long[] damagedSpans;
  final OffsetRanges[] unknown;
  final OffsetRanges[] lacking;
  final OffsetRanges[] lackingKeyless;
  final OffsetRanges nobody = OffsetRanges.coveringAll(GAPS_KEPT);
  final long[][] partedAt;
  int cleanedMask;

  /** What damage at the logs' ends is; known when the survey is finished. */
  DamagedTails tails;

  private long next = Long.MIN_VALUE;

  Survey(List<Replica> replicas) {
    this.replicas = replicas;
    int n = replicas.size();
    damagedBytes = new long[n];
    damagedSpans = new long[n];
    unknown = new OffsetRanges[n];
    lacking = new OffsetRanges[n];
    lackingKeyless = new OffsetRanges[n];
    partedAt = new long[n][n];
    epochOrder = new EpochOrder[n];
    for (int r = 0; r < n; r++) {
      unknown[r] = OffsetRanges.coveringAll(LISTED);
      lacking[r] = OffsetRanges.firstOf(LISTED);
      lackingKeyless[r] = OffsetRanges.firstOf(LISTED);
      epochOrder[r] = new EpochOrder(r, replicas.get(r).leaderEpochs());
      java.util.Arrays.fill(partedAt[r], Long.MAX_VALUE);
    }
  }

  /** Takes the next chunk's findings. */
  void take(DifferenceScan scan) {
    join(scan);
    if (scan.firstOffset() != Long.MIN_VALUE) {
      if (next != Long.MIN_VALUE && scan.firstOffset() > next) {
        nobody.add(next, scan.firstOffset() - 1);
      }
      nobody.addAll(scan.nobody);
      next = Math.max(next, scan.nextOffset());
    }
  }

  /** To be called after the last chunk. */
  void finish() {
    tails = new DamagedTails(replicas, damages);
    long end = replicas.stream().mapToLong(Replica::logEndOffset).max().orElse(0);
    if (next != Long.MIN_VALUE && next < end) {
      nobody.add(next, end - 1);
    }
  }

  private void join(DifferenceScan scan) {
    events.addAll(scan.events.sorted());
    addUpTo(damages, scan.damages);
    addUpTo(unread, scan.unread);
    conflicts.append(scan.conflicts);
    lonely.append(scan.lonely);
    cleanedMask |= scan.cleanedMask;
    for (int r = 0; r < replicas.size(); r++) {
      epochOrder[r].append(scan.epochOrder[r]);
      damagedBytes[r] += scan.damagedBytes[r];
      damagedSpans[r] += scan.damagedSpans[r];
      unknown[r].addAll(scan.unknown[r]);
      lacking[r].addAll(scan.lacking[r]);
      lackingKeyless[r].addAll(scan.lackingKeyless[r]);
      for (int q = 0; q < replicas.size(); q++) {
        partedAt[r][q] = Math.min(partedAt[r][q], scan.partedAt[r][q]);
      }
    }
  }

  private static <T> void addUpTo(List<T> into, List<T> from) {
    for (T element : from) {
      if (into.size() == LISTED) {
        return;
      }
      into.add(element);
    }
  }

  /** Whether transactions have left a trace: a batch of theirs, or an open one in a snapshot. */
  boolean hasTransactions() {
    return !events.isEmpty()
        || replicas.stream()
            .flatMap(replica -> replica.snapshots().stream())
            .flatMap(snapshot -> snapshot.state().producerEntries().stream())
            .anyMatch(ProducerEntry::hasOpenTransaction);
  }
}
