package org.logdiff.format.internal;

import java.util.Optional;

/**
 * The kinds of records in {@code __cluster_metadata}, with the newest version that Kafka 4.4
 * writes.
 *
 * <p>Source: {@code org.apache.kafka.common.metadata.MetadataRecordType} and the message
 * definitions beside it, Kafka 4.4.0. The ids that are missing belong to preview releases.
 */
public enum MetadataRecordType {
  REGISTER_BROKER_RECORD(0, 4),
  UNREGISTER_BROKER_RECORD(1, 0),
  TOPIC_RECORD(2, 0),
  PARTITION_RECORD(3, 2),
  CONFIG_RECORD(4, 0),
  PARTITION_CHANGE_RECORD(5, 2),
  FENCE_BROKER_RECORD(7, 0),
  UNFENCE_BROKER_RECORD(8, 0),
  REMOVE_TOPIC_RECORD(9, 0),
  DELEGATION_TOKEN_RECORD(10, 0),
  USER_SCRAM_CREDENTIAL_RECORD(11, 0),
  FEATURE_LEVEL_RECORD(12, 0),
  CLIENT_QUOTA_RECORD(14, 0),
  PRODUCER_IDS_RECORD(15, 0),
  BROKER_REGISTRATION_CHANGE_RECORD(17, 3),
  ACCESS_CONTROL_ENTRY_RECORD(18, 0),
  REMOVE_ACCESS_CONTROL_ENTRY_RECORD(19, 0),
  NO_OP_RECORD(20, 0),
  ZK_MIGRATION_STATE_RECORD(21, 0),
  REMOVE_USER_SCRAM_CREDENTIAL_RECORD(22, 0),
  BEGIN_TRANSACTION_RECORD(23, 0),
  END_TRANSACTION_RECORD(24, 0),
  ABORT_TRANSACTION_RECORD(25, 0),
  REMOVE_DELEGATION_TOKEN_RECORD(26, 0),
  REGISTER_CONTROLLER_RECORD(27, 0),
  CLEAR_ELR_RECORD(28, 0),
  UNREGISTER_CONTROLLER_RECORD(29, 0);

  private final int id;
  private final int latestVersion;

  MetadataRecordType(int id, int latestVersion) {
    this.id = id;
    this.latestVersion = latestVersion;
  }

  /** The api key. */
  public int id() {
    return id;
  }

  /** The newest version that Kafka 4.4 knows. */
  public int latestVersion() {
    return latestVersion;
  }

  /** Empty for an id that Kafka 4.4 does not know. */
  public static Optional<MetadataRecordType> of(int id) {
    for (MetadataRecordType type : values()) {
      if (type.id == id) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }
}
