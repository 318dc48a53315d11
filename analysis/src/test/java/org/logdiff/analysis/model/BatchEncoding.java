package org.logdiff.analysis.model;

/** How the batches of a replica lie on its disk. */
public interface BatchEncoding {
  /** As the model has them. */
  BatchEncoding MAGIC_2 = (replica, batch) -> batch.encoded();

  /** The bytes of a batch on a replica. */
  byte[] encode(ReplicaState replica, ModelBatch batch);
}
