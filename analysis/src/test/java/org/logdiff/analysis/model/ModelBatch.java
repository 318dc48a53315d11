package org.logdiff.analysis.model;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A record batch of magic 2: data, an end marker, or an empty one that the cleaner kept. */
public final class ModelBatch {

  private final BatchHeader header;
  private final List<ModelRecord> records;
  private final Optional<EndMarker> marker;
  private volatile byte[] encoded;

  private ModelBatch(BatchHeader header, List<ModelRecord> records, Optional<EndMarker> marker) {
    this.header = header;
    this.records = List.copyOf(records);
    this.marker = marker;
  }

  static ModelBatch data(BatchHeader header, List<ModelRecord> records) {
    return new ModelBatch(header, records, Optional.empty());
  }

  static ModelBatch marker(BatchHeader header, EndMarker marker) {
    return new ModelBatch(header, List.of(), Optional.of(marker));
  }

  public BatchHeader header() {
    return header;
  }

  /** The data records; none in a control batch. */
  public List<ModelRecord> records() {
    return records;
  }

  /** The end marker; empty in a data batch and in an emptied control batch. */
  public Optional<EndMarker> marker() {
    return marker;
  }

  /** Whether the cleaner kept it without records. */
  public boolean isEmpty() {
    return records.isEmpty() && marker.isEmpty();
  }

  /** An emptied control batch: it names a marker's offset, not its kind. */
  public boolean isGravestone() {
    return header.control() && marker.isEmpty();
  }

  public boolean isTransactionalData() {
    return header.transactional() && !header.control();
  }

  public long baseOffset() {
    return header.baseOffset();
  }

  public long lastOffset() {
    return header.lastOffset();
  }

  public long nextOffset() {
    return header.nextOffset();
  }

  public long producerId() {
    return header.producerId();
  }

  /** As Kafka's own classes write it. */
  public byte[] encoded() {
    byte[] bytes = encoded;
    if (bytes == null) {
      bytes = BatchEncoder.encode(this);
      encoded = bytes;
    }
    return bytes;
  }

  public int sizeInBytes() {
    return encoded().length;
  }

  ModelBatch emptied() {
    return new ModelBatch(header.emptied(), List.of(), Optional.empty());
  }

  ModelBatch withHeader(BatchHeader newHeader) {
    return new ModelBatch(newHeader, records, marker);
  }

  ModelBatch shifted(long offsets) {
    List<ModelRecord> shifted =
        records.stream()
            .map(r -> new ModelRecord(r.offset() + offsets, r.timestampMs(), r.key(), r.value()))
            .toList();
    return new ModelBatch(header.shifted(offsets), shifted, marker);
  }

  ModelBatch withKeys(UnaryOperator<String> rename) {
    List<ModelRecord> renamed =
        records.stream()
            .map(
                r ->
                    new ModelRecord(
                        r.offset(),
                        r.timestampMs(),
                        r.key() == null ? null : rename.apply(r.key()),
                        r.value()))
            .toList();
    return new ModelBatch(header, renamed, marker);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ModelBatch that
        && header.equals(that.header)
        && records.equals(that.records)
        && marker.equals(that.marker);
  }

  @Override
  public int hashCode() {
    return Objects.hash(header, records, marker);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(baseOffset()).append("..").append(lastOffset());
    if (header.hasProducerId()) {
      text.append(" pid=").append(producerId()).append(" epoch=").append(header.producerEpoch());
      text.append(" seq=").append(header.baseSequence());
    }
    text.append(header.transactional() ? " txn" : "").append(header.control() ? " control" : "");
    header.deleteHorizonMs().ifPresent(ms -> text.append(" deleteHorizonMs=").append(ms));
    marker.ifPresent(m -> text.append(' ').append(m.outcome()));
    text.append(isEmpty() ? " (empty)" : records.isEmpty() ? "" : " " + records);
    return text.toString();
  }
}
