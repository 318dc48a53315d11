package org.logdiff.analysis.report;

/**
 * What consumers of one replica see because of a finding, while it leads.
 *
 * @param isolationLevel {@code read_uncommitted}, {@code read_committed}, or null for both
 */
public record Effect(String replica, String isolationLevel, String statement) {}
