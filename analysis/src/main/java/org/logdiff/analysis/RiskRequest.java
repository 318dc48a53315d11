package org.logdiff.analysis;

import org.logdiff.analysis.config.GivenConfig;

/**
 * Whether anything is about to be lost.
 *
 * @param comparison which replicas of which partitions
 * @param atMs the time to speak about; milliseconds since 1970
 */
public record RiskRequest(ComparisonRequest comparison, long atMs, GivenConfig config) {}
