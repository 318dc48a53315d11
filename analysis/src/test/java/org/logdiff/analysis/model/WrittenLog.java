package org.logdiff.analysis.model;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * One replica's log, written down batch by batch, with everything around it as its broker would
 * leave it; also logs that no broker in order would write.
 *
 * <pre>
 * 0-1 data   p1 e0
 * 2   abort  p1 e1 c5
 * 3   plain
 * 4   gone   p1 e2
 * </pre>
 *
 * <p>offsets; data of a transaction, plain data outside one (with a producer if one is named), an
 * end marker, or a gone one, an empty control batch; producer id and epoch; coordinator epoch;
 * {@code t} and minutes that it is late; {@code n0} for records without keys. The transaction index
 * and the last snapshot are computed from it.
 */
public final class WrittenLog {
  private static final long START_MS = 1_700_000_000_000L;
  private static final long STEP_MS = 1000;

  private final List<ModelBatch> batches = new ArrayList<>();
  private final List<AbortedTransaction> aborted = new ArrayList<>();
  private final TreeMap<Long, List<ProducerEntry>> snapshots = new TreeMap<>();
  private final ProducerStates producers = new ProducerStates();
  private final TreeMap<Long, Integer> sequences = new TreeMap<>();
  private long end;

  private WrittenLog() {}

  public static WrittenLog of(String text) {
    WrittenLog log = new WrittenLog();
    text.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .forEach(line -> log.add(line.split("\\s+")));
    log.snapshots.put(log.end, log.producers.entries());
    return log;
  }

  private void add(String[] words) {
    String[] offsets = words[0].split("-");
    long first = Long.parseLong(offsets[0]);
    long last = Long.parseLong(offsets[offsets.length - 1]);
    long producerId = number(words, "p").map(Integer::longValue).orElse(-1L);
    short epoch = number(words, "e").map(Integer::shortValue).orElse((short) -1);
    boolean isData = words[1].equals("data") || words[1].equals("plain");
    long time = START_MS + first * STEP_MS + number(words, "t").orElse(0) * 60_000L;
    int sequence = isData && producerId >= 0 ? sequences.getOrDefault(producerId, 0) : -1;
    if (isData && producerId >= 0) {
      sequences.put(producerId, sequence + (int) (last - first) + 1);
    }
    BatchHeader header =
        new BatchHeader(
            first,
            last,
            0,
            producerId,
            epoch,
            sequence,
            !words[1].equals("plain"),
            !isData,
            Codec.NONE,
            time,
            OptionalLong.empty());
    ModelBatch batch =
        isData
            ? ModelBatch.data(header, records(first, last, time, number(words, "n").isEmpty()))
            : ModelBatch.marker(
                header,
                new EndMarker(
                    words[1].equals("abort") ? Outcome.ABORT : Outcome.COMMIT,
                    number(words, "c").orElse(0)));
    batch = words[1].equals("gone") ? batch.emptied() : batch;
    batches.add(batch);
    producers.update(batch).ifPresent(aborted::add);
    end = last + 1;
  }

  private static List<ModelRecord> records(long first, long last, long time, boolean hasKeys) {
    List<ModelRecord> records = new ArrayList<>();
    for (long offset = first; offset <= last; offset++) {
      records.add(new ModelRecord(offset, time, hasKeys ? "k" + offset : null, "v"));
    }
    return records;
  }

  private static Optional<Integer> number(String[] words, String prefix) {
    for (int i = 2; i < words.length; i++) {
      if (words[i].startsWith(prefix)) {
        return Optional.of(Integer.parseInt(words[i].substring(prefix.length())));
      }
    }
    return Optional.empty();
  }

  /** Puts a snapshot in its place that another log gives. */
  public WrittenLog withSnapshot(long offset, String otherLog) {
    snapshots.put(offset, of(otherLog).producers.entries());
    return this;
  }

  /** Writes it as the log dir of node 1. */
  public Path write(Path parent) {
    TreeMap<Integer, Long> epochs = new TreeMap<>();
    epochs.put(0, 0L);
    return ReplicaWriter.write(
        new ReplicaState(
            1,
            List.of(new SegmentState(0, batches, aborted)),
            0,
            end,
            end,
            OptionalLong.empty(),
            epochs,
            snapshots,
            true,
            true),
        parent);
  }
}
