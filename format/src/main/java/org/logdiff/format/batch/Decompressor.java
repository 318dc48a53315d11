package org.logdiff.format.batch;

/** Decompresses the records of one batch. Reads as much as Kafka's consumer reads, no more. */
interface Decompressor {
  /**
   * Appends what a range of an array decompresses to.
   *
   * @throws MalformedPayload if the range is not what the codec writes, or gives too much
   */
  void decompress(byte[] source, int from, int length, PayloadBuffer into) throws MalformedPayload;
}
