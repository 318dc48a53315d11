package org.logdiff.analysis.check;

import java.nio.file.Path;
import org.logdiff.analysis.transaction.ProducerEvent;
import org.logdiff.format.batch.RecordBatchHeader;

/**
 * A batch that a walk has come to; of magic 0 and 1, what its format has no field for is -1.
 *
 * @param segment number of its segment
 * @param position of the batch in that file
 * @param kind what it is for the producer's state; DATA, too, if it is not transactional
 * @param coordinatorEpoch of a full end marker, else -1
 */
record WalkedBatch(
    int segment,
    Path file,
    long position,
    RecordBatchHeader header,
    ProducerEvent.Kind kind,
    int coordinatorEpoch) {

  long baseOffset() {
    return header.baseOffset();
  }

  long lastOffset() {
    return header.lastOffset();
  }

  boolean isTransactionalData() {
    return kind == ProducerEvent.Kind.DATA && header.isTransactional() && header.hasProducerId();
  }

  boolean isEnd() {
    return kind.isEnd() && header.hasProducerId();
  }
}
