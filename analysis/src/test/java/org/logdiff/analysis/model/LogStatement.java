package org.logdiff.analysis.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * States what is to be read from a log that is written in the language of {@link History}:
 *
 * <pre>
 * log("p1: begin a b | p2: begin c | p1: abort | p2: commit")
 *     .committed("c").aborted("a", "b").lastStableOffset(5)
 * </pre>
 *
 * <p>Each statement is checked at once, against the model's reading or, after {@link #readBy},
 * against another one. A record is named as it is written: {@code a}, {@code k=1} or {@code k=-}.
 */
public final class LogStatement {

  private final String text;
  private final ReplicaState replica;
  private final LogReading reading;

  private LogStatement(String text, ReplicaState replica, LogReading reading) {
    this.text = text;
    this.replica = replica;
    this.reading = reading;
  }

  /** A log on one replica. */
  public static LogStatement log(String text) {
    ReplicaState replica = History.history("replicas 1 | " + text).replay().replica(1);
    return new LogStatement(text, replica, new ModelReading(replica));
  }

  /** The same log, read by other code. */
  public LogStatement readBy(Function<ReplicaState, LogReading> reader) {
    return new LogStatement(text, replica, reader.apply(replica));
  }

  /** Exactly these records reach a read_committed consumer, in this order. */
  public LogStatement committed(String... records) {
    assertEquals(names(records), reading.committed(), () -> "committed in " + text);
    return this;
  }

  /** Exactly these records of aborted transactions are in the log, in this order. */
  public LogStatement aborted(String... records) {
    assertEquals(names(records), reading.aborted(), () -> "aborted in " + text);
    return this;
  }

  /** Exactly these records of open transactions are in the log, in this order. */
  public LogStatement undecided(String... records) {
    assertEquals(names(records), reading.undecided(), () -> "undecided in " + text);
    return this;
  }

  public LogStatement lastStableOffset(long offset) {
    assertEquals(offset, reading.lastStableOffset(), () -> "last stable offset of " + text);
    return this;
  }

  private static List<String> names(String... records) {
    return Arrays.stream(records)
        .map(record -> record.contains("=") ? record : record + "=" + record)
        .toList();
  }
}
