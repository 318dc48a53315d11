package org.logdiff.analysis.report;

import java.util.List;

/**
 * Who has what around a finding.
 *
 * @param replicas names, in the order of the cells
 */
public record Picture(List<String> replicas, List<Row> rows) {
  public Picture {
    replicas = List.copyOf(replicas);
    rows = List.copyOf(rows);
  }

  /** What one replica has at a row's offsets. */
  public enum Cell {
    /** A record or a batch. */
    PRESENT,
    /** Nothing: removed, or never received. */
    ABSENT,
    /** Something else than most of the others. */
    DIFFERENT,
    /** Damaged or not decoded there. */
    DAMAGED,
    /** Below the replica's log start or at or past its log end. */
    OUTSIDE
  }

  /**
   * One line: an offset or a range of offsets that all replicas treat alike.
   *
   * @param what a short description without keys or values, as in {@code value of the key}
   * @param isSubject whether this row is what the finding is about
   */
  public record Row(OffsetRange offsets, List<Cell> cells, String what, boolean isSubject) {
    public Row {
      cells = List.copyOf(cells);
    }
  }
}
