package org.logdiff.analysis.report;

import org.logdiff.format.Bytes;

/**
 * A record's key as the evidence has it. Renderers decide how much of it is shown.
 *
 * @param bytes the key itself, read back from a replica
 */
public record KeyEvidence(Bytes bytes) {}
