package org.logdiff.analysis.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.logdiff.analysis.report.Effect;
import org.logdiff.analysis.transaction.ProducerEvent;

/**
 * What a consumer gets last for one key from one replica as leader (docs/semantics.md, section 7).
 */
final class KeyView {
  private final KeyEvaluation key;
  private final PartitionContext context;
  private final PartitionTransactions transactions;

  KeyView(KeyEvaluation key, PartitionContext context, PartitionTransactions transactions) {
    this.key = key;
    this.context = context;
    this.transactions = transactions;
  }

  /** The last record of the key that a read_uncommitted consumer gets; null for none. */
  KeyRecord uncommitted(int replica) {
    return last(replica, false);
  }

  /** The last record of the key that a read_committed consumer gets; null for none. */
  KeyRecord committed(int replica) {
    return last(replica, true);
  }

  private KeyRecord last(int replica, boolean isCommitted) {
    List<KeyRecord> records = key.history.records();
    for (int i = records.size() - 1; i >= 0; i--) {
      KeyRecord record = records.get(i);
      if (record.isOn(replica)
          && record.offset() >= context.replicas().get(replica).logStartOffset()
          && (!isCommitted || isVisible(replica, record))) {
        return record;
      }
    }
    return null;
  }

  private boolean isVisible(int replica, KeyRecord record) {
    if (record.offset() >= context.lastStableOffsets()[replica]) {
      return false;
    }
    if (!record.isTransactional() || key.partOf(record) == null) {
      return true;
    }
    return transactions
        .ownOutcome(replica, key.partOf(record))
        .filter(kind -> kind == ProducerEvent.Kind.COMMIT)
        .isPresent();
  }

  /** What each replica serves, replicas that serve the same together. */
  List<Effect> effects() {
    List<Effect> effects = new ArrayList<>();
    Map<String, Integer> uncommitted = new LinkedHashMap<>();
    Map<String, Integer> committed = new LinkedHashMap<>();
    for (int r = 0; r < context.replicas().size(); r++) {
      uncommitted.merge(text(uncommitted(r)), 1 << r, (a, b) -> a | b);
      committed.merge(text(committed(r)), 1 << r, (a, b) -> a | b);
    }
    if (uncommitted.equals(committed)) {
      add(effects, null, uncommitted);
    } else {
      add(effects, "read_uncommitted", uncommitted);
      add(effects, "read_committed", committed);
    }
    return effects;
  }

  private void add(List<Effect> effects, String isolationLevel, Map<String, Integer> served) {
    served.forEach(
        (text, mask) -> effects.add(new Effect(context.names(mask), isolationLevel, text)));
  }

  static String text(KeyRecord record) {
    if (record == null) {
      return "nothing of the key";
    }
    return record.isTombstone()
        ? "the tombstone at " + record.offset()
        : "the value at " + record.offset();
  }
}
