package org.logdiff.analysis.model;

import java.util.List;

/**
 * A step of a history. Its text is a step of the language of histories, see {@link History}. Where
 * a replica is given, {@link #ALL} stands for every replica in sync.
 */
public sealed interface Event {

  /** In place of a replica: every one that is in sync; as a source: the leader. */
  int ALL = 0;

  /** The step in the language of histories. */
  String text();

  /**
   * A data batch; part of a transaction if its producer has one open.
   *
   * @param producer empty for a plain one
   */
  record Append(String producer, List<Write> writes, Codec codec) implements Event {
    public Append {
      writes = List.copyOf(writes);
    }

    @Override
    public String text() {
      return HistoryText.append(this);
    }
  }

  record Begin(String producer) implements Event {
    @Override
    public String text() {
      return producer + ": begin";
    }
  }

  /** A COMMIT or ABORT; a lone one if no transaction is open. */
  record End(String producer, Outcome outcome) implements Event {
    @Override
    public String text() {
      return producer + ": " + HistoryText.lower(outcome);
    }
  }

  /** An ABORT by the coordinator at the next epoch; the producer comes back at the one after. */
  record Fence(String producer) implements Event {
    @Override
    public String text() {
      return producer + ": fence";
    }
  }

  /** Which transaction protocol a producer speaks from its first batch on. */
  record Speak(String producer, ProducerKind kind) implements Event {
    @Override
    public String text() {
      return producer + ": " + HistoryText.lower(kind).replace('_', ' ');
    }
  }

  /** The transaction coordinator moves: later markers carry a higher coordinator epoch. */
  record MoveCoordinator() implements Event {
    @Override
    public String text() {
      return "coordinator";
    }
  }

  record Elect(int replica) implements Event {
    @Override
    public String text() {
      return "leader " + replica;
    }
  }

  /** How a replica stops replicating. */
  enum Absence {
    /** A clean stop. */
    AWAY,
    /** Its process is killed. */
    KILL,
    /** Cut off the network, but running. */
    CUT
  }

  record Leave(int replica, Absence absence) implements Event {
    @Override
    public String text() {
      return HistoryText.lower(absence) + " " + replica;
    }
  }

  /** Copies what the source has now, from its own log end on; the source leads meanwhile. */
  record Return(int replica, int source) implements Event {
    @Override
    public String text() {
      return HistoryText.from("back " + replica, source);
    }
  }

  /** Lost its disk, and copies everything that the source has now. */
  record Rebuild(int replica, int source) implements Event {
    @Override
    public String text() {
      return HistoryText.from("rebuild " + replica, source);
    }
  }

  /** One cleaner pass, if the broker would find something dirty. */
  record Pass(int replica) implements Event {
    @Override
    public String text() {
      return HistoryText.on("pass", replica);
    }
  }

  /** One cleaner pass over the whole log, as after the loss of the cleaner's checkpoint. */
  record FullPass(int replica) implements Event {
    @Override
    public String text() {
      return HistoryText.on("fullpass", replica);
    }
  }

  /** A new segment, now. */
  record Roll(int replica) implements Event {
    @Override
    public String text() {
      return HistoryText.on("roll", replica);
    }
  }

  /** A new segment with the next append. */
  record RollWithNextAppend(int replica) implements Event {
    @Override
    public String text() {
      return HistoryText.on("rollnext", replica);
    }
  }

  /** The log start advances. */
  record DeleteRecords(long beforeOffset) implements Event {
    @Override
    public String text() {
      return "start " + beforeOffset;
    }
  }

  record Wait(long ms) implements Event {
    @Override
    public String text() {
      return "wait " + ms;
    }
  }

  /** The periodic check: producers that have been idle for too long are forgotten. */
  record ExpireProducers(int replica) implements Event {
    @Override
    public String text() {
      return HistoryText.on("expire", replica);
    }
  }
}
