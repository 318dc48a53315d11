package org.logdiff.analysis.model;

import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * A replica as it lies on the disk of its broker.
 *
 * @param lastStableOffset as if this broker led alone
 * @param cleanerCheckpoint first dirty offset; empty if nothing was cleaned yet
 * @param leaderEpochs start offset by leader epoch
 * @param snapshots producer states by the offset of the snapshot
 * @param inSync false for one that was away to the end
 * @param cleanlyStopped false for one whose process was killed, and not started again
 */
public record ReplicaState(
    int nodeId,
    List<SegmentState> segments,
    long logStartOffset,
    long logEndOffset,
    long lastStableOffset,
    OptionalLong cleanerCheckpoint,
    SortedMap<Integer, Long> leaderEpochs,
    NavigableMap<Long, List<ProducerEntry>> snapshots,
    boolean inSync,
    boolean cleanlyStopped) {

  public ReplicaState {
    segments = List.copyOf(segments);
    leaderEpochs = Collections.unmodifiableSortedMap(new TreeMap<>(leaderEpochs));
    snapshots = Collections.unmodifiableNavigableMap(new TreeMap<>(snapshots));
  }

  /** Every batch, in the order of the log. */
  public List<ModelBatch> batches() {
    return segments.stream().flatMap(segment -> segment.batches().stream()).toList();
  }

  /** Every record at or past the log start, in the order of the log. */
  public List<ModelRecord> records() {
    return batches().stream()
        .flatMap(batch -> batch.records().stream())
        .filter(record -> record.offset() >= logStartOffset)
        .toList();
  }

  /** Whether the offset lies in this log, whatever the cleaner has left there. */
  public boolean covers(long offset) {
    return logStartOffset <= offset && offset < logEndOffset;
  }

  ReplicaState shifted(long offsets) {
    TreeMap<Integer, Long> epochs = new TreeMap<>();
    leaderEpochs.forEach((epoch, start) -> epochs.put(epoch, start + offsets));
    TreeMap<Long, List<ProducerEntry>> shiftedSnapshots = new TreeMap<>();
    snapshots.forEach(
        (at, entries) ->
            shiftedSnapshots.put(
                at + offsets, entries.stream().map(entry -> entry.shifted(offsets)).toList()));
    return new ReplicaState(
        nodeId,
        segments.stream().map(segment -> segment.shifted(offsets)).toList(),
        logStartOffset + offsets,
        logEndOffset + offsets,
        lastStableOffset + offsets,
        cleanerCheckpoint.isPresent()
            ? OptionalLong.of(cleanerCheckpoint.getAsLong() + offsets)
            : cleanerCheckpoint,
        epochs,
        shiftedSnapshots,
        inSync,
        cleanlyStopped);
  }

  ReplicaState withKeys(UnaryOperator<String> rename) {
    return new ReplicaState(
        nodeId,
        segments.stream().map(segment -> segment.withKeys(rename)).toList(),
        logStartOffset,
        logEndOffset,
        lastStableOffset,
        cleanerCheckpoint,
        leaderEpochs,
        snapshots,
        inSync,
        cleanlyStopped);
  }

  ReplicaState withNodeId(int newNodeId) {
    return new ReplicaState(
        newNodeId,
        segments,
        logStartOffset,
        logEndOffset,
        lastStableOffset,
        cleanerCheckpoint,
        leaderEpochs,
        snapshots,
        inSync,
        cleanlyStopped);
  }
}
