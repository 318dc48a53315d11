package org.logdiff.analysis.model;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A tombstone or an end marker that a replica never received, although it still holds an older
 * value of the key, or data of the transaction.
 *
 * @param replica node id of the replica that lacks it
 * @param key of the tombstone; null for a marker
 * @param transaction of the marker, as it truly was; empty for a tombstone
 * @param offset true offset of what was lost; for a tombstone the latest one of its key
 * @param orphanOffset of the older value, or of the first batch of the transaction, on the replica;
 *     below the log start if only its producer state still holds the transaction open
 * @param allOffsets every tombstone of the key above the orphan that the replica never received, in
 *     ascending order; for a marker its own offset
 */
public record Loss(
    LossKind kind,
    int replica,
    String key,
    Optional<ModelTransaction> transaction,
    long offset,
    long orphanOffset,
    List<Long> allOffsets,
    Visibility visibility) {

  public Loss {
    allOffsets = List.copyOf(allOffsets);
  }

  /** Whether this is the same loss on the same replica, however visible. */
  boolean isSameAs(Loss other) {
    return replica == other.replica
        && offset == other.offset
        && kind == other.kind
        && java.util.Objects.equals(key, other.key);
  }

  Loss derivable() {
    return new Loss(
        kind,
        replica,
        key,
        transaction,
        offset,
        orphanOffset,
        allOffsets,
        visibility == Visibility.SHOWN ? Visibility.DERIVABLE : visibility);
  }

  Loss beforeCatchUp() {
    return new Loss(
        kind.beforeCatchUp(),
        replica,
        key,
        transaction,
        offset,
        orphanOffset,
        allOffsets,
        visibility);
  }

  Loss shifted(long offsets) {
    return new Loss(
        kind,
        replica,
        key,
        transaction.map(t -> t.shifted(offsets)),
        offset + offsets,
        orphanOffset + offsets,
        allOffsets.stream().map(each -> each + offsets).toList(),
        visibility);
  }

  Loss withKeys(UnaryOperator<String> rename) {
    return new Loss(
        kind,
        replica,
        key == null ? null : rename.apply(key),
        transaction,
        offset,
        orphanOffset,
        allOffsets,
        visibility);
  }

  Loss onReplica(int nodeId) {
    return new Loss(kind, nodeId, key, transaction, offset, orphanOffset, allOffsets, visibility);
  }

  @Override
  public String toString() {
    String what = key == null ? "producer " + transaction.orElseThrow().producerId() : "key " + key;
    return kind
        + " on "
        + replica
        + ", "
        + what
        + ", at "
        + offset
        + ", orphan at "
        + orphanOffset
        + (allOffsets.size() > 1 ? ", of " + allOffsets : "")
        + ", "
        + visibility;
  }
}
