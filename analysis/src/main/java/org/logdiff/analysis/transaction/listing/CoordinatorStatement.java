package org.logdiff.analysis.transaction.listing;

import java.util.Optional;
import org.logdiff.analysis.witness.CoordinatorEntry;
import org.logdiff.analysis.witness.CoordinatorOutcome;

/**
 * What {@code __transaction_state} in the same log dirs says of a producer with an open
 * transaction.
 *
 * @param lastEntry the latest about this producer id
 * @param outcome how the transaction ended, as far as the entries prove it
 */
public record CoordinatorStatement(
    long producerId, CoordinatorEntry lastEntry, Optional<CoordinatorOutcome> outcome) {}
