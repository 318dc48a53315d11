package org.logdiff.analysis.compare;

import java.util.List;

/** What to do about a finding, in order. The tool itself never changes anything. */
final class Remedies {
  private Remedies() {}

  /**
   * The command that keeps all cleaners off the topic. delete.retention.ms would not do: it saves
   * nothing that has its delete horizon already.
   */
  static String stopTheClock(PartitionContext context) {
    return "Stop the clock first: kafka-configs.sh --bootstrap-server HOST:PORT --alter"
        + " --entity-type topics --entity-name "
        + context.topic()
        + " --add-config min.compaction.lag.ms=9223372036854775807"
        + " (no cleaner touches the topic then, and what is left stays; raise max.compaction.lag.ms"
        + " too if it is set, and undo it when all is healed).";
  }

  static List<String> lostTombstone(PartitionContext context, String replica, boolean survives) {
    return List.of(
        survives
            ? stopTheClock(context)
            : "Keep copies of all replicas as they are before you change anything.",
        "Do not let " + replica + " lead " + context.partition() + " until it is healed.",
        "Heal it in one of two ways: write the tombstone again with a producer (the key with a null"
            + " value), or rebuild "
            + replica
            + " from a replica that does not have the value: stop that broker, move the directory "
            + context.partition()
            + " away, start it again, and wait until it is back in the ISR.");
  }

  static List<String> goneBeforeCatchUp(PartitionContext context, String replica) {
    return List.of(
        stopTheClock(context),
        "Do not start " + replica + " with this directory: it would diverge when it returns.",
        "Move its directory "
            + context.partition()
            + " away before the broker is started, so that the replica is rebuilt from the leader.");
  }

  static List<String> atRisk(PartitionContext context, String replica) {
    return List.of(
        stopTheClock(context),
        "Let "
            + replica
            + " catch up from a leader that still has the record, or move its directory "
            + context.partition()
            + " away so that it is rebuilt.");
  }

  static List<String> lostMarker(PartitionContext context, String replica, boolean survives) {
    return List.of(
        survives
            ? stopTheClock(context)
            : "Keep copies of all replicas as they are before you change anything.",
        "Do not let " + replica + " lead " + context.partition() + " until it is healed.",
        "Rebuild "
            + replica
            + " from a replica without the transaction's data: stop that broker, move the directory "
            + context.partition()
            + " away, start it again, and wait until it is back in the ISR.");
  }

  static List<String> conflict(PartitionContext context) {
    return List.of(
        "Find out whether an unclean leader election took place at that leader epoch.",
        "Decide which replica is to be the truth, and rebuild the others of "
            + context.partition()
            + " from it; what only they hold is lost then, so keep copies.");
  }

  static List<String> damage(PartitionContext context, String replica) {
    return List.of(
        "Check the disk of " + replica + " and keep a copy of the file.",
        "Rebuild the replica: stop that broker, move the directory "
            + context.partition()
            + " away, start it again, and wait until it is back in the ISR.");
  }

  static List<String> loss(PartitionContext context, String replica) {
    return List.of(
        "Keep copies of all replicas as they are before you change anything.",
        "Do not let "
            + replica
            + " lead "
            + context.partition()
            + "; rebuild it from a replica that"
            + " still has the records.");
  }
}
