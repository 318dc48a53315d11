package org.logdiff.analysis.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which batch each version keeps, even emptied, to carry the end of the log. */
class CleanerProfileTest {

  private static final String DELETED_AND_NOTHING_AFTER =
      "replicas 1 | k=1 | k=- | roll | pass | wait 1000 | fullpass";
  private static final String DELETED_AND_A_LATER_SEGMENT =
      "replicas 1 | k=1 | k=- | roll | j=1 | pass | wait 1000 | fullpass";

  @ParameterizedTest
  @CsvSource({"V3_9, 0", "V4_0, 1", "V4_4, 1"})
  void atTheEndOfTheLog(CleanerProfile profile, int emptyBatches) {
    assertEquals(emptyBatches, emptyBatches(profile, DELETED_AND_NOTHING_AFTER));
  }

  @ParameterizedTest
  @CsvSource({"V3_9, 0", "V4_0, 1", "V4_4, 0"})
  void atTheEndOfTheCleanedPart(CleanerProfile profile, int emptyBatches) {
    assertEquals(emptyBatches, emptyBatches(profile, DELETED_AND_A_LATER_SEGMENT));
  }

  private static long emptyBatches(CleanerProfile profile, String text) {
    return History.history(TopicConfig.standard().withProfile(profile), text)
        .replay()
        .replica(1)
        .batches()
        .stream()
        .filter(ModelBatch::isEmpty)
        .count();
  }
}
