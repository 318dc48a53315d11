package org.logdiff.analysis.truth;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.logdiff.analysis.Comparison;
import org.logdiff.analysis.ComparisonRequest;
import org.logdiff.analysis.Progress;
import org.logdiff.analysis.report.ComparisonReport;

/**
 * A directory with the log dirs of a cluster's brokers, {@code kafka1} and so on, and what is known
 * of them.
 */
record CapturedCase(Path directory) {
  private static final int THREADS = 2;
  private static final long MEMORY_BYTES = 16 << 20;
  private static final int LISTED_FINDINGS = 1000;

  String name() {
    return directory.getFileName().toString();
  }

  /** The log dirs of the brokers, by name. */
  List<Path> brokers() {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries
          .filter(entry -> entry.getFileName().toString().matches("kafka\\d+"))
          .filter(Files::isDirectory)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Compares all partitions that the brokers share. */
  ComparisonReport compare() {
    return compare(brokers());
  }

  /** As {@link #compare()}, with the brokers given in some order. */
  ComparisonReport compare(List<Path> brokers) {
    return Comparison.run(request(brokers), Progress.NONE);
  }

  /** Asks for all partitions that some of the brokers share. */
  ComparisonRequest request(List<Path> brokers) {
    return new ComparisonRequest(
        brokers.stream().map(List::of).toList(),
        List.of(),
        List.of(),
        THREADS,
        MEMORY_BYTES,
        LISTED_FINDINGS);
  }

  /** All orders in which the brokers can be given. */
  List<List<Path>> orders() {
    return orders(brokers());
  }

  private static List<List<Path>> orders(List<Path> brokers) {
    if (brokers.isEmpty()) {
      return List.of(List.of());
    }
    List<List<Path>> orders = new ArrayList<>();
    for (Path first : brokers) {
      List<Path> others = brokers.stream().filter(b -> !b.equals(first)).toList();
      for (List<Path> rest : orders(others)) {
        List<Path> order = new ArrayList<>(List.of(first));
        order.addAll(rest);
        orders.add(order);
      }
    }
    return orders;
  }

  @Override
  public String toString() {
    return name();
  }
}
