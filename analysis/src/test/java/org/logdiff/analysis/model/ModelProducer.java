package org.logdiff.analysis.model;

import java.util.ArrayList;
import java.util.List;

/** A producer, as it and the transaction coordinator know it. */
final class ModelProducer {

  final long producerId;
  ProducerKind kind;
  private short epoch;
  private int nextSequence;
  private boolean inTransaction;
  private boolean transactional;
  private final List<ModelBatch> transactionBatches = new ArrayList<>();

  ModelProducer(long producerId, ProducerKind kind) {
    this.producerId = producerId;
    this.kind = kind;
  }

  boolean inTransaction() {
    return inTransaction;
  }

  /** A producer that has begun a transaction once writes in transactions only. */
  boolean isTransactional() {
    return transactional;
  }

  boolean hasWritten() {
    return nextSequence > 0 || epoch > 0;
  }

  short epoch() {
    return kind == ProducerKind.PLAIN ? BatchHeader.NO_PRODUCER_EPOCH : epoch;
  }

  int takeSequences(int count) {
    if (kind == ProducerKind.PLAIN) {
      return BatchHeader.NO_SEQUENCE;
    }
    int first = nextSequence;
    nextSequence += count;
    return first;
  }

  void begin() {
    inTransaction = true;
    transactional = true;
  }

  void wrote(ModelBatch batch) {
    if (inTransaction) {
      transactionBatches.add(batch);
    }
  }

  /** The data of the transaction that ends; the epoch of its marker is {@link #epoch()} now. */
  List<ModelBatch> end() {
    if (kind == ProducerKind.PROTOCOL_2) {
      bumpEpoch();
    }
    List<ModelBatch> batches = List.copyOf(transactionBatches);
    transactionBatches.clear();
    inTransaction = false;
    return batches;
  }

  /** The data of the open transaction so far. */
  List<ModelBatch> openBatches() {
    return List.copyOf(transactionBatches);
  }

  void bumpEpoch() {
    epoch++;
    nextSequence = 0;
  }
}
