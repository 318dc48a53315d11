package org.logdiff.analysis.model;

/**
 * Which batch a cleaner keeps, even emptied, so that the log's end is not lost with its records.
 */
public enum CleanerProfile {
  /** 3.9 and before: none. */
  V3_9,
  /** 4.0 to 4.3: the one whose next offset is the first uncleanable offset. */
  V4_0,
  /** 4.4: the one whose next offset is the high watermark. */
  V4_4;

  boolean carriesLogEnd(BatchHeader batch, long firstUncleanableOffset, long highWatermark) {
    return switch (this) {
      case V3_9 -> false;
      case V4_0 -> batch.nextOffset() == firstUncleanableOffset;
      case V4_4 -> batch.nextOffset() == highWatermark;
    };
  }
}
