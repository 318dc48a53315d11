package org.logdiff.analysis.compare;

import java.util.HashMap;
import java.util.Map;
import org.logdiff.analysis.transaction.TransactionPart;

/** A reading of the transactions without a proven outcome: which of them committed. */
record OutcomeReading(Map<TransactionPart, Boolean> committed) {
  static final OutcomeReading ALL_ABORTED = new OutcomeReading(Map.of());

  OutcomeReading {
    committed = Map.copyOf(committed);
  }

  boolean isCommitted(TransactionPart part) {
    return committed.getOrDefault(part, false);
  }

  OutcomeReading with(TransactionPart part, boolean isCommitted) {
    Map<TransactionPart, Boolean> changed = new HashMap<>(committed);
    changed.put(part, isCommitted);
    return new OutcomeReading(changed);
  }
}
