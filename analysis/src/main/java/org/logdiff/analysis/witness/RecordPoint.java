package org.logdiff.analysis.witness;

/**
 * A record of {@code __cluster_metadata}: when it was written and where it is.
 *
 * @param offset log offset; of a record in a snapshot, the snapshot's end offset
 * @param timestampMs by the controller's clock; of a snapshot, that of the last record it contains
 * @param isSnapshot whether the record is part of a snapshot: what it says came about before
 */
public record RecordPoint(long offset, long timestampMs, boolean isSnapshot, Sighting sighting) {}
