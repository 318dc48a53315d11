package org.logdiff.analysis.model;

import java.util.List;

/** What a reader makes of one replica's log. Records are named {@code key=value}. */
public interface LogReading {

  /** What a read_committed consumer gets, in the order of the log. */
  List<String> committed();

  /** The records of aborted transactions that are still there. */
  List<String> aborted();

  /** The records of transactions that no marker has ended. */
  List<String> undecided();

  long lastStableOffset();
}
