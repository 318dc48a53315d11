package org.logdiff.analysis.witness;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.format.TopicPartition;
import org.logdiff.format.layout.LogDirectory;
import org.logdiff.format.layout.PartitionDirectory;
import org.logdiff.format.layout.PartitionDirectoryName;

/**
 * The transaction coordinator's word: what {@code __transaction_state} in some log dirs says of
 * producer ids. Of each transaction the coordinator notes when it began, what it writes to, how its
 * end was decided and when all markers were written.
 *
 * <p>Any log dir may lack any of it. What could not be read is in {@link #notes()}, and nothing is
 * concluded across it.
 */
public final class TransactionCoordinatorLog {
  public static final String TOPIC = "__transaction_state";

  /** Entries kept of all producer ids together, per copy of a partition: some 300 bytes each. */
  private static final int ENTRY_LIMIT = 200_000;

  private final Map<Long, ProducerHistory> histories;
  private final List<NotExamined> notes;

  private TransactionCoordinatorLog(Map<Long, ProducerHistory> histories, List<NotExamined> notes) {
    this.histories = histories;
    this.notes = List.copyOf(notes);
  }

  /**
   * Reads what log dirs say of some producer ids; streams through their logs and keeps the entries
   * of these only.
   */
  public static TransactionCoordinatorLog read(List<Path> logDirs, LongPredicate isAskedFor) {
    List<NotExamined> notes = new ArrayList<>();
    Map<Long, ProducerHistory> histories = new HashMap<>();
    Map<TopicPartition, List<LogDirectory>> holders = holders(logDirs, notes);
    holders.forEach(
        (partition, dirs) -> {
          StateLog log = read(partition, dirs, isAskedFor, notes);
          byProducer(log, isAskedFor)
              .forEach(
                  (producerId, entries) ->
                      histories.merge(
                          producerId,
                          ProducerHistory.of(producerId, entries, log),
                          ProducerHistory::inconsistent));
        });
    return new TransactionCoordinatorLog(histories, notes);
  }

  /** Which log dirs hold which partition of the topic. */
  private static Map<TopicPartition, List<LogDirectory>> holders(
      List<Path> logDirs, List<NotExamined> notes) {
    Map<TopicPartition, List<LogDirectory>> holders = new TreeMap<>();
    for (Path path : logDirs) {
      try {
        Optional<LogDirectory> listed = LogDirectory.list(path);
        listed.ifPresent(
            logDir ->
                logDir.partitions().stream()
                    .filter(name -> name.state() == PartitionDirectoryName.State.CURRENT)
                    .filter(name -> name.partition().topic().equals(TOPIC))
                    .forEach(
                        name ->
                            holders
                                .computeIfAbsent(name.partition(), p -> new ArrayList<>())
                                .add(logDir)));
      } catch (IOException e) {
        notes.add(cannotRead(path, e));
      }
    }
    return holders;
  }

  private static NotExamined cannotRead(Path path, IOException why) {
    return new NotExamined(null, path.toString(), "cannot be read: " + why.getMessage(), false);
  }

  private static StateLog read(
      TopicPartition partition,
      List<LogDirectory> logDirs,
      LongPredicate isAskedFor,
      List<NotExamined> notes) {
    List<StateLogCopy> copies = new ArrayList<>();
    for (LogDirectory logDir : logDirs) {
      Path path = logDir.path().resolve(partition.toString());
      try {
        Optional<PartitionDirectory> directory = PartitionDirectory.list(path);
        directory.ifPresent(
            found ->
                copies.add(
                    StateLogCopy.read(partition, logDir, found, isAskedFor, ENTRY_LIMIT, notes)));
      } catch (IOException e) {
        notes.add(cannotRead(path, e));
      }
    }
    return StateLog.merge(copies);
  }

  private static Map<Long, List<CoordinatorEntry>> byProducer(
      StateLog log, LongPredicate isAskedFor) {
    Map<Long, List<CoordinatorEntry>> byProducer = new HashMap<>();
    for (CoordinatorEntry entry : log.entries()) {
      long producerId = entry.producerId();
      if (isAskedFor.test(producerId)) {
        byProducer.computeIfAbsent(producerId, id -> new ArrayList<>()).add(entry);
      }
      long previous = entry.state().previousProducerId();
      boolean isMovedOn =
          previous >= 0
              && previous != producerId
              && entry.producerEpoch() == 0
              && entry.status().isComplete();
      if (isMovedOn && isAskedFor.test(previous)) {
        byProducer.computeIfAbsent(previous, id -> new ArrayList<>()).add(entry);
      }
    }
    return byProducer;
  }

  /** What was not read, and why. */
  public List<NotExamined> notes() {
    return notes;
  }

  /** Whether nothing at all is known of the producer ids that were asked for. */
  public boolean isSilent() {
    return histories.isEmpty();
  }

  /** All entries about a producer id, in order; empty if none is left. */
  public List<CoordinatorEntry> of(long producerId) {
    ProducerHistory history = histories.get(producerId);
    return history == null ? List.of() : history.entries();
  }

  /** The transactions of a producer id, in order, as far as entries are left. */
  public List<CoordinatorTransaction> transactionsOf(long producerId) {
    ProducerHistory history = histories.get(producerId);
    return history == null ? List.of() : history.transactions();
  }

  /**
   * How the transaction ended to which some data belongs; empty if the entries leave it open, and
   * when in doubt.
   *
   * @param dataEpoch producer epoch of the data batches
   * @param firstDataTimestampMs of the transaction's first record known, -1 for none
   * @param lastDataTimestampMs of its last one
   * @param partition that holds the data
   */
  public Optional<CoordinatorOutcome> outcomeOf(
      long producerId,
      short dataEpoch,
      long firstDataTimestampMs,
      long lastDataTimestampMs,
      TopicPartition partition) {
    ProducerHistory history = histories.get(producerId);
    return history == null
        ? Optional.empty()
        : new OutcomeJudge(history, dataEpoch, firstDataTimestampMs, lastDataTimestampMs, partition)
            .judge();
  }
}
