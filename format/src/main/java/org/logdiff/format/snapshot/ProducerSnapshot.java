package org.logdiff.format.snapshot;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.logdiff.format.DamageKind;
import org.logdiff.format.Decoded;
import org.logdiff.format.damage.Damages;
import org.logdiff.format.disk.WholeFile;

/**
 * A snapshot of the producer state ({@code <offset>.snapshot}): what the broker knew of each
 * producer from the records below that offset, big-endian.
 *
 * <table>
 * <caption>Layout</caption>
 * <tr><th>position</th><th>bytes</th><th>field</th></tr>
 * <tr><td>0</td><td>2</td><td>version: 1</td></tr>
 * <tr><td>2</td><td>4</td><td>crc: CRC-32C of everything after this field</td></tr>
 * <tr><td>6</td><td>4</td><td>number of producerEntries</td></tr>
 * <tr><td>10</td><td>46 each</td><td>producerEntries</td></tr>
 * </table>
 *
 * <table>
 * <caption>Layout of an entry</caption>
 * <tr><th>position</th><th>bytes</th><th>field</th></tr>
 * <tr><td>0</td><td>8</td><td>producerId</td></tr>
 * <tr><td>8</td><td>2</td><td>epoch</td></tr>
 * <tr><td>10</td><td>4</td><td>lastSequence</td></tr>
 * <tr><td>14</td><td>8</td><td>lastOffset</td></tr>
 * <tr><td>22</td><td>4</td><td>offsetDelta</td></tr>
 * <tr><td>26</td><td>8</td><td>timestamp</td></tr>
 * <tr><td>34</td><td>4</td><td>coordinatorEpoch</td></tr>
 * <tr><td>38</td><td>8</td><td>currentTxnFirstOffset</td></tr>
 * </table>
 *
 * <p>Version 1 is the only one up to 4.4; another is damage of kind VERSION and nothing is decoded.
 * The order of the entries is that of a hash table and means nothing. A file with a wrong checksum
 * is decoded all the same, but none of its entries can be trusted.
 *
 * <p>Source: {@code org.apache.kafka.storage.internals.log.ProducerStateManager} and the message
 * definition {@code ProducerSnapshot.json}, Kafka 4.4.0.
 *
 * @param version 1
 * @param crc as stored, an unsigned 32-bit value
 * @param producerEntries in the file's order
 */
public record ProducerSnapshot(short version, long crc, List<ProducerEntry> producerEntries) {
  static final int VERSION_POSITION = 0;
  static final int CRC_POSITION = VERSION_POSITION + Short.BYTES;
  static final int ENTRY_COUNT_POSITION = CRC_POSITION + Integer.BYTES;
  static final int ENTRIES_POSITION = ENTRY_COUNT_POSITION + Integer.BYTES;

  static final int PRODUCER_ID_POSITION = 0;
  static final int EPOCH_POSITION = PRODUCER_ID_POSITION + Long.BYTES;
  static final int LAST_SEQUENCE_POSITION = EPOCH_POSITION + Short.BYTES;
  static final int LAST_OFFSET_POSITION = LAST_SEQUENCE_POSITION + Integer.BYTES;
  static final int OFFSET_DELTA_POSITION = LAST_OFFSET_POSITION + Long.BYTES;
  static final int TIMESTAMP_POSITION = OFFSET_DELTA_POSITION + Integer.BYTES;
  static final int COORDINATOR_EPOCH_POSITION = TIMESTAMP_POSITION + Long.BYTES;
  static final int CURRENT_TXN_FIRST_OFFSET_POSITION = COORDINATOR_EPOCH_POSITION + Integer.BYTES;

  /** Size of an entry. */
  public static final int ENTRY_SIZE_BYTES = CURRENT_TXN_FIRST_OFFSET_POSITION + Long.BYTES;

  /** The version that this layout belongs to. */
  public static final short VERSION = 1;

  /** Largest file that is read: about 1.4 million producers of one partition. */
  public static final int LIMIT_BYTES = 64 << 20;

  public ProducerSnapshot {
    producerEntries = List.copyOf(producerEntries);
  }

  /**
   * Reads a file.
   *
   * @throws IOException if it cannot be read
   */
  public static Decoded<ProducerSnapshot> read(Path path) throws IOException {
    return WholeFile.decode(path, LIMIT_BYTES, ProducerSnapshot::decode);
  }

  /** Bytes of a file with so many entries. */
  public static long sizeBytes(int entries) {
    return ENTRIES_POSITION + (long) entries * ENTRY_SIZE_BYTES;
  }

  /** Decodes the bytes of a file. */
  public static Decoded<ProducerSnapshot> decode(byte[] file) {
    Damages damages = new Damages();
    if (isCutBefore(CRC_POSITION, "version", VERSION_POSITION, file, damages)) {
      return Decoded.nothing(damages.list());
    }
    ByteBuffer in = ByteBuffer.wrap(file);
    short version = in.getShort(VERSION_POSITION);
    if (version != VERSION) {
      damages.add(
          DamageKind.VERSION, "version", VERSION_POSITION, Short.BYTES, "" + version, "" + VERSION);
      return Decoded.nothing(damages.list());
    }
    if (isCutBefore(ENTRY_COUNT_POSITION, "crc", CRC_POSITION, file, damages)) {
      return Decoded.nothing(damages.list());
    }
    long crc = Integer.toUnsignedLong(in.getInt(CRC_POSITION));
    checkCrc(file, crc, damages);
    return Decoded.of(
        new ProducerSnapshot(version, crc, readEntries(file, damages)), damages.list());
  }

  private static void checkCrc(byte[] file, long stored, Damages damages) {
    CRC32C computed = new CRC32C();
    computed.update(file, ENTRY_COUNT_POSITION, file.length - ENTRY_COUNT_POSITION);
    if (stored != computed.getValue()) {
      damages.add(
          DamageKind.CHECKSUM,
          "crc",
          CRC_POSITION,
          Integer.BYTES,
          hex(stored),
          hex(computed.getValue()));
    }
  }

  private static List<ProducerEntry> readEntries(byte[] file, Damages damages) {
    if (isCutBefore(ENTRIES_POSITION, "producerEntries", ENTRY_COUNT_POSITION, file, damages)) {
      return List.of();
    }
    ByteBuffer in = ByteBuffer.wrap(file);
    int count = in.getInt(ENTRY_COUNT_POSITION);
    int bytesOfEntries = file.length - ENTRIES_POSITION;
    int present = bytesOfEntries / ENTRY_SIZE_BYTES;
    if (count != present || bytesOfEntries % ENTRY_SIZE_BYTES != 0) {
      addCountDamage(count, bytesOfEntries, damages);
    }
    List<ProducerEntry> entries = new ArrayList<>();
    for (int i = 0; i < Math.min(count, present); i++) {
      entries.add(readEntry(in, ENTRIES_POSITION + i * ENTRY_SIZE_BYTES));
    }
    return entries;
  }

  private static void addCountDamage(int count, int bytesOfEntries, Damages damages) {
    boolean isCut = (long) count * ENTRY_SIZE_BYTES > bytesOfEntries;
    damages.add(
        isCut ? DamageKind.TRUNCATED : DamageKind.LENGTH,
        "producerEntries",
        ENTRY_COUNT_POSITION,
        Integer.BYTES,
        count + " entries",
        bytesOfEntries + " bytes of entries, " + ENTRY_SIZE_BYTES + " each");
  }

  private static ProducerEntry readEntry(ByteBuffer in, int at) {
    return new ProducerEntry(
        in.getLong(at + PRODUCER_ID_POSITION),
        in.getShort(at + EPOCH_POSITION),
        in.getInt(at + LAST_SEQUENCE_POSITION),
        in.getLong(at + LAST_OFFSET_POSITION),
        in.getInt(at + OFFSET_DELTA_POSITION),
        in.getLong(at + TIMESTAMP_POSITION),
        in.getInt(at + COORDINATOR_EPOCH_POSITION),
        in.getLong(at + CURRENT_TXN_FIRST_OFFSET_POSITION));
  }

  private static boolean isCutBefore(
      int end, String field, int position, byte[] file, Damages damages) {
    if (file.length >= end) {
      return false;
    }
    damages.add(
        DamageKind.TRUNCATED,
        field,
        position,
        Math.max(0, file.length - position),
        "a file of " + file.length + " bytes",
        "at least " + end + " bytes");
    return true;
  }

  private static String hex(long crc) {
    return String.format("0x%08x", crc);
  }
}
