package org.logdiff.cli.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.logdiff.analysis.report.BeyondStable;
import org.logdiff.analysis.report.ReplicaSummary;

/** What waits behind a last stable offset that is not the log end, replicas alike together. */
final class BeyondStableLines {
  private final Page page;

  BeyondStableLines(Page page) {
    this.page = page;
  }

  void render(List<ReplicaSummary> replicas) throws IOException {
    Map<String, List<String>> alike = new LinkedHashMap<>();
    for (ReplicaSummary replica : replicas) {
      if (replica.beyondStable() != null) {
        alike.computeIfAbsent(text(replica), text -> new ArrayList<>()).add(replica.name());
      }
    }
    for (Map.Entry<String, List<String>> line : alike.entrySet()) {
      page.item(2, "", String.join(", ", line.getValue()) + ": " + line.getKey());
    }
  }

  private static String text(ReplicaSummary replica) {
    BeyondStable beyond = replica.beyondStable();
    return Phrases.count(beyond.records(), "record", "records")
        + " in "
        + Phrases.count(beyond.batches(), "batch", "batches")
        + ", "
        + Phrases.count(beyond.bytes(), "byte", "bytes")
        + ", at or above the last stable offset "
        + replica.lastStableOffset();
  }
}
