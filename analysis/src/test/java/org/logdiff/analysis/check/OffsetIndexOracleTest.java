package org.logdiff.analysis.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.storage.internals.log.OffsetIndex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.logdiff.samples.Mutation;
import org.logdiff.samples.Sample;
import org.logdiff.samples.Samples;

/**
 * Every bit of an offset index is flipped in turn. Where the check is silent, Kafka's own lookup
 * still leads each fetch to the right batch; where it does not any more, the check speaks.
 */
class OffsetIndexOracleTest {
  private static final long BASE = 148;
  private static final long NEXT_BASE = 227;
  private static final String STEM = "foo-0/00000000000000000148.";

  @TempDir Path temporary;

  @Test
  void whatMisleadsAFetchIsFound() throws IOException {
    Sample sample = Samples.named("healthy").copyTo(temporary.resolve("sample"));
    Path logDir = sample.broker("kafka3");
    Path index = logDir.resolve(STEM + "index");
    Path log = logDir.resolve(STEM + "log");
    List<Integer> right = lookups(index, log);
    List<String> missed = new ArrayList<>();
    int misleading = 0;
    for (long bit = 0; bit < 8 * Files.size(index); bit++) {
      Mutation flip = new Mutation.FlipBit(STEM + "index", bit);
      flip.apply(logDir);
      boolean misleads = !lookups(index, log).equals(right);
      misleading += misleads ? 1 : 0;
      if (misleads && CheckedPaths.lines(index).isEmpty()) {
        missed.add(flip.name());
      }
      flip.apply(logDir);
    }
    assertEquals(List.of(), missed);
    assertTrue(misleading > 100, "only " + misleading + " flips mislead");
  }

  /** Where a fetch of each offset begins, as the broker finds it; -1 if it fails. */
  private static List<Integer> lookups(Path index, Path log) throws IOException {
    List<Integer> positions = new ArrayList<>();
    OffsetIndex opened = new OffsetIndex(index.toFile(), BASE, -1, false);
    try (FileRecords records = FileRecords.open(log.toFile(), false)) {
      for (long offset = BASE; offset < NEXT_BASE; offset++) {
        positions.add(position(opened, records, offset));
      }
    } finally {
      opened.close();
    }
    return positions;
  }

  private static int position(OffsetIndex index, FileRecords records, long offset) {
    try {
      FileRecords.LogOffsetPosition found =
          records.searchForOffsetFromPosition(offset, index.lookup(offset).position());
      return found == null ? -1 : found.position;
    } catch (RuntimeException e) {
      return -1;
    }
  }
}
