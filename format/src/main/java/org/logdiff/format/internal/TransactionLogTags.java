package org.logdiff.format.internal;

/** The tagged fields of a {@code TransactionLogValue}, with their defaults. */
final class TransactionLogTags implements SchemaReader.KnownTags {
  private static final int PREVIOUS_PRODUCER_ID = 0;
  private static final int NEXT_PRODUCER_ID = 1;
  private static final int CLIENT_TRANSACTION_VERSION = 2;
  private static final int NEXT_PRODUCER_EPOCH = 3;

  private long previousProducerId = -1;
  private long nextProducerId = -1;
  private short clientTransactionVersion = 0;
  private short nextProducerEpoch = -1;

  @Override
  public boolean read(int tag, SchemaReader value) {
    switch (tag) {
      case PREVIOUS_PRODUCER_ID -> previousProducerId = value.int64("previousProducerId");
      case NEXT_PRODUCER_ID -> nextProducerId = value.int64("nextProducerId");
      case CLIENT_TRANSACTION_VERSION ->
          clientTransactionVersion = value.int16("clientTransactionVersion");
      case NEXT_PRODUCER_EPOCH -> nextProducerEpoch = value.int16("nextProducerEpoch");
      default -> {
        return false;
      }
    }
    return true;
  }

  long previousProducerId() {
    return previousProducerId;
  }

  long nextProducerId() {
    return nextProducerId;
  }

  short clientTransactionVersion() {
    return clientTransactionVersion;
  }

  short nextProducerEpoch() {
    return nextProducerEpoch;
  }
}
