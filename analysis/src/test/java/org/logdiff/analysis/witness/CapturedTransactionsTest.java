package org.logdiff.analysis.witness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.logdiff.analysis.witness.CoordinatorOutcome.Basis;
import org.logdiff.format.TopicPartition;
import org.logdiff.samples.Sample;
import org.logdiff.samples.Samples;

/** What real coordinators wrote, against what the capture program did. */
class CapturedTransactionsTest {
  private static final TopicPartition FOO = new TopicPartition("foo", 0);

  static Stream<String> names() {
    return Samples.names().stream();
  }

  @ParameterizedTest
  @MethodSource("names")
  void theCoordinatorsWordIsTheTruth(String name) throws IOException {
    Sample sample = Samples.named(name);
    JsonNode truth = new ObjectMapper().readTree(sample.directory().resolve("truth.json").toFile());
    TransactionCoordinatorLog log = TransactionCoordinatorLog.read(sample.brokers(), id -> true);
    assertEquals(List.of(), log.notes());
    boolean isProtocol2 = truth.get("transactionVersion").asInt() == 2;
    for (JsonNode txn : truth.get("transactions")) {
      Optional<CoordinatorOutcome> said = ask(log, truth, txn);
      if (txn.get("outcome").asText().equals("OPEN")) {
        assertEquals(Optional.empty(), said);
      } else if (isProtocol2) {
        assertEquals(Basis.ONLY_TRANSACTION, said.orElseThrow().basis(), txn::toString);
      }
      said.ifPresent(
          outcome ->
              assertEquals(
                  txn.get("outcome").asText(),
                  outcome.isCommit() ? "COMMIT" : "ABORT",
                  () -> txn + " " + outcome));
    }
  }

  private static Optional<CoordinatorOutcome> ask(
      TransactionCoordinatorLog log, JsonNode truth, JsonNode txn) {
    long[] times = times(truth, txn).toArray();
    return log.outcomeOf(
        txn.get("producerId").asLong(),
        (short) txn.get("producerEpoch").asInt(),
        times.length == 0 ? -1 : times[0],
        times.length == 0 ? -1 : times[times.length - 1],
        TopicPartition.parse(txn.get("partition").asText()).orElseThrow());
  }

  private static LongStream times(JsonNode truth, JsonNode txn) {
    return StreamSupport.stream(truth.get("produced").spliterator(), false)
        .filter(record -> txn.get("name").equals(record.get("transaction")))
        .mapToLong(record -> record.get("timestampMs").asLong());
  }

  /** The lost transaction itself is decided under the older protocol too. */
  @ParameterizedTest
  @CsvSource({
    "lost-abort-marker-tv0-killed, ABORT, TIMES",
    "lost-abort-marker-tv0-stopped, ABORT, TIMES",
    "lost-commit-marker-tv0-killed, COMMIT, TIMES",
    "lost-commit-marker-tv0-stopped, COMMIT, TIMES",
    "stuck-lso-tv0-killed, COMMIT, ONLY_TRANSACTION",
    "stuck-lso-tv0-stopped, COMMIT, ONLY_TRANSACTION"
  })
  void theLostEndUnderTheOlderProtocol(String name, String outcome, Basis basis)
      throws IOException {
    Sample sample = Samples.named(name);
    JsonNode truth = new ObjectMapper().readTree(sample.directory().resolve("truth.json").toFile());
    TransactionCoordinatorLog log = TransactionCoordinatorLog.read(sample.brokers(), id -> true);
    CoordinatorOutcome said = ask(log, truth, truth.get("transactions").get(0)).orElseThrow();
    assertEquals(outcome, said.isCommit() ? "COMMIT" : "ABORT");
    assertEquals(basis, said.basis());
  }

  @TempDir Path dir;

  @ParameterizedTest
  @CsvSource({
    "lost-abort-marker, 2000, false, TX1 aborted",
    "lost-commit-marker, 1000, true, TX1 committed",
    "stuck-lso, 1, true, TX1 committed",
    "stuck-lso-gravestone, 1, true, TX1 committed"
  })
  void theLostEndIsProvenInTheCorpus(String name, long producerId, boolean isCommit, String line)
      throws Exception {
    Path archive = Captures.archive(name).orElse(null);
    if (archive == null) {
      abort("no archive " + name + " beside the checkout");
    }
    Path directory = Captures.unpack(archive, dir);
    TransactionCoordinatorLog log =
        TransactionCoordinatorLog.read(Captures.brokers(directory), id -> id == producerId);
    CoordinatorOutcome said = log.outcomeOf(producerId, (short) 0, -1, -1, FOO).orElseThrow();
    assertEquals(isCommit, said.isCommit());
    assertEquals(Basis.ONLY_TRANSACTION, said.basis());
    assertEquals(3, said.entries().size());
    assertEquals(3, said.entries().get(0).sightings().size());
    long endMs = Captures.times(directory, line).get(0);
    MarkerTime time = said.markerTime().orElseThrow();
    assertTrue(Math.abs(endMs - time.decidedMs()) < 1_000, () -> endMs + " " + time);
    assertTrue(time.completedMs().orElseThrow() >= time.decidedMs());
  }

  @Test
  void samplesAreThere() {
    assertTrue(Samples.names().size() > 10);
  }
}
