package org.logdiff.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.logdiff.analysis.align.ParallelWalk;
import org.logdiff.analysis.report.ComparisonReport;
import org.logdiff.samples.Mutation;
import org.logdiff.samples.Sample;
import org.logdiff.samples.Samples;

/** How the work is split, and in which order it is given, is nothing that the answer may show. */
class SameAnswerTest {
  private static final long MEMORY_BYTES = 64L << 20;
  private static final long LEAST_MEMORY_BYTES = 1;

  /** Smaller than most batches: a seam wherever there can be one. */
  private static final long[] SMALL_CHUNK_BYTES = {64, 200, 1 << 10, 4 << 10};

  private static final int DAMAGES = 4;

  @TestFactory
  Stream<DynamicTest> whereverChunksMeet() {
    return ofAllSamples(
        sample -> {
          List<Path> brokers = sample.brokers();
          ComparisonReport whole = compare(brokers, 1, MEMORY_BYTES, ParallelWalk.CHUNK_BYTES);
          for (long chunkBytes : SMALL_CHUNK_BYTES) {
            ComparisonReport cut = compare(brokers, 1, MEMORY_BYTES, chunkBytes);
            assertEquals(ReportText.of(whole), ReportText.of(cut), chunkBytes + " bytes");
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> withTwoThreads() {
    return ofAllSamples(
        sample -> {
          List<Path> brokers = sample.brokers();
          ComparisonReport one = compare(brokers, 1, MEMORY_BYTES, 64);
          ComparisonReport two = compare(brokers, 2, MEMORY_BYTES, 64);
          assertEquals(ReportText.of(one), ReportText.of(two));
        });
  }

  @TestFactory
  Stream<DynamicTest> withLeastMemory() {
    return ofAllSamples(
        sample -> {
          List<Path> brokers = sample.brokers();
          ComparisonReport ample = compare(brokers, 1, MEMORY_BYTES, ParallelWalk.CHUNK_BYTES);
          ComparisonReport least = compare(brokers, 2, LEAST_MEMORY_BYTES, 1 << 10);
          assertEquals(ReportText.of(ample), ReportText.of(least));
        });
  }

  @TestFactory
  Stream<DynamicTest> whateverTheOrderOfDirectories() {
    return ofAllSamples(
        sample -> {
          List<Path> brokers = sample.brokers();
          ComparisonReport given = compare(brokers, 1, MEMORY_BYTES, ParallelWalk.CHUNK_BYTES);
          for (List<Path> permuted : permutations(brokers)) {
            ComparisonReport other = compare(permuted, 1, MEMORY_BYTES, 1 << 10);
            assertEquals(ReportText.of(given), ReportText.of(other), permuted.toString());
          }
        });
  }

  @Test
  void smallChunksAreManyChunks() {
    AtomicInteger chunks = new AtomicInteger();
    List<Path> brokers = Samples.named("healthy").brokers();
    Comparison.run(
        request(brokers, 1, MEMORY_BYTES),
        (step, done, total) -> chunks.addAndGet(step.equals("foo-0: comparing") ? 1 : 0),
        64);
    assertTrue(chunks.get() > 50, chunks + " chunks");
  }

  /** Damage that a seam could split, hide or double. A seam must not show there either. */
  @TestFactory
  Stream<DynamicTest> whereverChunksMeetInDamagedLogs(@TempDir Path directory) {
    return ofAllSamples(
        sample -> {
          Sample copy = sample.copyTo(directory.resolve(sample.name()));
          List<Path> brokers = copy.brokers();
          Random random = new Random(sample.name().hashCode());
          for (int i = 0; i < DAMAGES; i++) {
            Path log = anyOf(logs(brokers), random);
            byte[] intact = Files.readAllBytes(log);
            Mutation mutation =
                anyMutation(copy.directory().relativize(log).toString(), random, intact.length);
            try {
              mutation.apply(copy.directory());
            } catch (IllegalArgumentException e) {
              continue;
            }
            ComparisonReport whole = compare(brokers, 1, MEMORY_BYTES, ParallelWalk.CHUNK_BYTES);
            for (long chunkBytes : SMALL_CHUNK_BYTES) {
              ComparisonReport cut = compare(brokers, 1, MEMORY_BYTES, chunkBytes);
              assertEquals(
                  ReportText.of(whole),
                  ReportText.of(cut),
                  mutation.name() + ", " + chunkBytes + " bytes");
            }
            Files.write(log, intact);
          }
        });
  }

  private static List<Path> logs(List<Path> brokers) throws IOException {
    List<Path> logs = new ArrayList<>();
    for (Path broker : brokers) {
      try (Stream<Path> files = Files.walk(broker, 2)) {
        files
            .filter(file -> file.getParent().getFileName().toString().matches("[a-z].*-\\d+"))
            .filter(file -> file.toString().endsWith(".log") && file.toFile().length() > 0)
            .sorted()
            .forEach(logs::add);
      }
    }
    return logs;
  }

  private static Path anyOf(List<Path> paths, Random random) {
    return paths.get(random.nextInt(paths.size()));
  }

  private static Mutation anyMutation(String file, Random random, int size) {
    int position = random.nextInt(size);
    return switch (random.nextInt(3)) {
      case 0 -> new Mutation.CutAt(file, position);
      case 1 -> new Mutation.ZeroRange(file, position, 1 + random.nextInt(size - position));
      default -> new Mutation.FlipBit(file, 8L * position + random.nextInt(8));
    };
  }

  private interface Check {
    void of(Sample sample) throws IOException;
  }

  private static Stream<DynamicTest> ofAllSamples(Check check) {
    return Samples.all().stream()
        .map(sample -> DynamicTest.dynamicTest(sample.name(), () -> check.of(sample)));
  }

  private static ComparisonReport compare(
      List<Path> brokers, int threads, long memoryBytes, long chunkBytes) {
    return Comparison.run(request(brokers, threads, memoryBytes), Progress.NONE, chunkBytes);
  }

  private static ComparisonRequest request(List<Path> brokers, int threads, long memoryBytes) {
    return new ComparisonRequest(
        brokers.stream().map(List::of).toList(), List.of(), List.of(), threads, memoryBytes, 1000);
  }

  private static List<List<Path>> permutations(List<Path> paths) {
    if (paths.isEmpty()) {
      return List.of(List.of());
    }
    List<List<Path>> permutations = new ArrayList<>();
    for (Path first : paths) {
      List<Path> rest = new ArrayList<>(paths);
      rest.removeAll(Collections.singleton(first));
      for (List<Path> tail : permutations(rest)) {
        List<Path> permutation = new ArrayList<>(List.of(first));
        permutation.addAll(tail);
        permutations.add(permutation);
      }
    }
    return permutations;
  }
}
