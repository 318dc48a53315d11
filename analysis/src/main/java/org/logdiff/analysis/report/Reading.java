package org.logdiff.analysis.report;

import java.util.List;

/**
 * One of several ways to read the evidence.
 *
 * @param assumptions under which this reading is the right one
 */
public record Reading(FindingKind kind, List<String> assumptions) {
  public Reading {
    assumptions = List.copyOf(assumptions);
  }
}
