package org.logdiff.analysis.model;

import java.util.List;

/**
 * What a cleaner pass leaves.
 *
 * @param segments of the whole log, cleaned ones and those past the range of the pass
 * @param firstDirtyOffset where the next pass begins
 */
record CleaningResult(List<ModelSegment> segments, long firstDirtyOffset) {

  CleaningResult {
    segments = List.copyOf(segments);
  }
}
