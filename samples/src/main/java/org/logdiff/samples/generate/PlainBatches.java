package org.logdiff.samples.generate;

/** Batches of idempotent producers that take turns, all of one size. */
final class PlainBatches implements WrittenBatches {
  private static final long FIRST_PRODUCER_ID = 1000;

  private final ReplicaOptions options;
  private final int[] sequence;
  private long number;
  private long record;

  PlainBatches(ReplicaOptions options) {
    this.options = options;
    sequence = new int[options.producers()];
  }

  @Override
  public WrittenBatch next() {
    int count = (int) Math.min(options.recordsPerBatch(), options.records() - record);
    if (count <= 0) {
      return null;
    }
    int producer = (int) (number % options.producers());
    WrittenBatch batch =
        new WrittenBatch(
            number,
            record,
            record,
            count,
            FIRST_PRODUCER_ID + producer,
            (short) 0,
            sequence[producer],
            false,
            null,
            -1,
            Long.MAX_VALUE,
            record + count);
    // After the highest int comes 0.
    sequence[producer] = sequence[producer] + count & Integer.MAX_VALUE;
    number++;
    record += count;
    return batch;
  }

  @Override
  public long count() {
    return (options.records() + options.recordsPerBatch() - 1) / options.recordsPerBatch();
  }
}
