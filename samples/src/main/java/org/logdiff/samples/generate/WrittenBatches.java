package org.logdiff.samples.generate;

/** All batches that were written to the partition, in order. */
interface WrittenBatches {
  /** The next batch; null at the end of the log. */
  WrittenBatch next();

  /** How many there are in all, about. */
  long count();

  static WrittenBatches of(ReplicaOptions options) {
    return options.shape() == Shape.TRANSACTIONS
        ? new TransactionalBatches(options)
        : new PlainBatches(options);
  }
}
