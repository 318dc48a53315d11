package org.logdiff.samples.generate;

import java.util.TreeSet;
import org.apache.kafka.common.record.internal.ControlRecordType;

/**
 * Producers take turns; each writes some data batches and then its marker, and begins again. Every
 * tenth transaction is aborted. Epochs rise with each end, as since transaction.version 2; when
 * they are used up, the producer gets a new id.
 */
final class TransactionalBatches implements WrittenBatches {
  private static final int DATA_BATCHES = 4;
  private static final int STAGES = DATA_BATCHES + 1;
  private static final int ABORTED_ONE_OF = 10;
  private static final int HIGHEST_EPOCH = Short.MAX_VALUE - 2;
  private static final long FIRST_PRODUCER_ID = 1000;

  private final ReplicaOptions options;
  private final long[] firstOffset;
  private final int[] sequence;
  private final TreeSet<Long> open = new TreeSet<>();
  private long number;
  private long record;
  private long offset;

  TransactionalBatches(ReplicaOptions options) {
    this.options = options;
    firstOffset = new long[options.producers()];
    sequence = new int[options.producers()];
    java.util.Arrays.fill(firstOffset, -1);
  }

  @Override
  public long count() {
    long data = options.records() / options.recordsPerBatch();
    return data + data / DATA_BATCHES;
  }

  @Override
  public WrittenBatch next() {
    while (true) {
      int producer = (int) (number % options.producers());
      long stage = number / options.producers() + producer % DATA_BATCHES;
      boolean isAtEnd = record >= options.records();
      if (isAtEnd && open.isEmpty()) {
        return null;
      }
      long transaction = stage / STAGES;
      if (stage % STAGES == DATA_BATCHES) {
        WrittenBatch marker = firstOffset[producer] < 0 ? null : marker(producer, transaction);
        number++;
        if (marker != null) {
          return marker;
        }
      } else if (isAtEnd) {
        number++;
      } else {
        WrittenBatch data = data(producer, transaction);
        number++;
        return data;
      }
    }
  }

  private WrittenBatch data(int producer, long transaction) {
    int count = (int) Math.min(options.recordsPerBatch(), options.records() - record);
    if (firstOffset[producer] < 0) {
      firstOffset[producer] = offset;
      open.add(offset);
    }
    WrittenBatch batch =
        new WrittenBatch(
            number,
            offset,
            record,
            count,
            producerId(producer, transaction),
            epoch(transaction),
            sequence[producer],
            true,
            null,
            -1,
            isAborted(producer, transaction) ? markerNumber(producer, transaction) : Long.MAX_VALUE,
            open.first());
    sequence[producer] += count;
    record += count;
    offset += count;
    return batch;
  }

  private WrittenBatch marker(int producer, long transaction) {
    long first = firstOffset[producer];
    open.remove(first);
    firstOffset[producer] = -1;
    sequence[producer] = 0;
    WrittenBatch batch =
        new WrittenBatch(
            number,
            offset,
            record,
            1,
            producerId(producer, transaction),
            (short) (epoch(transaction) + 1),
            -1,
            true,
            isAborted(producer, transaction) ? ControlRecordType.ABORT : ControlRecordType.COMMIT,
            first,
            Long.MAX_VALUE,
            open.isEmpty() ? offset + 1 : open.first());
    offset++;
    return batch;
  }

  private long markerNumber(int producer, long transaction) {
    long round = transaction * STAGES + DATA_BATCHES - producer % DATA_BATCHES;
    return round * options.producers() + producer;
  }

  private long producerId(int producer, long transaction) {
    return FIRST_PRODUCER_ID + producer + transaction / HIGHEST_EPOCH * options.producers();
  }

  private static short epoch(long transaction) {
    return (short) (transaction % HIGHEST_EPOCH);
  }

  private static boolean isAborted(int producer, long transaction) {
    return (transaction * 31 + producer) % ABORTED_ONE_OF == 0;
  }
}
