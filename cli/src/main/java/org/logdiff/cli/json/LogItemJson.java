package org.logdiff.cli.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.logdiff.analysis.inspect.Explained;
import org.logdiff.analysis.inspect.Item;
import org.logdiff.format.batch.Compression;
import org.logdiff.format.batch.ControlRecord;
import org.logdiff.format.batch.FieldBytes;
import org.logdiff.format.batch.RecordBatchHeader;
import org.logdiff.format.message.RecordReading;

/** What a log holds, with the names of Kafka's dump tool where it shows the same. */
final class LogItemJson {
  private LogItemJson() {}

  /** A field with its bytes. */
  @JsonPropertyOrder({"field", "position", "hex"})
  record FieldJson(String field, int position, String hex) {
    static List<FieldJson> of(List<FieldBytes> layout) {
      return layout.isEmpty() ? null : layout.stream().map(FieldJson::of).toList();
    }

    static FieldJson of(FieldBytes field) {
      return new FieldJson(
          field.name(), field.position(), HexFormat.of().formatHex(field.bytes().toArray()));
    }
  }

  /** A batch. */
  @JsonPropertyOrder({
    "type",
    "file",
    "position",
    "size",
    "baseOffset",
    "lastOffset",
    "count",
    "gapBefore",
    "partitionLeaderEpoch",
    "magic",
    "crc",
    "isvalid",
    "attributes",
    "compresscodec",
    "timestampType",
    "isTransactional",
    "isControl",
    "baseTimestamp",
    "maxTimestamp",
    "deleteHorizonMs",
    "deleteHorizonLeftMs",
    "producerId",
    "producerEpoch",
    "baseSequence",
    "lastSequence",
    "trouble",
    "fields"
  })
  record BatchJson(
      String type,
      String file,
      long position,
      int size,
      long baseOffset,
      long lastOffset,
      int count,
      long gapBefore,
      int partitionLeaderEpoch,
      int magic,
      long crc,
      @JsonProperty("isvalid") boolean isValid,
      int attributes,
      String compresscodec,
      String timestampType,
      @JsonProperty("isTransactional") boolean isTransactional,
      @JsonProperty("isControl") boolean isControl,
      long baseTimestamp,
      long maxTimestamp,
      Long deleteHorizonMs,
      Long deleteHorizonLeftMs,
      long producerId,
      int producerEpoch,
      int baseSequence,
      int lastSequence,
      String trouble,
      @JsonInclude(JsonInclude.Include.NON_NULL) List<FieldJson> fields) {
    static BatchJson of(Item.Batch item, long atMs) {
      RecordBatchHeader header = item.header();
      return new BatchJson(
          "batch",
          item.file().toString(),
          item.position(),
          header.sizeBytes(),
          header.baseOffset(),
          header.lastOffset(),
          header.recordsCount(),
          item.gapBefore(),
          header.partitionLeaderEpoch(),
          header.magic(),
          header.crc(),
          true,
          header.attributes(),
          codec(header),
          typeOfTimestamps(header),
          header.isTransactional(),
          header.isControl(),
          header.baseTimestamp(),
          header.maxTimestamp(),
          boxed(header.deleteHorizonMs()),
          left(header, atMs),
          header.producerId(),
          header.producerEpoch(),
          header.baseSequence(),
          header.lastSequence(),
          item.isOversized() ? "too large to be decoded" : null,
          FieldJson.of(item.layout()));
    }
  }

  /** A batch whose payload cannot be read to its end. */
  @JsonPropertyOrder({"type", "file", "position", "baseOffset", "lastOffset", "trouble"})
  record BatchTroubleJson(
      String type, String file, long position, long baseOffset, long lastOffset, String trouble) {
    static BatchTroubleJson of(Item.BatchTrouble item) {
      return new BatchTroubleJson(
          "batchTrouble",
          item.file().toString(),
          item.position(),
          item.header().baseOffset(),
          item.header().lastOffset(),
          item.trouble());
    }
  }

  /** A record. */
  @JsonPropertyOrder({
    "type",
    "file",
    "batchPosition",
    "offset",
    "timestamp",
    "timestampType",
    "sequence",
    "kind",
    "magic",
    "attributes",
    "key",
    "value",
    "headers",
    "producerId",
    "producerEpoch",
    "partitionLeaderEpoch",
    "isTransactional",
    "deleteHorizonMs",
    "deleteHorizonLeftMs",
    "control",
    "transaction",
    "supersededBy",
    "fields"
  })
  record RecordJson(
      String type,
      String file,
      long batchPosition,
      long offset,
      long timestamp,
      String timestampType,
      int sequence,
      String kind,
      int magic,
      int attributes,
      BytesJson key,
      BytesJson value,
      List<HeaderJson> headers,
      long producerId,
      int producerEpoch,
      int partitionLeaderEpoch,
      @JsonProperty("isTransactional") boolean isTransactional,
      Long deleteHorizonMs,
      Long deleteHorizonLeftMs,
      @JsonInclude(JsonInclude.Include.NON_NULL) ControlJson control,
      @JsonInclude(JsonInclude.Include.NON_NULL) TransactionJson transaction,
      @JsonInclude(JsonInclude.Include.NON_NULL) Long supersededBy,
      @JsonInclude(JsonInclude.Include.NON_NULL) List<FieldJson> fields) {
    static RecordJson of(Item.LogRecord item, ShownParts shown, String decoded, long atMs) {
      RecordBatchHeader batch = item.batch();
      boolean isControl = batch.isControl();
      return new RecordJson(
          "record",
          item.file().toString(),
          item.position(),
          item.record().offset(),
          item.record().timestamp(),
          typeOfTimestamps(batch),
          item.record().sequence(),
          item.kind().name().toLowerCase(Locale.ROOT),
          batch.magic(),
          item.record().attributes(),
          BytesJson.of(
              item.record().key(),
              shown.keys() || isControl,
              null,
              item.reading()
                  .flatMap(RecordReading::key)
                  .map(message -> MessageJson.of(message, shown.keys()))
                  .orElse(null)),
          BytesJson.of(
              item.record().value(),
              shown.values() || isControl,
              decoded,
              item.reading()
                  .flatMap(RecordReading::value)
                  .map(message -> MessageJson.of(message, shown.values() || isControl))
                  .orElse(null)),
          item.record().headers().stream()
              .map(header -> HeaderJson.of(header, shown.values()))
              .toList(),
          batch.producerId(),
          batch.producerEpoch(),
          batch.partitionLeaderEpoch(),
          batch.isTransactional(),
          boxed(batch.deleteHorizonMs()),
          left(batch, atMs),
          item.control().map(ControlJson::of).orElse(null),
          item.explained().map(TransactionJson::of).orElse(null),
          item.explained().map(explained -> boxed(explained.supersededBy())).orElse(null),
          shown.keys() && shown.values() ? FieldJson.of(item.layout()) : null);
    }
  }

  /** A header of a record. */
  @JsonPropertyOrder({"key", "value"})
  record HeaderJson(BytesJson key, BytesJson value) {
    static HeaderJson of(org.logdiff.format.batch.RecordHeader header, boolean shown) {
      return new HeaderJson(
          BytesJson.of(java.util.Optional.of(header.key()), shown, null, null),
          BytesJson.of(header.value(), shown, null, null));
    }
  }

  /** What a control record says. */
  @JsonPropertyOrder({"type", "typeId", "version", "coordinatorEpoch"})
  record ControlJson(String type, int typeId, int version, Integer coordinatorEpoch) {
    static ControlJson of(ControlRecord control) {
      return new ControlJson(
          control.type().name(),
          control.typeId(),
          control.version(),
          control.coordinatorEpoch().orElse(null));
    }
  }

  /** The transaction that a record belongs to. */
  @JsonPropertyOrder({"outcome", "firstOffset", "endOffset"})
  record TransactionJson(String outcome, Long firstOffset, Long endOffset) {
    static TransactionJson of(Explained explained) {
      return new TransactionJson(
          explained.outcome().name().toLowerCase(Locale.ROOT),
          boxed(explained.transactionFirstOffset()),
          boxed(explained.transactionEndOffset()));
    }
  }

  /** A stretch of a log that is no batch that is known. */
  @JsonPropertyOrder({"type", "file", "position", "size", "magic"})
  record StretchJson(
      String type,
      String file,
      long position,
      long size,
      @JsonInclude(JsonInclude.Include.NON_NULL) Integer magic) {}

  private static String codec(RecordBatchHeader header) {
    return Compression.of(header.compressionId())
        .map(Compression::kafkaName)
        .orElse("unknown " + header.compressionId());
  }

  private static String typeOfTimestamps(RecordBatchHeader header) {
    if (header.magic() == 0) {
      return "NoTimestampType";
    }
    return header.isLogAppendTime() ? "LogAppendTime" : "CreateTime";
  }

  private static Long left(RecordBatchHeader header, long atMs) {
    return header.hasDeleteHorizon() ? header.baseTimestamp() - atMs : null;
  }

  private static Long boxed(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : null;
  }
}
