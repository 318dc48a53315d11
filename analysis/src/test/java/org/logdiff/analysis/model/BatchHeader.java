package org.logdiff.analysis.model;

import java.util.OptionalLong;

/**
 * The fields of a record batch apart from its records.
 *
 * @param producerId -1 for none
 * @param baseSequence -1 for none
 * @param deleteHorizonMs empty until a cleaner pass has set it
 */
public record BatchHeader(
    long baseOffset,
    long lastOffset,
    int leaderEpoch,
    long producerId,
    short producerEpoch,
    int baseSequence,
    boolean transactional,
    boolean control,
    Codec codec,
    long maxTimestampMs,
    OptionalLong deleteHorizonMs) {

  public static final long NO_PRODUCER_ID = -1;
  public static final short NO_PRODUCER_EPOCH = -1;
  public static final int NO_SEQUENCE = -1;

  public long nextOffset() {
    return lastOffset + 1;
  }

  public boolean hasProducerId() {
    return producerId > NO_PRODUCER_ID;
  }

  int lastOffsetDelta() {
    return (int) (lastOffset - baseOffset);
  }

  /** As kept without records: uncompressed, without delete horizon. */
  BatchHeader emptied() {
    return with(maxTimestampMs, OptionalLong.empty(), Codec.NONE);
  }

  BatchHeader rewritten(long newMaxTimestampMs, OptionalLong newDeleteHorizonMs) {
    return with(newMaxTimestampMs, newDeleteHorizonMs, codec);
  }

  BatchHeader shifted(long offsets) {
    return new BatchHeader(
        baseOffset + offsets,
        lastOffset + offsets,
        leaderEpoch,
        producerId,
        producerEpoch,
        baseSequence,
        transactional,
        control,
        codec,
        maxTimestampMs,
        deleteHorizonMs);
  }

  private BatchHeader with(
      long newMaxTimestampMs, OptionalLong newDeleteHorizonMs, Codec newCodec) {
    return new BatchHeader(
        baseOffset,
        lastOffset,
        leaderEpoch,
        producerId,
        producerEpoch,
        baseSequence,
        transactional,
        control,
        newCodec,
        newMaxTimestampMs,
        newDeleteHorizonMs);
  }
}
