package org.logdiff.format.checkpoint;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.logdiff.format.DamageKind;
import org.logdiff.format.Decoded;
import org.logdiff.format.damage.Damages;
import org.logdiff.format.disk.WholeFile;

/**
 * {@code .kafka_cleanshutdown}: a broker leaves it in each log dir when it stops, and removes it
 * when it starts. That it exists is all that counts for recovery, whatever it says.
 *
 * <p>Older brokers leave it empty. Newer ones write JSON without a line's end, of which unknown
 * fields are to be ignored:
 *
 * <pre>
 * {"version":0,"brokerEpoch":16}
 * </pre>
 *
 * <p>Source: {@code org.apache.kafka.storage.internals.checkpoint.CleanShutdownFileHandler}, Kafka
 * 4.4.0.
 *
 * @param version 0; empty if the file is
 * @param brokerEpoch the broker's epoch when it stopped: the offset of its registration in {@code
 *     __cluster_metadata}, or -1; empty if the file is
 */
public record CleanShutdownMarker(OptionalInt version, OptionalLong brokerEpoch) {
  /** The file's name. */
  public static final String FILE_NAME = ".kafka_cleanshutdown";

  /** The version known. */
  public static final int VERSION = 0;

  /** Largest file that is read; an intact one has some dozen bytes. */
  public static final int LIMIT_BYTES = 64 << 10;

  private static final CleanShutdownMarker EMPTY =
      new CleanShutdownMarker(OptionalInt.empty(), OptionalLong.empty());

  /**
   * Reads a file.
   *
   * @throws IOException if it cannot be read
   */
  public static Decoded<CleanShutdownMarker> read(Path path) throws IOException {
    return WholeFile.decode(path, LIMIT_BYTES, CleanShutdownMarker::decode);
  }

  /** Decodes the bytes of a file. Damaged content gives a marker without fields: it does exist. */
  public static Decoded<CleanShutdownMarker> decode(byte[] file) {
    if (file.length == 0) {
      return Decoded.intact(EMPTY);
    }
    Damages damages = new Damages();
    Optional<Map<String, String>> fields = FlatJson.parse(file);
    if (fields.isEmpty()) {
      damages.add(
          DamageKind.SYNTAX, "content", 0, file.length, TextLine.show(file), "a JSON object");
      return Decoded.of(EMPTY, damages.list());
    }
    OptionalLong version = number(fields.get(), "version", file, damages);
    OptionalLong brokerEpoch = number(fields.get(), "brokerEpoch", file, damages);
    if (version.isPresent() && version.getAsLong() != VERSION) {
      damages.add(
          DamageKind.VERSION, "version", 0, file.length, "" + version.getAsLong(), "" + VERSION);
    }
    return Decoded.of(
        new CleanShutdownMarker(
            version.isPresent() && version.getAsLong() == (int) version.getAsLong()
                ? OptionalInt.of((int) version.getAsLong())
                : OptionalInt.empty(),
            brokerEpoch),
        damages.list());
  }

  private static OptionalLong number(
      Map<String, String> fields, String name, byte[] file, Damages damages) {
    String text = fields.get(name);
    try {
      return OptionalLong.of(Long.parseLong(String.valueOf(text)));
    } catch (NumberFormatException e) {
      damages.add(
          DamageKind.FIELD, name, 0, file.length, text == null ? "nothing" : text, "a number");
      return OptionalLong.empty();
    }
  }
}
