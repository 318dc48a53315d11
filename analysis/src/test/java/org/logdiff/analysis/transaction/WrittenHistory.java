package org.logdiff.analysis.transaction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.logdiff.analysis.align.OffsetRanges;
import org.logdiff.analysis.key.ReplicaRange;
import org.logdiff.analysis.replica.LeaderEpochs;
import org.logdiff.analysis.report.OffsetRange;
import org.logdiff.format.index.AbortedTxn;

/**
 * What several replicas have of one log, written down batch by batch, lowest offset first:
 *
 * <pre>
 * 0-1 data   p1 e0 *.-
 * 2   abort  p1 e1 *o.
 * </pre>
 *
 * <p>offsets, what it is (data, commit, abort, or plain for data outside transactions), producer id
 * and epoch, then a mark for each replica: {@code *} has it whole, {@code -} has it with some
 * records gone, {@code o} has it emptied, {@code .} lacks it. An offset that no line mentions, or
 * that all lack, is a gap on every replica.
 */
final class WrittenHistory {
  private final List<String[]> lines;
  private final int replicas;
  private final long[] starts;
  private final long[] ends;
  private final Map<Integer, List<OffsetRange>> damaged = new LinkedHashMap<>();
  private final Map<Integer, List<AbortedTxn>> indexes = new LinkedHashMap<>();
  private CoordinatorWord coordinator = CoordinatorWord.SILENT;
  private int gapsKept = Integer.MAX_VALUE;

  private WrittenHistory(List<String[]> lines) {
    this.lines = lines;
    this.replicas = marks(lines.get(0)).length();
    this.starts = new long[replicas];
    this.ends = new long[replicas];
    for (int r = 0; r < replicas; r++) {
      ends[r] = lastOffset(lines.get(lines.size() - 1)) + 1;
    }
  }

  static WrittenHistory of(String text) {
    return new WrittenHistory(
        text.lines()
            .map(String::strip)
            .filter(l -> !l.isEmpty())
            .map(l -> l.split("\\s+"))
            .toList());
  }

  /** Log ends, if they are not all after the last line. */
  WrittenHistory ends(long... offsets) {
    System.arraycopy(offsets, 0, ends, 0, replicas);
    return this;
  }

  /** Log starts, if they are not all 0. */
  WrittenHistory starts(long... offsets) {
    System.arraycopy(offsets, 0, starts, 0, replicas);
    return this;
  }

  WrittenHistory damaged(int replica, long first, long last) {
    damaged.computeIfAbsent(replica, r -> new ArrayList<>()).add(new OffsetRange(first, last));
    return this;
  }

  /** An entry of a replica's transaction index: what an ABORT ended, by that replica. */
  WrittenHistory aborted(int replica, long producerId, long firstOffset, long abortOffset) {
    indexes
        .computeIfAbsent(replica, r -> new ArrayList<>())
        .add(new AbortedTxn((short) 0, producerId, firstOffset, abortOffset, abortOffset + 1));
    return this;
  }

  /** How many gaps are told apart; the last one covers all others. */
  WrittenHistory gapsKept(int count) {
    gapsKept = count;
    return this;
  }

  WrittenHistory coordinator(CoordinatorWord word) {
    coordinator = word;
    return this;
  }

  TransactionLedger ledger() {
    return new TransactionLedger(events(), ranges(), nobody(), coordinator);
  }

  /** The ends that replicas lack, each as row, replica, candidates, and whether that is exact. */
  List<String> losses() {
    return new MarkerJudge(
            ledger(), ranges(), indexes(), ranges().stream().map(r -> LeaderEpochs.NONE).toList())
        .judge().stream()
            .map(
                loss ->
                    "%s: %d lacks the end of p%d %d..%d at %s%s"
                        .formatted(
                            loss.row(),
                            loss.replica(),
                            loss.part().producerId(),
                            loss.part().firstOffset(),
                            loss.part().lastOffset(),
                            text(loss.candidates().ranges()),
                            (loss.isExact() ? "" : "?")
                                + (loss.candidates().isCut() ? " cut" : "")))
            .toList();
  }

  private static String text(List<OffsetRange> ranges) {
    return ranges.stream()
        .map(r -> r.first() == r.last() ? "" + r.first() : r.first() + "-" + r.last())
        .collect(Collectors.joining(","));
  }

  /** The outcomes of all transactions, part by part. */
  List<String> outcomes() {
    return ledger().transactions().stream()
        .flatMap(t -> t.parts().stream())
        .map(
            part ->
                "p%d %d..%d %s"
                    .formatted(
                        part.producerId(), part.firstOffset(), part.lastOffset(), part.outcome()))
        .toList();
  }

  /** The last stable offset of each replica. */
  List<Long> lastStableOffsets() {
    List<Long> offsets = new ArrayList<>();
    for (int r = 0; r < replicas; r++) {
      offsets.add(
          StableOffset.firstOpen(r, events(), starts[r], InheritedTransactions.none())
              .orElse(ends[r]));
    }
    return offsets;
  }

  private List<ReplicaRange> ranges() {
    List<ReplicaRange> ranges = new ArrayList<>();
    for (int r = 0; r < replicas; r++) {
      ranges.add(new ReplicaRange(starts[r], ends[r], false, damaged.getOrDefault(r, List.of())));
    }
    return ranges;
  }

  private List<List<AbortedTxn>> indexes() {
    List<List<AbortedTxn>> all = new ArrayList<>();
    for (int r = 0; r < replicas; r++) {
      all.add(indexes.getOrDefault(r, List.of()));
    }
    return all;
  }

  private OffsetRanges nobody() {
    OffsetRanges gaps = OffsetRanges.coveringAll(gapsKept);
    long next = 0;
    for (String[] line : lines) {
      if (marks(line).matches("\\.+")) {
        continue;
      }
      if (firstOffset(line) > next) {
        gaps.add(next, firstOffset(line) - 1);
      }
      next = lastOffset(line) + 1;
    }
    long end = 0;
    for (long logEnd : ends) {
      end = Math.max(end, logEnd);
    }
    if (end > next) {
      gaps.add(next, end - 1);
    }
    return gaps;
  }

  private List<ProducerEvent> events() {
    List<ProducerEvent> events = new ArrayList<>();
    for (String[] line : lines) {
      if (!line[1].equals("plain")) {
        for (char mark : new char[] {'*', '-', 'o'}) {
          int mask = mask(line, mark);
          if (mask != 0) {
            events.add(event(line, mark, mask));
          }
        }
      }
    }
    events.sort(
        Comparator.comparingLong(ProducerEvent::firstOffset)
            .thenComparingLong(ProducerEvent::lastOffset)
            .thenComparing(ProducerEvent::kind));
    return events;
  }

  private int mask(String[] line, char mark) {
    int mask = 0;
    for (int r = 0; r < replicas; r++) {
      boolean isInLog = firstOffset(line) >= starts[r] && firstOffset(line) < ends[r];
      if (isInLog && marks(line).charAt(r) == mark) {
        mask |= 1 << r;
      }
    }
    return mask;
  }

  private static ProducerEvent event(String[] line, char mark, int mask) {
    boolean isData = line[1].equals("data");
    ProducerEvent.Kind kind =
        isData
            ? ProducerEvent.Kind.DATA
            : mark == 'o'
                ? ProducerEvent.Kind.GRAVESTONE
                : ProducerEvent.Kind.valueOf(line[1].toUpperCase());
    int written = (int) (lastOffset(line) - firstOffset(line) + 1);
    int left =
        switch (mark) {
          case '*' -> written;
          case '-' -> written - 1;
          default -> 0;
        };
    return new ProducerEvent(
        mask,
        kind,
        Long.parseLong(line[2].substring(1)),
        Short.parseShort(line[3].substring(1)),
        firstOffset(line),
        lastOffset(line),
        firstOffset(line),
        kind.isEnd() ? 0 : -1,
        left);
  }

  private static long firstOffset(String[] line) {
    return Long.parseLong(line[0].split("-")[0]);
  }

  private static long lastOffset(String[] line) {
    String[] offsets = line[0].split("-");
    return Long.parseLong(offsets[offsets.length - 1]);
  }

  private static String marks(String[] line) {
    return line[line.length - 1];
  }
}
