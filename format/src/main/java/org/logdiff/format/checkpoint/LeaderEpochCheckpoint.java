package org.logdiff.format.checkpoint;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.logdiff.format.DamageKind;
import org.logdiff.format.Decoded;
import org.logdiff.format.damage.Damages;
import org.logdiff.format.disk.WholeFile;

/**
 * {@code leader-epoch-checkpoint}: the lineage of a replica. Text, framed as {@code version},
 * {@code entry count}, then one line {@code epoch startOffset} for each leader epoch. Epochs ascend
 * strictly; so do start offsets in 4.4, while old brokers could note an epoch without records at
 * the same offset as the next one. A file of no bytes has no entries.
 *
 * <p>Source: {@code org.apache.kafka.storage.internals.checkpoint.LeaderEpochCheckpointFile} and,
 * for the order, {@code org.apache.kafka.storage.internals.epoch.LeaderEpochFileCache}, Kafka
 * 4.4.0.
 *
 * @param entries in the file's order, lines that cannot be read left out
 */
public record LeaderEpochCheckpoint(List<EpochEntry> entries) {
  /** The file's name. */
  public static final String FILE_NAME = "leader-epoch-checkpoint";

  /** Largest file that is read: millions of epochs, while a partition has at most thousands. */
  public static final int LIMIT_BYTES = 64 << 20;

  private static final Pattern WHITE_SPACE = Pattern.compile("\\s+");

  public LeaderEpochCheckpoint {
    entries = List.copyOf(entries);
  }

  /**
   * Reads a file.
   *
   * @throws IOException if it cannot be read
   */
  public static Decoded<LeaderEpochCheckpoint> read(Path path) throws IOException {
    return WholeFile.decode(path, LIMIT_BYTES, LeaderEpochCheckpoint::decode);
  }

  /** Decodes the bytes of a file. */
  public static Decoded<LeaderEpochCheckpoint> decode(byte[] file) {
    Damages damages = new Damages();
    return CheckpointText.decode(file, damages)
        .map(text -> Decoded.of(of(text, damages), damages.list()))
        .orElseGet(() -> Decoded.nothing(damages.list()));
  }

  private static LeaderEpochCheckpoint of(CheckpointText text, Damages damages) {
    List<EpochEntry> entries = new ArrayList<>();
    for (TextLine line : text.entries()) {
      EpochEntry entry = parse(line.textOrEmpty());
      if (entry == null) {
        damages.add(line.damage(DamageKind.SYNTAX, "entry", "epoch startOffset"));
        continue;
      }
      if (entry.epoch() < 0 || entry.startOffset() < 0) {
        damages.add(line.damage(DamageKind.FIELD, "entry", "numbers of 0 or more"));
      }
      EpochEntry before = entries.isEmpty() ? null : entries.get(entries.size() - 1);
      if (before != null
          && (entry.epoch() <= before.epoch() || entry.startOffset() < before.startOffset())) {
        damages.add(
            line.damage(
                DamageKind.ORDER,
                "entry",
                "more than epoch "
                    + before.epoch()
                    + ", from offset "
                    + before.startOffset()
                    + " on"));
      }
      entries.add(entry);
    }
    return new LeaderEpochCheckpoint(entries);
  }

  private static EpochEntry parse(String line) {
    String[] parts = WHITE_SPACE.split(line);
    if (parts.length != 2) {
      return null;
    }
    try {
      return new EpochEntry(Integer.parseInt(parts[0]), Long.parseLong(parts[1]));
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
