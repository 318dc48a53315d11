package org.logdiff.analysis.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.logdiff.analysis.key.ReplicaRange;
import org.logdiff.analysis.replica.Replica;

/**
 * Where the lineages of replicas part (docs/semantics.md, 5.3 n and n'), and so within which
 * offsets each replica's word counts.
 */
final class Lineage {
  /**
   * A parting.
   *
   * @param replica that left the lineage; -1 if it cannot be said which of the two
   * @param other the replica it is compared with
   * @param one the other side if {@code replica} is -1, else the same as {@code replica}
   * @param offset the first at which they part
   * @param isTail whether it is only the unreplicated tail of a dead leader (n')
   */
  record Parting(int replica, int one, int other, long offset, boolean isTail) {}

  private final Survey survey;
  private final List<Replica> replicas;
  private final List<Parting> partings = new ArrayList<>();
  private final long[] end;

  Lineage(Survey survey) {
    this.survey = survey;
    replicas = survey.replicas;
    end = new long[replicas.size()];
    Arrays.setAll(end, r -> replicas.get(r).logEndOffset());
    findPartings();
  }

  List<Parting> partings() {
    return partings;
  }

  /** Per replica: where its word counts. */
  List<ReplicaRange> ranges() {
    List<ReplicaRange> ranges = new ArrayList<>();
    for (int r = 0; r < replicas.size(); r++) {
      Replica replica = replicas.get(r);
      boolean isConflict = false;
      for (Parting parting : partings) {
        isConflict |=
            !parting.isTail()
                && (parting.one() == r || parting.other() == r)
                && parting.offset() == end[r];
      }
      ranges.add(
          new ReplicaRange(
              replica.logStartOffset(),
              Math.min(end[r], replica.logEndOffset()),
              isConflict && end[r] < replica.logEndOffset(),
              survey.tails.unknown(r, survey.unknown[r])));
    }
    return ranges;
  }

  private void findPartings() {
    int n = replicas.size();
    for (int p = 0; p < n; p++) {
      for (int q = p + 1; q < n; q++) {
        Parting parting = partingOf(p, q);
        if (parting != null) {
          partings.add(parting);
        }
      }
    }
    keepLowestOfEachReplica();
    for (Parting parting : partings) {
      if (parting.replica() >= 0) {
        end[parting.replica()] = Math.min(end[parting.replica()], parting.offset());
      } else {
        end[parting.one()] = Math.min(end[parting.one()], parting.offset());
        end[parting.other()] = Math.min(end[parting.other()], parting.offset());
      }
    }
  }

  /** A replica that left the lineage parts from each of the others; that is one fault. */
  private void keepLowestOfEachReplica() {
    partings.removeIf(
        parting ->
            parting.replica() >= 0
                && partings.stream()
                    .anyMatch(
                        o ->
                            o.replica() == parting.replica()
                                && (o.offset() < parting.offset()
                                    || (o.offset() == parting.offset()
                                        && o.other() < parting.other()))));
  }

  private Parting partingOf(int p, int q) {
    long pParts = survey.partedAt[p][q];
    long qParts = survey.partedAt[q][p];
    long content = Long.MAX_VALUE;
    int contentSide = -1;
    for (Conflicts.Conflict conflict : survey.conflicts.listed()) {
      boolean concerns =
          (conflict.replica() == p && conflict.other() == q)
              || (conflict.replica() == q && conflict.other() == p);
      if (concerns && !conflict.isHeaderOnly() && conflict.offset() < content) {
        content = conflict.offset();
        contentSide =
            conflict.epoch() == conflict.otherEpoch()
                ? -1
                : conflict.epoch() < conflict.otherEpoch() ? conflict.replica() : conflict.other();
      }
    }
    long first = Math.min(content, Math.min(pParts, qParts));
    if (first == Long.MAX_VALUE) {
      return null;
    }
    int side = pParts == first ? p : qParts == first ? q : contentSide;
    int other = side == q ? p : q;
    return new Parting(
        side,
        side < 0 ? p : side,
        side < 0 ? q : other,
        first,
        side >= 0 && isTail(side, other, first));
  }

  /**
   * Row n': the side has no later epoch than the parting, and its high watermark is not above it.
   */
  private boolean isTail(int side, int other, long offset) {
    Replica dead = replicas.get(side);
    int latest = dead.leaderEpochs().latest().orElse(Integer.MAX_VALUE);
    int lineage = replicas.get(other).leaderEpochs().epochAt(offset).orElse(-1);
    return latest < lineage
        && dead.highWatermark().isPresent()
        && dead.highWatermark().getAsLong() <= offset;
  }
}
