package org.logdiff.format.internal;

import java.util.Optional;

/**
 * The state of a transactional id, as its coordinator writes it.
 *
 * <p>Source: {@code org.apache.kafka.coordinator.transaction.TransactionState}, Kafka 4.4.0.
 */
public enum TransactionStatus {
  EMPTY(0),
  ONGOING(1),
  PREPARE_COMMIT(2),
  PREPARE_ABORT(3),
  COMPLETE_COMMIT(4),
  COMPLETE_ABORT(5),
  DEAD(6),
  PREPARE_EPOCH_FENCE(7),
  /** An id that Kafka 4.4 does not know. */
  UNKNOWN(-1);

  private final int id;

  TransactionStatus(int id) {
    this.id = id;
  }

  public int id() {
    return id;
  }

  public static TransactionStatus of(int id) {
    for (TransactionStatus status : values()) {
      if (status.id == id) {
        return status;
      }
    }
    return UNKNOWN;
  }

  /** What the coordinator has decided: true to commit, false to abort; empty in other states. */
  public Optional<Boolean> isCommit() {
    return switch (this) {
      case PREPARE_COMMIT, COMPLETE_COMMIT -> Optional.of(true);
      case PREPARE_ABORT, COMPLETE_ABORT -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  /** Whether the end is decided and its markers are on the way. */
  public boolean isPrepare() {
    return this == PREPARE_COMMIT || this == PREPARE_ABORT;
  }

  /** Whether all markers were written. */
  public boolean isComplete() {
    return this == COMPLETE_COMMIT || this == COMPLETE_ABORT;
  }
}
