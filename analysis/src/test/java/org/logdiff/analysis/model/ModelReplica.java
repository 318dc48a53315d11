package org.logdiff.analysis.model;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/** One broker's replica of the partition, while its history goes on. */
final class ModelReplica {

  private final int nodeId;
  private final int segmentBytes;
  private final ProducerStates producers = new ProducerStates();
  private final TreeMap<Long, List<ProducerEntry>> snapshots = new TreeMap<>();
  private final TreeMap<Integer, Long> leaderEpochs = new TreeMap<>();
  private final Set<Long> receivedOffsets = new HashSet<>();
  private List<ModelSegment> segments = new ArrayList<>();
  private long logStartOffset;
  private long logEndOffset;
  private OptionalLong cleanerCheckpoint = OptionalLong.empty();
  private boolean online = true;
  private boolean killed;
  private boolean rollDue;

  ModelReplica(int nodeId, int segmentBytes) {
    this.nodeId = nodeId;
    this.segmentBytes = segmentBytes;
    segments.add(new ModelSegment(0));
  }

  /** A copy to try things on. */
  ModelReplica copy() {
    ModelReplica copy = new ModelReplica(nodeId, segmentBytes);
    copy.segments = new ArrayList<>(segments.stream().map(ModelSegment::copy).toList());
    copy.producers.takeOver(producers);
    copy.snapshots.putAll(snapshots);
    copy.leaderEpochs.putAll(leaderEpochs);
    copy.receivedOffsets.addAll(receivedOffsets);
    copy.logStartOffset = logStartOffset;
    copy.logEndOffset = logEndOffset;
    copy.cleanerCheckpoint = cleanerCheckpoint;
    copy.online = online;
    copy.killed = killed;
    copy.rollDue = rollDue;
    return copy;
  }

  int nodeId() {
    return nodeId;
  }

  boolean isOnline() {
    return online;
  }

  long logStartOffset() {
    return logStartOffset;
  }

  long logEndOffset() {
    return logEndOffset;
  }

  List<ModelSegment> segments() {
    return segments;
  }

  ModelSegment activeSegment() {
    return segments.get(segments.size() - 1);
  }

  ProducerStates producers() {
    return producers;
  }

  Set<Long> snapshotOffsets() {
    return snapshots.keySet();
  }

  OptionalLong cleanerCheckpoint() {
    return cleanerCheckpoint;
  }

  /**
   * As if this broker led alone: its high watermark is its log end. A transaction that began below
   * the log start counts from the batch that holds the log start.
   */
  long lastStableOffset() {
    long firstOpenOffset = producers.firstOpenOffset().orElse(logEndOffset);
    if (firstOpenOffset >= logStartOffset) {
      return firstOpenOffset;
    }
    return batches().stream()
        .filter(batch -> batch.lastOffset() >= logStartOffset)
        .mapToLong(ModelBatch::baseOffset)
        .findFirst()
        .orElse(logEndOffset);
  }

  /** Every batch, in the order of the log. */
  List<ModelBatch> batches() {
    return segments.stream().flatMap(segment -> segment.batches.stream()).toList();
  }

  /** Whether a record or a full end marker at this offset was ever appended to this replica. */
  boolean hasReceived(long offset) {
    return receivedOffsets.contains(offset);
  }

  void append(ModelBatch batch) {
    if (rollDue || isTooFullFor(batch)) {
      rollAt(batch.baseOffset());
    }
    activeSegment().batches.add(batch);
    producers.update(batch).ifPresent(activeSegment().abortedTransactions::add);
    if (leaderEpochs.isEmpty() || leaderEpochs.lastKey() < batch.header().leaderEpoch()) {
      assignLeaderEpoch(batch.header().leaderEpoch(), batch.baseOffset());
    }
    logEndOffset = batch.nextOffset();
    batch.records().forEach(record -> receivedOffsets.add(record.offset()));
    batch.marker().ifPresent(marker -> receivedOffsets.add(batch.baseOffset()));
  }

  private boolean isTooFullFor(ModelBatch batch) {
    return activeSegment().sizeInBytes() > segmentBytes - batch.sizeInBytes();
  }

  /** The next append goes to a new segment. */
  void rollWithNextAppend() {
    rollDue = true;
  }

  /** Opens a new segment now, unless the active one is empty. */
  void roll() {
    rollAt(logEndOffset);
  }

  /** A segment that is opened for a batch begins with it, even if a gap lies before it. */
  private void rollAt(long offset) {
    rollDue = false;
    if (activeSegment().baseOffset < logEndOffset) {
      takeSnapshot(offset);
      segments.add(new ModelSegment(offset));
    }
  }

  void becomeLeader(int leaderEpoch) {
    assignLeaderEpoch(leaderEpoch, logEndOffset);
  }

  /** An epoch that begins where earlier ones began replaces them. */
  private void assignLeaderEpoch(int leaderEpoch, long startOffset) {
    leaderEpochs.values().removeIf(start -> start >= startOffset);
    leaderEpochs.put(leaderEpoch, startOffset);
  }

  void leave(Event.Absence absence) {
    online = false;
    if (absence == Event.Absence.AWAY) {
      takeSnapshot(logEndOffset);
    }
    killed = absence == Event.Absence.KILL;
  }

  /**
   * A restarted broker has a snapshot at its log end, and drops stray ones but the last, and those
   * at or below the log start. It forgets idle producers and leader epochs that no record carries.
   */
  void start(long nowMs, long producerIdExpirationMs) {
    if (killed) {
      recoverProducers(nowMs, producerIdExpirationMs);
    }
    online = true;
    killed = false;
    leaderEpochs.values().removeIf(start -> start >= logEndOffset);
    takeSnapshot(logEndOffset);
    dropStraySnapshots();
    snapshots.headMap(logStartOffset, true).clear();
    producers.expire(nowMs, producerIdExpirationMs);
  }

  /** After a crash, the producer state is replayed over the active segment. */
  private void recoverProducers(long nowMs, long producerIdExpirationMs) {
    snapshots.tailMap(activeSegment().baseOffset, false).clear();
    producers.clear();
    long from = 0;
    if (!snapshots.isEmpty()) {
      from = snapshots.lastKey();
      producers.load(snapshots.get(from));
      producers.expire(nowMs, producerIdExpirationMs);
    }
    for (ModelBatch batch : batches()) {
      if (batch.baseOffset() >= from) {
        producers.update(batch);
      }
    }
  }

  private void takeSnapshot(long offset) {
    if (offset > 0) {
      snapshots.put(offset, producers.entries());
    }
  }

  private void dropStraySnapshots() {
    long last = snapshots.isEmpty() ? -1 : snapshots.lastKey();
    snapshots
        .keySet()
        .removeIf(
            offset ->
                offset != last
                    && segments.stream().noneMatch(segment -> segment.baseOffset == offset));
  }

  /** The network is back: nothing was written. */
  void reappear() {
    online = true;
  }

  void expireProducers(long nowMs, long producerIdExpirationMs) {
    producers.expire(nowMs, producerIdExpirationMs);
  }

  /** Segments that lie below the new start are deleted. */
  void advanceLogStart(long offset) {
    if (offset <= logStartOffset) {
      return;
    }
    logStartOffset = offset;
    while (segments.size() > 1 && segments.get(1).baseOffset <= offset) {
      snapshots.remove(segments.remove(0).baseOffset);
    }
    forgetLeaderEpochsBelow(offset);
  }

  private void forgetLeaderEpochsBelow(long offset) {
    Integer earliest = null;
    for (var entry : leaderEpochs.entrySet()) {
      if (entry.getValue() <= offset) {
        earliest = entry.getKey();
      }
    }
    if (earliest != null) {
      leaderEpochs.headMap(earliest).clear();
      leaderEpochs.put(earliest, offset);
    }
  }

  /** Everything is lost; the log begins anew at the given offset. */
  void startOver(long offset) {
    segments = new ArrayList<>(List.of(new ModelSegment(offset)));
    producers.clear();
    snapshots.clear();
    killed = false;
    leaderEpochs.clear();
    receivedOffsets.clear();
    logStartOffset = offset;
    logEndOffset = offset;
    cleanerCheckpoint = OptionalLong.empty();
    rollDue = false;
  }

  /**
   * Fetches from a leader, batch by batch as they lie there now, from the own log end on. If the
   * leader's log starts within a batch, a new follower's log begins with that batch.
   */
  void catchUp(ModelReplica leader) {
    if (logEndOffset < leader.logStartOffset) {
      startOver(leader.logStartOffset);
    }
    for (ModelBatch batch : leader.batches()) {
      if (batch.lastOffset() >= logEndOffset) {
        if (batch.baseOffset() < logEndOffset) {
          startOver(batch.baseOffset());
        }
        append(batch);
      }
    }
    advanceLogStart(leader.logStartOffset);
  }

  /** Puts the result of a cleaner pass in place. */
  void replaceCleaned(CleaningResult result) {
    Set<Long> gone = new HashSet<>();
    segments.forEach(segment -> gone.add(segment.baseOffset));
    segments = new ArrayList<>(result.segments());
    segments.forEach(segment -> gone.remove(segment.baseOffset));
    snapshots.keySet().removeAll(gone);
    cleanerCheckpoint = OptionalLong.of(result.firstDirtyOffset());
  }

  /** A checkpoint outside the log is set to its start, whether or not a pass follows. */
  void correctCleanerCheckpoint() {
    if (cleanerCheckpoint.isPresent()
        && (cleanerCheckpoint.getAsLong() < logStartOffset
            || cleanerCheckpoint.getAsLong() > logEndOffset)) {
      cleanerCheckpoint = OptionalLong.of(logStartOffset);
    }
  }

  void forgetCleanerCheckpoint() {
    cleanerCheckpoint = OptionalLong.empty();
  }

  /** As its broker would leave it after a clean stop; one that was killed stays as it is. */
  ReplicaState state() {
    if (!killed) {
      takeSnapshot(logEndOffset);
    }
    return new ReplicaState(
        nodeId,
        segments.stream().map(ModelSegment::state).toList(),
        logStartOffset,
        logEndOffset,
        lastStableOffset(),
        cleanerCheckpoint,
        leaderEpochs,
        snapshots,
        online,
        !killed);
  }
}
