package org.logdiff.analysis.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.logdiff.analysis.align.OffsetRanges;
import org.logdiff.analysis.report.OffsetRange;

/** Offsets of empty control batches that were met and not passed yet. A marker was there. */
final class MarkerPlaces {
  private final List<OffsetRange> places = new ArrayList<>();

  void add(OffsetRange place) {
    places.add(place);
  }

  void addAll(MarkerPlaces others) {
    places.addAll(others.places);
  }

  /** Those that begin below an offset, which are forgotten here. */
  MarkerPlaces takeBelow(long offset) {
    MarkerPlaces below = new MarkerPlaces();
    if (!places.isEmpty()) {
      places.stream().filter(place -> place.first() < offset).forEach(below.places::add);
      places.removeIf(place -> place.first() < offset);
      below.places.sort(Comparator.comparingLong(OffsetRange::first));
    }
    return below;
  }

  /** Adds what of a gap is no such place, and forgets all up to the gap's end. */
  void addGap(long first, long last, OffsetRanges to) {
    long start = first;
    for (OffsetRange place : takeBelow(last + 1).places) {
      if (place.first() > start) {
        to.add(start, place.first() - 1);
      }
      start = Math.max(start, place.last() + 1);
    }
    if (start <= last) {
      to.add(start, last);
    }
  }
}
