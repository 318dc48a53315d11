package org.logdiff.analysis.truth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.replica.ReplicaOpener;
import org.logdiff.analysis.replica.ReplicaSource;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.analysis.request.RequestResolver;
import org.logdiff.analysis.transaction.IsolationLevel;
import org.logdiff.analysis.transaction.ReplicaView;
import org.logdiff.analysis.transaction.listing.ReplicaTransactions;
import org.logdiff.analysis.transaction.listing.Seen;
import org.logdiff.analysis.transaction.listing.TransactionFilter;
import org.logdiff.format.TopicPartition;
import org.logdiff.samples.Sample;
import org.logdiff.samples.Samples;

/**
 * The view of each replica is, record by record, what a real consumer got from it as leader, with
 * the same high watermark and last stable offset.
 */
class ReplicaViewTruthTest {
  private static final String NULL_IN_SAMPLES = "\\N";
  private static final String NULL_IN_CORPUS = "null";

  @TempDir static Path temporary;

  static Stream<Sample> samples() {
    return Samples.all().stream();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void viewsOfTheSamples(Sample sample) throws IOException {
    CapturedCase captured = new CapturedCase(sample.directory());
    JsonNode views = new ObjectMapper().readTree(sample.truthJson().toFile()).required("views");
    List<ConsumedView> consumed = ConsumedView.of(captured);
    assertEquals(views.size(), consumed.size(), "views in truth.json and files");
    for (ConsumedView view : consumed) {
      JsonNode truth = views.required(view.nameInTruth());
      List<String> lines =
          lines(
              captured,
              view,
              NULL_IN_SAMPLES,
              truth.required("highWatermark").asLong(),
              truth.required("lastStableOffset").asLong());
      assertSame(view.lines(), lines, captured, view);
    }
  }

  /** Here a cleaner may have run between a consumer's look and the brokers' stop. */
  @TestFactory
  List<DynamicTest> viewsOfTheCorpus() throws IOException {
    return Corpus.tests(
        temporary,
        captured -> {
          JsonNode truth =
              new ObjectMapper().readTree(captured.directory().resolve("truth.json").toFile());
          List<ConsumedView> consumed = ConsumedView.of(captured);
          assertFalse(consumed.isEmpty());
          for (ConsumedView view : consumed) {
            JsonNode last = truth.required("lastView").required(view.broker());
            List<String> lines =
                lines(
                    captured,
                    view,
                    NULL_IN_CORPUS,
                    last.required("hw").asLong(),
                    last.required("lso").asLong());
            assertSame(view.withoutCleaned(new HashSet<>(lines)), lines, captured, view);
          }
        });
  }

  private static void assertSame(
      List<String> expected, List<String> actual, CapturedCase captured, ConsumedView view) {
    assertEquals(
        String.join("\n", expected),
        String.join("\n", actual),
        () -> captured.name() + " " + view.nameInTruth());
  }

  private static List<String> lines(
      CapturedCase captured,
      ConsumedView consumed,
      String nullText,
      long highWatermark,
      long lastStableOffset)
      throws IOException {
    try (Replica replica = open(captured, consumed)) {
      ReplicaView view = ReplicaView.of(replica);
      List<String> lines = new ArrayList<>();
      Optional<ReplicaView.Standstill> standstill =
          view.read(consumed.isolation(), record -> lines.add(ConsumedView.line(record, nullText)));
      String what = captured.name() + " " + consumed.nameInTruth();
      assertEquals(Optional.empty(), standstill, what);
      assertEquals(highWatermark, view.highWatermark(), what);
      assertEquals(lastStableOffset, view.lastStableOffset(), what);
      assertEquals(lines.size(), sumOfTransactions(replica, consumed.isolation()), what);
      return lines;
    }
  }

  /** What the listing says that consumers get, transaction by transaction, and outside of them. */
  private static long sumOfTransactions(Replica replica, IsolationLevel isolation)
      throws IOException {
    List<NotExamined> notes = new ArrayList<>();
    ReplicaTransactions listed =
        ReplicaTransactions.of(
            replica, TransactionFilter.ALL, Integer.MAX_VALUE, bytes -> {}, notes);
    assertEquals(List.of(), notes);
    assertEquals(0, listed.notListed());
    boolean isCommitted = isolation == IsolationLevel.READ_COMMITTED;
    ToLongFunction<Seen> count =
        seen -> isCommitted ? seen.readCommitted() : seen.readUncommitted();
    long sum =
        listed.transactions().stream().mapToLong(t -> count.applyAsLong(t.seen())).sum()
            + count.applyAsLong(listed.totals().outside());
    assertEquals(sum, count.applyAsLong(listed.totals().all()));
    return sum;
  }

  private static Replica open(CapturedCase captured, ConsumedView consumed) throws IOException {
    RequestResolver resolver = new RequestResolver(captured.request(captured.brokers()));
    SortedMap<TopicPartition, List<ReplicaSource>> sources = resolver.resolve();
    ReplicaSource source =
        sources.get(TopicPartition.parse(consumed.partition()).orElseThrow()).stream()
            .filter(s -> s.name().equals(consumed.broker()))
            .findFirst()
            .orElseThrow();
    return ReplicaOpener.open(source, new ArrayList<>(), new ArrayList<>()).orElseThrow();
  }
}
