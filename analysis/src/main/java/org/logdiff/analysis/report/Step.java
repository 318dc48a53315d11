package org.logdiff.analysis.report;

/**
 * One step of the reasoning behind a finding.
 *
 * @param confidence how this step is known
 * @param statement a sentence that can be checked by hand
 * @param rule the row or law it rests on, as in {@code 5.1 d} or {@code law V}; null for a plain
 *     observation
 */
public record Step(Confidence confidence, String statement, String rule) {}
