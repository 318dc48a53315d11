package org.logdiff.cli.option;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import org.logdiff.format.disk.ReadOnlyFile;

/**
 * A file of fingerprints of findings that are known and dealt with: one on each line; what follows
 * a {@code #} is a remark.
 */
public final class KnownFindings {
  private static final int LONGEST_FILE_BYTES = 64 << 20;
  private static final String FINGERPRINT = "[0-9a-f]{24}";

  private KnownFindings() {}

  /**
   * Reads the file.
   *
   * @throws IOException if it cannot be read, or a line is no fingerprint; the message says which
   */
  public static Set<String> read(Path file) throws IOException {
    String text =
        new String(ReadOnlyFile.readAll(file, LONGEST_FILE_BYTES), StandardCharsets.UTF_8);
    Set<String> fingerprints = new LinkedHashSet<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      String word = line.replaceFirst("#.*", "").strip();
      if (word.isEmpty()) {
        continue;
      }
      if (!word.matches(FINGERPRINT)) {
        throw new IOException(
            "line %d: '%s' is no fingerprint of 24 hexadecimal digits".formatted(number, word));
      }
      fingerprints.add(word);
    }
    return fingerprints;
  }
}
