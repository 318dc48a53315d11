package org.logdiff.format.index;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.logdiff.format.Bytes;
import org.logdiff.format.DamageKind;
import org.logdiff.format.Decoded;
import org.logdiff.format.damage.Damages;
import org.logdiff.format.disk.WholeFile;

/**
 * A transaction index ({@code <base>.txnindex}): entries of 34 bytes, big-endian. It is appended
 * to, not preallocated, and need not exist.
 *
 * <table>
 * <caption>Layout of an entry</caption>
 * <tr><th>position</th><th>bytes</th><th>field</th></tr>
 * <tr><td>0</td><td>2</td><td>version: 0</td></tr>
 * <tr><td>2</td><td>8</td><td>producerId</td></tr>
 * <tr><td>10</td><td>8</td><td>firstOffset</td></tr>
 * <tr><td>18</td><td>8</td><td>lastOffset</td></tr>
 * <tr><td>26</td><td>8</td><td>lastStableOffset</td></tr>
 * </table>
 *
 * <p>Last offsets ascend strictly, so the entries are in the order of their ABORTs. Kafka refuses a
 * whole index for one entry of another version; here that slot is damage of kind VERSION, kept with
 * its bytes, and reading goes on at the next slot of the same size.
 *
 * <p>Source: {@code org.apache.kafka.storage.internals.log.TransactionIndex} and the message
 * definition {@code AbortedTxn.json}, Kafka 4.4.0.
 *
 * @param entries those of version 0, in the file's order
 * @param unrecognised those of other versions, in the file's order
 */
public record TransactionIndex(
    List<AbortedTxn> entries, List<UnrecognisedTxnIndexEntry> unrecognised) {
  static final int VERSION_POSITION = 0;
  static final int PRODUCER_ID_POSITION = VERSION_POSITION + Short.BYTES;
  static final int FIRST_OFFSET_POSITION = PRODUCER_ID_POSITION + Long.BYTES;
  static final int LAST_OFFSET_POSITION = FIRST_OFFSET_POSITION + Long.BYTES;
  static final int LAST_STABLE_OFFSET_POSITION = LAST_OFFSET_POSITION + Long.BYTES;

  /** Size of an entry. */
  public static final int ENTRY_SIZE_BYTES = LAST_STABLE_OFFSET_POSITION + Long.BYTES;

  /** The version that this layout belongs to. */
  public static final short VERSION = 0;

  /** Largest file that is read: about two million aborted transactions in one segment. */
  public static final int LIMIT_BYTES = 64 << 20;

  public TransactionIndex {
    entries = List.copyOf(entries);
    unrecognised = List.copyOf(unrecognised);
  }

  /**
   * Reads a file.
   *
   * @throws IOException if it cannot be read
   */
  public static Decoded<TransactionIndex> read(Path path) throws IOException {
    return WholeFile.decode(path, LIMIT_BYTES, TransactionIndex::decode);
  }

  /** Decodes the bytes of a file. */
  public static Decoded<TransactionIndex> decode(byte[] file) {
    List<AbortedTxn> entries = new ArrayList<>();
    List<UnrecognisedTxnIndexEntry> unrecognised = new ArrayList<>();
    Damages damages = new Damages();
    long lastOffset = -1;
    for (int at = 0; at <= file.length - ENTRY_SIZE_BYTES; at += ENTRY_SIZE_BYTES) {
      short version = ByteBuffer.wrap(file).getShort(at + VERSION_POSITION);
      if (version == VERSION) {
        AbortedTxn entry = readEntry(file, at);
        check(entry, lastOffset, at, damages);
        lastOffset = entry.lastOffset();
        entries.add(entry);
      } else {
        Bytes slot = Bytes.copyOf(file, at, ENTRY_SIZE_BYTES);
        unrecognised.add(new UnrecognisedTxnIndexEntry(at, version, slot));
        damages.add(
            DamageKind.VERSION,
            "version",
            at + VERSION_POSITION,
            Short.BYTES,
            "" + version,
            "" + VERSION);
      }
    }
    EntrySlots.checkTail(file, ENTRY_SIZE_BYTES, damages);
    return Decoded.of(new TransactionIndex(entries, unrecognised), damages.list());
  }

  private static AbortedTxn readEntry(byte[] file, int at) {
    ByteBuffer in = ByteBuffer.wrap(file);
    return new AbortedTxn(
        in.getShort(at + VERSION_POSITION),
        in.getLong(at + PRODUCER_ID_POSITION),
        in.getLong(at + FIRST_OFFSET_POSITION),
        in.getLong(at + LAST_OFFSET_POSITION),
        in.getLong(at + LAST_STABLE_OFFSET_POSITION));
  }

  private static void check(AbortedTxn entry, long lastOffsetBefore, int at, Damages damages) {
    long producerId = entry.producerId();
    long firstOffset = entry.firstOffset();
    long lastOffset = entry.lastOffset();
    long lastStableOffset = entry.lastStableOffset();
    if (producerId < 0) {
      field("producerId", at + PRODUCER_ID_POSITION, producerId, "0 or more", damages);
    }
    if (firstOffset < 0) {
      field("firstOffset", at + FIRST_OFFSET_POSITION, firstOffset, "0 or more", damages);
    }
    if (lastOffset < firstOffset) {
      field("lastOffset", at + LAST_OFFSET_POSITION, lastOffset, firstOffset + " or more", damages);
    } else if (lastOffset <= lastOffsetBefore) {
      damages.add(
          DamageKind.ORDER,
          "lastOffset",
          at + LAST_OFFSET_POSITION,
          Long.BYTES,
          "" + lastOffset,
          "more than " + lastOffsetBefore);
    }
    // Compared without adding 1 to lastOffset, which may be Long.MAX_VALUE in a damaged file.
    if (lastStableOffset < 0 || lastStableOffset - 1 > lastOffset) {
      field(
          "lastStableOffset",
          at + LAST_STABLE_OFFSET_POSITION,
          lastStableOffset,
          "0 to the offset after lastOffset, " + lastOffset,
          damages);
    }
  }

  private static void field(String name, long at, long stored, String expected, Damages damages) {
    damages.add(DamageKind.FIELD, name, at, Long.BYTES, "" + stored, expected);
  }
}
