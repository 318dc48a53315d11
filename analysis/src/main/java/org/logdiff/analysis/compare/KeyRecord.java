package org.logdiff.analysis.compare;

/**
 * One record of a key under suspicion.
 *
 * @param mask replicas that have it
 * @param producerId -1 for none
 * @param sequence -1 for none
 */
record KeyRecord(
    long offset,
    int mask,
    boolean isTombstone,
    boolean isTransactional,
    long batchBaseOffset,
    long producerId,
    short producerEpoch,
    int sequence,
    long timestamp) {

  boolean isOn(int replica) {
    return (mask & 1 << replica) != 0;
  }
}
