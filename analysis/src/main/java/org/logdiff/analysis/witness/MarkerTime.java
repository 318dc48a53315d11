package org.logdiff.analysis.witness;

import java.util.OptionalLong;

/**
 * When a transaction's markers were written, by its coordinator's clock: not before {@code
 * decidedMs} and not after {@code completedMs}.
 *
 * @param decidedMs when the end was decided, milliseconds
 * @param completedMs when the coordinator noted that all markers are written; empty if that record
 *     is not there
 */
public record MarkerTime(long decidedMs, OptionalLong completedMs) {}
