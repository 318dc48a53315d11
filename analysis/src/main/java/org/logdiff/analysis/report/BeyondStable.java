package org.logdiff.analysis.report;

/**
 * What lies at or above the last stable offset of a replica: read_committed consumers do not get it
 * while that broker leads, and its cleaner does not reach it.
 *
 * @param records data records; control records are none
 * @param batches control batches and empty ones too
 * @param bytes of these batches on disk
 */
public record BeyondStable(long records, long batches, long bytes) {}
