package org.logdiff.analysis.compare;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import org.logdiff.analysis.key.KeyHash;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.report.FindingKind;

/**
 * Names a fault on some evidence: the same whatever the order of the directories and wherever they
 * lie. A replica counts by its node id; only where that is unknown by its name.
 */
public final class Fingerprint {
  private static final int BYTES = 12;

  private Fingerprint() {}

  /**
   * @param replica null if the fault has none
   * @param offset what the fault is about: of the orphan, the transaction, the conflict
   */
  static String of(
      FindingKind kind, PartitionContext context, Replica replica, KeyHash key, long offset) {
    return of(
        kind,
        context.partition(),
        context.topicId(),
        replica == null ? "-" : node(replica.nodeId(), replica.name()),
        key,
        offset);
  }

  /**
   * @param topicId null if unknown
   * @param node whose fault it is, by {@link #node}
   * @param key null if the fault is about none
   * @param offset what the fault is about
   */
  public static String of(
      FindingKind kind, String partition, String topicId, String node, KeyHash key, long offset) {
    String text =
        String.join(
            "|",
            kind.id(),
            partition,
            String.valueOf(topicId),
            node,
            key == null ? "-" : Long.toHexString(key.high()) + Long.toHexString(key.low()),
            Long.toString(offset));
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /**
   * @param name counts only if the node id is unknown
   */
  public static String node(Optional<Integer> nodeId, String name) {
    return nodeId.map(id -> "node " + id).orElse("name " + name);
  }
}
