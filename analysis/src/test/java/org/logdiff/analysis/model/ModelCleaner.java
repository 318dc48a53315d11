package org.logdiff.analysis.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The cleaner, by the rules that Kafka's follows. It leaves the replica as it is and returns what a
 * pass would leave. Checked against Kafka 4.4.0's own cleaner by {@code CleanerOracleTest}.
 */
final class ModelCleaner {

  private final TopicConfig config;

  ModelCleaner(TopicConfig config) {
    this.config = config;
  }

  /** A pass as the broker would make it; empty if it would find nothing dirty. */
  Optional<CleaningResult> pass(ModelReplica replica, long nowMs) {
    long firstDirtyOffset = firstDirtyOffset(replica);
    long firstUncleanableOffset = firstUncleanableOffset(replica, firstDirtyOffset, nowMs);
    List<ModelSegment> dirty = overlapping(replica, firstDirtyOffset, firstUncleanableOffset);
    if (dirty.stream().mapToLong(ModelSegment::sizeInBytes).sum() == 0) {
      return Optional.empty();
    }
    KeyMap keys = buildKeyMap(replica, dirty, firstDirtyOffset, firstUncleanableOffset);
    long endOffset = keys.latestOffset() + 1;
    List<ModelSegment> toClean = overlapping(replica, 0, endOffset);
    CleanerPass pass = new CleanerPass(config, replica, keys, nowMs, firstUncleanableOffset);
    List<ModelSegment> result = new ArrayList<>();
    grouped(toClean).forEach(group -> result.add(pass.clean(group)));
    replica.segments().stream().filter(s -> !toClean.contains(s)).forEach(result::add);
    return Optional.of(new CleaningResult(result, endOffset));
  }

  private static long firstDirtyOffset(ModelReplica replica) {
    long checkpoint = replica.cleanerCheckpoint().orElse(replica.logStartOffset());
    boolean valid = replica.logStartOffset() <= checkpoint && checkpoint <= replica.logEndOffset();
    return valid ? checkpoint : replica.logStartOffset();
  }

  private long firstUncleanableOffset(ModelReplica replica, long firstDirtyOffset, long nowMs) {
    long activeBaseOffset = replica.activeSegment().baseOffset;
    long offset = Math.min(replica.lastStableOffset(), activeBaseOffset);
    if (config.minCompactionLagMs() > 0) {
      long tooYoungMs = nowMs - config.minCompactionLagMs();
      offset =
          Math.min(
              offset,
              overlapping(replica, firstDirtyOffset, activeBaseOffset).stream()
                  .filter(segment -> segment.largestTimestampMs() > tooYoungMs)
                  .mapToLong(segment -> segment.baseOffset)
                  .findFirst()
                  .orElse(Long.MAX_VALUE));
    }
    return baseOffsetOfSegmentWith(replica, offset);
  }

  private static long baseOffsetOfSegmentWith(ModelReplica replica, long offset) {
    long baseOffset = replica.segments().get(0).baseOffset;
    for (ModelSegment segment : replica.segments()) {
      if (segment.baseOffset <= offset) {
        baseOffset = segment.baseOffset;
      }
    }
    return baseOffset;
  }

  /** The segments that hold [from, to): from the one with the first offset to the last one. */
  private static List<ModelSegment> overlapping(ModelReplica replica, long from, long to) {
    List<ModelSegment> all = replica.segments();
    List<ModelSegment> overlapping = new ArrayList<>();
    if (from >= to) {
      return overlapping;
    }
    for (int i = 0; i < all.size(); i++) {
      boolean endsBefore = i + 1 < all.size() && all.get(i + 1).baseOffset <= from;
      if (!endsBefore && all.get(i).baseOffset < to) {
        overlapping.add(all.get(i));
      }
    }
    return overlapping;
  }

  private KeyMap buildKeyMap(
      ModelReplica replica, List<ModelSegment> dirty, long firstDirtyOffset, long endOffset) {
    KeyMap keys = new KeyMap(config.keysPerPass());
    CleanedTransactions transactions = new CleanedTransactions();
    transactions.expect(AbortedTransactions.forCleaner(replica, firstDirtyOffset, endOffset));
    for (int i = 0; i < dirty.size(); i++) {
      for (ModelBatch batch : dirty.get(i).batches) {
        if (!mapBatch(batch, keys, transactions, firstDirtyOffset)) {
          return keys;
        }
      }
      boolean last = i + 1 == dirty.size();
      keys.mappedUpTo((last ? endOffset : dirty.get(i + 1).baseOffset) - 1);
    }
    return keys;
  }

  private static boolean mapBatch(
      ModelBatch batch, KeyMap keys, CleanedTransactions transactions, long firstDirtyOffset) {
    if (!transactions.isDiscardable(batch)) {
      for (ModelRecord record : batch.records()) {
        boolean dirty = record.key() != null && record.offset() >= firstDirtyOffset;
        if (dirty && !keys.put(record.key(), record.offset())) {
          return false;
        }
      }
    }
    if (batch.lastOffset() >= firstDirtyOffset) {
      keys.mappedUpTo(batch.lastOffset());
    }
    return true;
  }

  private List<List<ModelSegment>> grouped(List<ModelSegment> segments) {
    List<List<ModelSegment>> groups = new ArrayList<>();
    long sizeInBytes = 0;
    for (ModelSegment segment : segments) {
      boolean fits = sizeInBytes + segment.sizeInBytes() <= config.segmentBytes();
      if (groups.isEmpty() || !fits) {
        groups.add(new ArrayList<>());
        sizeInBytes = 0;
      }
      groups.get(groups.size() - 1).add(segment);
      sizeInBytes += segment.sizeInBytes();
    }
    return groups;
  }

  /** The horizon that a pass at this time gives to the tombstones and markers it meets. */
  static OptionalLong newDeleteHorizonMs(TopicConfig config, long nowMs) {
    return OptionalLong.of(nowMs + config.deleteRetentionMs());
  }
}
