package org.logdiff.analysis.truth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.logdiff.analysis.report.BeyondStable;
import org.logdiff.analysis.report.ReplicaSummary;
import org.logdiff.samples.Sample;
import org.logdiff.samples.Samples;

/**
 * What waits behind the last stable offset, counted from what Kafka's own dump tool printed of the
 * same files at capture time.
 */
class BeyondStableTruthTest {
  private static final Pattern BATCH =
      Pattern.compile("baseOffset: \\d+ lastOffset: (\\d+) count: (\\d+) .* isControl: (\\w+) .*");
  private static final Pattern SIZE = Pattern.compile(".* size: (\\d+) magic: .*");

  static Stream<Sample> samples() {
    return Samples.all().stream();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void isWhatTheDumpShows(Sample sample) throws IOException {
    for (ReplicaSummary replica : replicas(sample)) {
      BeyondStable dumped = dumped(sample, replica);
      boolean isStuck = replica.lastStableOffset() < replica.logEndOffset();
      assertEquals(
          isStuck ? dumped : null, replica.beyondStable(), () -> sample + " " + replica.name());
    }
  }

  /** So that the test above has something to count. */
  @Test
  void thereAreSamplesThatAreStuck() {
    List<String> stuck = new ArrayList<>();
    for (Sample sample : Samples.all()) {
      for (ReplicaSummary replica : replicas(sample)) {
        if (replica.beyondStable() != null && replica.beyondStable().records() > 0) {
          stuck.add(sample + " " + replica.name());
        }
      }
    }
    for (String sample :
        List.of("hanging-on-all", "stuck-lso-tv2-killed", "stuck-lso-tv0-stopped-cleaned")) {
      assertTrue(stuck.stream().anyMatch(s -> s.contains(sample)), () -> sample + " in " + stuck);
    }
  }

  private static List<ReplicaSummary> replicas(Sample sample) {
    return new CapturedCase(sample.directory())
        .compare().partitions().stream()
            .filter(partition -> partition.partition().equals("foo-0"))
            .flatMap(partition -> partition.replicas().stream())
            .toList();
  }

  private static BeyondStable dumped(Sample sample, ReplicaSummary replica) throws IOException {
    Path dump = sample.directory().resolve("dump-" + replica.name() + ".txt");
    long records = 0;
    long batches = 0;
    long bytes = 0;
    boolean isInPartition = false;
    for (String line : Files.readAllLines(dump)) {
      if (line.startsWith("Dumping ")) {
        isInPartition = line.contains("/foo-0/") && line.endsWith(".log");
      }
      Matcher batch = BATCH.matcher(line);
      Matcher size = SIZE.matcher(line);
      if (isInPartition
          && batch.matches()
          && size.matches()
          && Long.parseLong(batch.group(1)) >= replica.lastStableOffset()) {
        records += batch.group(3).equals("true") ? 0 : Long.parseLong(batch.group(2));
        batches++;
        bytes += Long.parseLong(size.group(1));
      }
    }
    return new BeyondStable(records, batches, bytes);
  }
}
