package org.logdiff.analysis.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Compares each replica with what was truly written, and names what it never received. */
final class TruthFinder {

  /** A record as written, and the transaction that it was part of, if any. */
  private record Written(ModelRecord record, Optional<ModelTransaction> transaction) {

    long offset() {
      return record.offset();
    }

    boolean isTombstone() {
      return record.isTombstone();
    }

    /** Whether it took effect in a log that ends there. */
    boolean tookEffectBelow(long logEndOffset) {
      return offset() < logEndOffset
          && (transaction.isEmpty()
              || (transaction.get().outcome().equals(Optional.of(Outcome.COMMIT))
                  && transaction.get().endOffset().getAsLong() < logEndOffset));
    }
  }

  private final List<ModelTransaction> transactions;
  private final List<ModelReplica> replicas;
  private final Map<String, List<Written>> writtenByKey = new TreeMap<>();
  private final Map<ModelReplica, Set<Long>> recordOffsets = new HashMap<>();

  TruthFinder(
      List<ModelBatch> written, List<ModelTransaction> transactions, List<ModelReplica> replicas) {
    this.transactions = transactions;
    this.replicas = replicas;
    Map<Long, ModelTransaction> byBaseOffset = new TreeMap<>();
    for (ModelTransaction transaction : transactions) {
      transaction.batches().forEach(b -> byBaseOffset.put(b.baseOffset(), transaction));
    }
    for (ModelBatch batch : written) {
      Optional<ModelTransaction> transaction =
          Optional.ofNullable(byBaseOffset.get(batch.baseOffset()));
      for (ModelRecord record : batch.records()) {
        if (record.key() != null) {
          writtenByKey
              .computeIfAbsent(record.key(), key -> new ArrayList<>())
              .add(new Written(record, transaction));
        }
      }
    }
  }

  Truth find() {
    List<Loss> losses = new ArrayList<>();
    List<Loss> atRisk = new ArrayList<>();
    List<Consequence> consequences = new ArrayList<>();
    for (ModelReplica replica : replicas) {
      lossesOf(replica).forEach(loss -> losses.add(placed(loss, replica)));
      consequences.addAll(consequencesOn(replica));
      if (!replica.isOnline()) {
        addImpending(replica, losses, atRisk);
      }
    }
    return new Truth(losses, atRisk, consequences);
  }

  private List<Loss> lossesOf(ModelReplica replica) {
    List<Loss> losses = new ArrayList<>();
    writtenByKey.keySet().forEach(key -> lostTombstone(replica, key).ifPresent(losses::add));
    transactions.forEach(transaction -> lostMarker(replica, transaction).ifPresent(losses::add));
    return losses;
  }

  /** What the replica would lose by coming back from each of the replicas that could lead. */
  private void addImpending(ModelReplica replica, List<Loss> losses, List<Loss> atRisk) {
    List<Loss> already = lossesOf(replica);
    List<List<Loss>> bySource = new ArrayList<>();
    for (ModelReplica source : replicas) {
      if (source.isOnline()) {
        ModelReplica returned = replica.copy();
        returned.catchUp(source);
        bySource.add(
            lossesOf(returned).stream()
                .filter(loss -> already.stream().noneMatch(loss::isSameAs))
                .toList());
      }
    }
    List<Loss> seen = new ArrayList<>();
    for (List<Loss> fromSource : bySource) {
      for (Loss loss : fromSource) {
        if (seen.stream().noneMatch(loss::isSameAs)) {
          seen.add(loss);
          boolean always =
              bySource.stream().allMatch(other -> other.stream().anyMatch(loss::isSameAs));
          (always ? losses : atRisk).add(placed(loss.beforeCatchUp(), replica));
        }
      }
    }
  }

  /**
   * A tombstone that nobody has any more may lie on either side of an absent replica's log end, as
   * long as there are gaps on both.
   */
  private Loss placed(Loss loss, ModelReplica replica) {
    boolean before = loss.kind() == LossKind.LOST_TOMBSTONE;
    if (replica.isOnline() || !loss.kind().isOfTombstone()) {
      return loss;
    }
    long end = replicas.stream().mapToLong(ModelReplica::logEndOffset).max().orElseThrow();
    boolean ambiguous =
        before
            ? hasGap(replica.logEndOffset(), end)
            : hasGap(loss.orphanOffset() + 1, replica.logEndOffset());
    return ambiguous ? loss.derivable() : loss;
  }

  private boolean hasGap(long from, long to) {
    return LongStream.range(from, to)
        .anyMatch(
            offset ->
                replicas.stream()
                    .noneMatch(
                        replica ->
                            recordOffsets(replica).contains(offset)
                                || hasFullMarker(replica, offset)));
  }

  private Optional<Loss> lostTombstone(ModelReplica replica, String key) {
    Optional<Written> expected = expected(replica, key);
    Optional<Written> actual = actual(replica, key);
    if (expected.isEmpty()
        || actual.isEmpty()
        || !expected.get().isTombstone()
        || actual.get().isTombstone()
        || replica.hasReceived(expected.get().offset())) {
      return Optional.empty();
    }
    long orphanOffset = actual.get().offset();
    List<Long> allOffsets =
        writtenByKey.get(key).stream()
            .filter(Written::isTombstone)
            .filter(written -> written.tookEffectBelow(replica.logEndOffset()))
            .map(Written::offset)
            .filter(offset -> offset > orphanOffset && !replica.hasReceived(offset))
            .toList();
    return Optional.of(
        new Loss(
            LossKind.LOST_TOMBSTONE,
            replica.nodeId(),
            key,
            Optional.empty(),
            expected.get().offset(),
            orphanOffset,
            allOffsets,
            visibility(replica, actual.get())));
  }

  private Visibility visibility(ModelReplica replica, Written orphan) {
    List<ModelReplica> witnesses =
        others(replica)
            .filter(other -> covers(other, orphan.offset()))
            .filter(other -> !actual(other, orphan.record().key()).equals(Optional.of(orphan)))
            .toList();
    if (witnesses.isEmpty()) {
      return Visibility.INVISIBLE;
    }
    boolean soundWitness =
        witnesses.stream()
            .anyMatch(other -> missedNoMarker(other) && decidedAbove(other, orphan, -1));
    boolean proven =
        orphan.transaction().map(this::isProven).orElse(true)
            && decidedAbove(replica, orphan, orphan.offset());
    return soundWitness && proven ? Visibility.SHOWN : Visibility.DERIVABLE;
  }

  /**
   * Whether the outcome of all that a replica has of the orphan's key, above an offset, is clear.
   */
  private boolean decidedAbove(ModelReplica replica, Written orphan, long offset) {
    return writtenByKey.get(orphan.record().key()).stream()
        .filter(written -> written.offset() > offset)
        .filter(written -> recordOffsets(replica).contains(written.offset()))
        .allMatch(written -> written.transaction().map(this::isProven).orElse(true));
  }

  private boolean isProven(ModelTransaction transaction) {
    return !transaction.isOpen()
        && replicas.stream().anyMatch(any -> hasFullMarker(any, endOffset(transaction)))
        && markerSpeaksForItself(transaction);
  }

  private boolean missedNoMarker(ModelReplica replica) {
    return transactions.stream().noneMatch(transaction -> missedMarker(replica, transaction));
  }

  /** Whether it received data of the transaction, went past its end, and never got its marker. */
  private static boolean missedMarker(ModelReplica replica, ModelTransaction transaction) {
    return !transaction.isOpen()
        && endOffset(transaction) < replica.logEndOffset()
        && !replica.hasReceived(endOffset(transaction))
        && transaction.batches().stream()
            .flatMap(batch -> batch.records().stream())
            .anyMatch(record -> replica.hasReceived(record.offset()));
  }

  private Optional<Loss> lostMarker(ModelReplica replica, ModelTransaction transaction) {
    OptionalLong firstBatch = firstBatchOf(replica, transaction);
    OptionalLong orphanOffset =
        firstBatch.isPresent() ? firstBatch : openBelowLogStart(replica, transaction);
    if (transaction.isOpen()
        || endOffset(transaction) >= replica.logEndOffset()
        || replica.hasReceived(endOffset(transaction))
        || orphanOffset.isEmpty()) {
      return Optional.empty();
    }
    LossKind kind =
        transaction.outcome().get() == Outcome.COMMIT ? LossKind.LOST_COMMIT : LossKind.LOST_ABORT;
    return Optional.of(
        new Loss(
            kind,
            replica.nodeId(),
            null,
            Optional.of(transaction),
            endOffset(transaction),
            orphanOffset.getAsLong(),
            List.of(endOffset(transaction)),
            firstBatch.isPresent() ? visibility(replica, transaction) : Visibility.DERIVABLE));
  }

  /** The data is below the log start, but the broker still holds the transaction open. */
  private static OptionalLong openBelowLogStart(
      ModelReplica replica, ModelTransaction transaction) {
    return replica
        .producers()
        .entry(transaction.producerId())
        .map(ProducerEntry::currentTxnFirstOffset)
        .filter(first -> first.isPresent() && first.getAsLong() == transaction.firstOffset())
        .orElse(OptionalLong.empty());
  }

  private Visibility visibility(ModelReplica replica, ModelTransaction transaction) {
    long end = endOffset(transaction);
    if (others(replica).anyMatch(other -> hasFullMarker(other, end))) {
      return markerSpeaksForItself(transaction) ? Visibility.SHOWN : Visibility.KIND_OPEN;
    }
    if (replicas.stream().anyMatch(any -> hasBatch(any, end, ModelBatch::isGravestone))) {
      return Visibility.KIND_OPEN;
    }
    List<Long> own = batchesOf(replica, transaction);
    boolean differs =
        others(replica)
            .filter(other -> covers(other, transaction.firstOffset()))
            .anyMatch(other -> !batchesOf(other, transaction).equals(own));
    return differs && !looksHealthy(replica, transaction)
        ? Visibility.DERIVABLE
        : Visibility.INVISIBLE;
  }

  /**
   * Whether the disks would look the same if the producer's next marker were the transaction's own
   * end: its epoch and that of all between fit, and with that outcome all replicas show the same of
   * every key. Transaction indexes that differ do not tell: a replica that copied half-cleaned data
   * leaves the same.
   */
  private boolean looksHealthy(ModelReplica replica, ModelTransaction transaction) {
    Optional<ModelBatch> next = nextMarker(transaction);
    boolean decides =
        next.isPresent()
            && (next.get().baseOffset() >= replica.logEndOffset()
                || hasFullMarker(replica, next.get().baseOffset()));
    if (!decides) {
      return false;
    }
    Outcome outcome = next.get().marker().orElseThrow().outcome();
    return transaction.batches().stream()
        .flatMap(batch -> batch.records().stream())
        .map(ModelRecord::key)
        .filter(key -> key != null)
        .allMatch(key -> showTheSame(replica, key, transaction, outcome));
  }

  /** The next full marker of the producer on any replica, if it can be the end of this data. */
  private Optional<ModelBatch> nextMarker(ModelTransaction transaction) {
    List<ModelBatch> later =
        replicas.stream()
            .flatMap(any -> any.batches().stream())
            .filter(batch -> batch.producerId() == transaction.producerId())
            .filter(batch -> batch.baseOffset() > transaction.lastDataOffset())
            .sorted(Comparator.comparingLong(ModelBatch::baseOffset))
            .toList();
    for (ModelBatch batch : later) {
      int bump = batch.header().producerEpoch() - transaction.producerEpoch();
      if (batch.marker().isPresent()) {
        int most = batch.marker().get().outcome() == Outcome.ABORT ? 2 : 1;
        return bump <= most ? Optional.of(batch) : Optional.empty();
      }
      if (bump > 0) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private boolean showTheSame(
      ModelReplica replica, String key, ModelTransaction transaction, Outcome outcome) {
    Optional<Written> here = latestIf(replica, key, transaction, outcome);
    return others(replica)
        .filter(other -> covers(other, transaction.firstOffset()))
        .map(other -> latestIf(other, key, transaction, outcome))
        .allMatch(
            there ->
                there.equals(here)
                    || (isGone(there) && isGone(here))
                    || there.filter(w -> w.offset() >= replica.logEndOffset()).isPresent());
  }

  private static boolean isGone(Optional<Written> latest) {
    return latest.map(Written::isTombstone).orElse(true);
  }

  /** The latest record of a key on a replica if a transaction had that outcome. */
  private Optional<Written> latestIf(
      ModelReplica replica, String key, ModelTransaction transaction, Outcome outcome) {
    return latest(
        key,
        written ->
            written.offset() >= replica.logStartOffset()
                && recordOffsets(replica).contains(written.offset())
                && (written.transaction().equals(Optional.of(transaction))
                    ? outcome == Outcome.COMMIT
                    : written.tookEffectBelow(replica.logEndOffset())));
  }

  /**
   * Whether a marker that is still there can only be this transaction's: its epoch says so under
   * protocol 2 for a COMMIT, and otherwise no gap between what is left of the data and the marker
   * may hide another end.
   */
  private boolean markerSpeaksForItself(ModelTransaction transaction) {
    long end = endOffset(transaction);
    boolean commitOfNextEpoch =
        replicas.stream()
            .anyMatch(
                replica ->
                    hasBatch(
                        replica,
                        end,
                        batch ->
                            batch.marker().isPresent()
                                && batch.marker().get().outcome() == Outcome.COMMIT
                                && batch.header().producerEpoch() > transaction.producerEpoch()));
    if (commitOfNextEpoch) {
      return true;
    }
    long offset = firstOffsetLeft(transaction);
    while (offset < end) {
      long at = offset;
      Optional<ModelBatch> batch =
          replicas.stream()
              .flatMap(replica -> replica.batches().stream())
              .filter(b -> b.baseOffset() <= at && at <= b.lastOffset())
              .findFirst();
      if (batch.isEmpty()) {
        return false;
      }
      offset = batch.get().nextOffset();
    }
    return true;
  }

  /** Of the transaction's data on any replica. */
  private long firstOffsetLeft(ModelTransaction transaction) {
    return replicas.stream()
        .flatMap(replica -> batchesOf(replica, transaction).stream())
        .mapToLong(offset -> offset)
        .min()
        .orElse(transaction.lastDataOffset() + 1);
  }

  private List<Consequence> consequencesOn(ModelReplica replica) {
    List<Consequence> consequences = new ArrayList<>();
    for (String key : writtenByKey.keySet()) {
      Optional<Written> expected = expected(replica, key);
      Optional<Written> actual = actual(replica, key);
      if (expected.isEmpty() || expected.equals(actual)) {
        continue;
      }
      boolean lost =
          expected.get().isTombstone()
              ? actual.isPresent()
                  && !actual.get().isTombstone()
                  && replica.hasReceived(expected.get().offset())
              : expected.get().offset() >= replica.logStartOffset();
      if (lost) {
        consequences.add(
            new Consequence(
                replica.nodeId(),
                key,
                expected.get().offset(),
                actual.isPresent()
                    ? OptionalLong.of(actual.get().offset())
                    : OptionalLong.empty()));
      }
    }
    return consequences;
  }

  /** The latest record of a key that took effect in the part of the log that the replica covers. */
  private Optional<Written> expected(ModelReplica replica, String key) {
    return latest(key, written -> written.tookEffectBelow(replica.logEndOffset()));
  }

  /** The latest record of a key that took effect and is on the replica. */
  private Optional<Written> actual(ModelReplica replica, String key) {
    return latest(
        key,
        written ->
            written.tookEffectBelow(replica.logEndOffset())
                && written.offset() >= replica.logStartOffset()
                && recordOffsets(replica).contains(written.offset()));
  }

  private Set<Long> recordOffsets(ModelReplica replica) {
    return recordOffsets.computeIfAbsent(
        replica,
        r ->
            r.batches().stream()
                .flatMap(batch -> batch.records().stream())
                .map(ModelRecord::offset)
                .collect(Collectors.toSet()));
  }

  private Optional<Written> latest(String key, Predicate<Written> condition) {
    List<Written> all = writtenByKey.get(key);
    for (int i = all.size() - 1; i >= 0; i--) {
      if (condition.test(all.get(i))) {
        return Optional.of(all.get(i));
      }
    }
    return Optional.empty();
  }

  private Stream<ModelReplica> others(ModelReplica replica) {
    return replicas.stream().filter(other -> other.nodeId() != replica.nodeId());
  }

  private static boolean covers(ModelReplica replica, long offset) {
    return replica.logStartOffset() <= offset && offset < replica.logEndOffset();
  }

  private static long endOffset(ModelTransaction transaction) {
    return transaction.endOffset().getAsLong();
  }

  private static boolean hasFullMarker(ModelReplica replica, long offset) {
    return hasBatch(replica, offset, batch -> batch.marker().isPresent());
  }

  private static boolean hasBatch(
      ModelReplica replica, long offset, Predicate<ModelBatch> condition) {
    return replica.batches().stream()
        .anyMatch(batch -> batch.baseOffset() == offset && condition.test(batch));
  }

  private static OptionalLong firstBatchOf(ModelReplica replica, ModelTransaction transaction) {
    return batchesOf(replica, transaction).stream().mapToLong(offset -> offset).findFirst();
  }

  /** Base offsets of the batches of a transaction that a replica still has, even empty. */
  private static List<Long> batchesOf(ModelReplica replica, ModelTransaction transaction) {
    List<Long> written = transaction.batches().stream().map(ModelBatch::baseOffset).toList();
    return replica.batches().stream()
        .filter(batch -> batch.lastOffset() >= replica.logStartOffset())
        .map(ModelBatch::baseOffset)
        .filter(written::contains)
        .toList();
  }
}
