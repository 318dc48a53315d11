package org.logdiff.cli.json;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import org.logdiff.format.batch.RecordBatchHeader;

/** The header of a record batch, in Kafka's words. */
@JsonPropertyOrder({
  "baseOffset",
  "batchLength",
  "partitionLeaderEpoch",
  "magic",
  "crc",
  "attributes",
  "lastOffsetDelta",
  "baseTimestamp",
  "maxTimestamp",
  "producerId",
  "producerEpoch",
  "baseSequence",
  "recordsCount"
})
public record HeaderJson(
    long baseOffset,
    int batchLength,
    int partitionLeaderEpoch,
    int magic,
    long crc,
    int attributes,
    int lastOffsetDelta,
    long baseTimestamp,
    long maxTimestamp,
    long producerId,
    int producerEpoch,
    int baseSequence,
    int recordsCount) {
  public static HeaderJson of(RecordBatchHeader header) {
    return new HeaderJson(
        header.baseOffset(),
        header.batchLength(),
        header.partitionLeaderEpoch(),
        header.magic(),
        header.crc(),
        header.attributes(),
        header.lastOffsetDelta(),
        header.baseTimestamp(),
        header.maxTimestamp(),
        header.producerId(),
        header.producerEpoch(),
        header.baseSequence(),
        header.recordsCount());
  }
}
