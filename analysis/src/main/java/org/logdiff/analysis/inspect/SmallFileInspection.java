package org.logdiff.analysis.inspect;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.logdiff.format.Damage;
import org.logdiff.format.Decoded;
import org.logdiff.format.checkpoint.CleanShutdownMarker;
import org.logdiff.format.checkpoint.LeaderEpochCheckpoint;
import org.logdiff.format.checkpoint.MetaProperties;
import org.logdiff.format.checkpoint.OffsetCheckpoint;
import org.logdiff.format.checkpoint.PartitionMetadata;
import org.logdiff.format.disk.ReadOnlyFile;
import org.logdiff.format.index.OffsetIndex;
import org.logdiff.format.index.OffsetIndexEntry;
import org.logdiff.format.index.TimeIndex;
import org.logdiff.format.index.TimeIndexEntry;
import org.logdiff.format.index.TransactionIndex;
import org.logdiff.format.snapshot.ProducerSnapshot;

/** Shows a file that is no log: entry by entry, then what is damaged in it. */
final class SmallFileInspection {
  private final Path file;
  private final Selection selection;
  private final InspectionListener listener;
  private final List<Item> entries = new ArrayList<>();
  private final List<Damage> damages = new ArrayList<>();

  private SmallFileInspection(Path file, Selection selection, InspectionListener listener) {
    this.file = file;
    this.selection = selection;
    this.listener = listener;
  }

  /**
   * Shows a file.
   *
   * @throws IOException if it cannot be read
   */
  static void show(Path file, Recognition what, Selection selection, InspectionListener listener)
      throws IOException {
    SmallFileInspection inspection = new SmallFileInspection(file, selection, listener);
    inspection.read(what);
    inspection.tell();
  }

  private void read(Recognition what) throws IOException {
    switch (what.kind()) {
      case OFFSET_INDEX -> take(OffsetIndex.read(file), index -> offsets(index, what.offset()));
      case TIME_INDEX -> take(TimeIndex.read(file), index -> times(index, what.offset()));
      case TRANSACTION_INDEX -> take(TransactionIndex.read(file), this::transactions);
      case PRODUCER_SNAPSHOT ->
          take(ProducerSnapshot.read(file), snapshot -> producers(snapshot, what.offset()));
      case LEADER_EPOCH_CHECKPOINT -> take(LeaderEpochCheckpoint.read(file), this::epochs);
      case PARTITION_METADATA -> take(PartitionMetadata.read(file), this::metadata);
      case META_PROPERTIES -> take(MetaProperties.read(file), this::properties);
      case OFFSET_CHECKPOINT -> take(OffsetCheckpoint.read(file), this::checkpoints);
      case CLEAN_SHUTDOWN_MARKER -> take(CleanShutdownMarker.read(file), this::marker);
      case QUORUM_STATE -> property("content", text());
      case LOG, KRAFT_SNAPSHOT, UNRECOGNISED ->
          throw new IllegalArgumentException("no small file: " + what);
    }
  }

  private <T> void take(Decoded<T> decoded, Consumer<T> reader) {
    decoded.value().ifPresent(reader);
    damages.addAll(decoded.damages());
  }

  private void tell() {
    List<Item> shown = new ArrayList<>(entries);
    if (selection.isDescending()) {
      Collections.reverse(shown);
    }
    boolean isFromFront = !selection.fromEnd() || selection.isDescending();
    int most = (int) Math.min(shown.size(), selection.limit());
    shown = isFromFront ? shown.subList(0, most) : shown.subList(shown.size() - most, shown.size());
    for (Item item : shown) {
      if (!listener.wantsMore()) {
        return;
      }
      listener.found(item);
    }
    damages.forEach(damage -> listener.found(new Item.Damaged(file, damage)));
  }

  private void offsets(OffsetIndex index, OptionalLong base) {
    for (int i = 0; i < index.entryCount(); i++) {
      OffsetIndexEntry entry = index.entry(i);
      long offset = base.orElse(0) + entry.relativeOffset();
      if (base.isEmpty() || selection.allowsOffset(offset)) {
        entries.add(
            new Item.OffsetEntry(
                file,
                (long) i * OffsetIndex.ENTRY_SIZE_BYTES,
                entry.relativeOffset(),
                base.isEmpty() ? OptionalLong.empty() : OptionalLong.of(offset),
                entry.position()));
      }
    }
    preallocated(index.entryCount(), index.preallocatedCount(), OffsetIndex.ENTRY_SIZE_BYTES);
  }

  private void times(TimeIndex index, OptionalLong base) {
    for (int i = 0; i < index.entryCount(); i++) {
      TimeIndexEntry entry = index.entry(i);
      long offset = base.orElse(0) + entry.relativeOffset();
      if ((base.isEmpty() || selection.allowsOffset(offset))
          && selection.allowsTime(entry.timestamp())) {
        entries.add(
            new Item.TimeEntry(
                file,
                (long) i * TimeIndex.ENTRY_SIZE_BYTES,
                entry.timestamp(),
                entry.relativeOffset(),
                base.isEmpty() ? OptionalLong.empty() : OptionalLong.of(offset)));
      }
    }
    preallocated(index.entryCount(), index.preallocatedCount(), TimeIndex.ENTRY_SIZE_BYTES);
  }

  private void preallocated(int used, int slots, int entryBytes) {
    if (slots > 0 && !selection.isNarrowed()) {
      entries.add(new Item.Preallocated(file, (long) used * entryBytes, (long) slots * entryBytes));
    }
  }

  private void transactions(TransactionIndex index) {
    index.entries().stream()
        .filter(
            entry ->
                entry.lastOffset() >= selection.firstOffset()
                    && entry.firstOffset() <= selection.lastOffset()
                    && isOfProducer(entry.producerId()))
        .forEach(entry -> entries.add(new Item.AbortedTransaction(file, entry)));
    index
        .unrecognised()
        .forEach(
            entry ->
                entries.add(
                    new Item.UnrecognisedTransaction(
                        file, entry.position(), entry.version(), entry.bytes())));
  }

  private boolean isOfProducer(long producerId) {
    return selection.producerId().isEmpty() || selection.producerId().getAsLong() == producerId;
  }

  private void producers(ProducerSnapshot snapshot, OptionalLong offset) {
    listener.found(
        new Item.Snapshot(
            file, offset, snapshot.version(), snapshot.crc(), snapshot.producerEntries().size()));
    snapshot.producerEntries().stream()
        .filter(entry -> isOfProducer(entry.producerId()))
        .forEach(entry -> entries.add(new Item.Producer(file, entry)));
  }

  private void epochs(LeaderEpochCheckpoint checkpoint) {
    checkpoint
        .entries()
        .forEach(
            entry -> entries.add(new Item.LeaderEpoch(file, entry.epoch(), entry.startOffset())));
  }

  private void metadata(PartitionMetadata metadata) {
    property("version", Integer.toString(metadata.version()));
    property("topic_id", metadata.topicId().toString());
  }

  private void properties(MetaProperties properties) {
    properties.properties().forEach(this::property);
  }

  private void checkpoints(OffsetCheckpoint checkpoint) {
    checkpoint
        .offsets()
        .forEach(
            (partition, offset) ->
                entries.add(
                    new Item.Checkpoint(file, partition.topic(), partition.partition(), offset)));
  }

  private void marker(CleanShutdownMarker marker) {
    marker.version().ifPresent(version -> property("version", Integer.toString(version)));
    marker.brokerEpoch().ifPresent(epoch -> property("brokerEpoch", Long.toString(epoch)));
  }

  private void property(String name, String value) {
    entries.add(new Item.Property(file, name, value));
  }

  private String text() throws IOException {
    byte[] bytes = ReadOnlyFile.readAll(file, PartitionMetadata.LIMIT_BYTES);
    return new String(bytes, StandardCharsets.UTF_8).strip();
  }
}
