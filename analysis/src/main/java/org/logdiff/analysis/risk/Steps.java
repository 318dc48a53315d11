package org.logdiff.analysis.risk;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.logdiff.analysis.compare.ExaminedPartition;
import org.logdiff.analysis.compare.PartitionComparison.StepProgress;
import org.logdiff.analysis.replica.Replica;

/** Names the passes over a partition, for those who watch. */
final class Steps {
  private final String partition;
  private final long totalBytes;
  private final StepProgress to;

  Steps(ExaminedPartition partition, StepProgress to) {
    this.partition = partition.partition();
    this.totalBytes = partition.replicas().stream().mapToLong(Replica::sizeBytes).sum();
    this.to = to;
  }

  /** To be told of the bytes of one pass, by any thread. */
  LongConsumer progress(String step) {
    AtomicLong done = new AtomicLong();
    return bytes -> to.advanced(partition + ": " + step, done.addAndGet(bytes), totalBytes);
  }
}
