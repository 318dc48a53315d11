package org.logdiff.analysis.compare;

import java.util.HashMap;
import java.util.Map;
import org.logdiff.analysis.transaction.TransactionPart;

/** A reading of the transactions without a proven outcome: which of them committed. */
record OutcomeReading(Map<TransactionPart, Boolean> committed) {
  /** Speaks of no transaction. Records of such are left out. */
  static final OutcomeReading NONE = new OutcomeReading(Map.of());

  OutcomeReading {
    committed = Map.copyOf(committed);
  }

  boolean isCommitted(TransactionPart part) {
    return committed.getOrDefault(part, false);
  }

  /** Whether the reading says ABORT; of a part that it does not speak of, it says nothing. */
  boolean isAborted(TransactionPart part) {
    return Boolean.FALSE.equals(committed.get(part));
  }

  OutcomeReading with(TransactionPart part, boolean isCommitted) {
    Map<TransactionPart, Boolean> changed = new HashMap<>(committed);
    changed.put(part, isCommitted);
    return new OutcomeReading(changed);
  }
}
