package org.logdiff.analysis.transaction;

import java.util.Optional;

/**
 * The end of a transaction, on all replicas together: a marker, or what is left of it.
 *
 * @param kind empty if only gravestones are left
 * @param fullMask replicas that have the full marker
 * @param gravestoneMask replicas that have an empty control batch there
 */
public record TransactionEnd(
    long offset,
    short producerEpoch,
    Optional<ProducerEvent.Kind> kind,
    int fullMask,
    int gravestoneMask,
    long timestamp) {}
