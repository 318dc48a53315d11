package org.logdiff.cli.text;

import java.util.Optional;
import org.logdiff.analysis.report.KeyEvidence;
import org.logdiff.cli.console.Printable;
import org.logdiff.cli.key.KeyDigest;
import org.logdiff.cli.key.WellFormedText;
import org.logdiff.format.Bytes;

/** A key in one phrase: as much of it as was asked for. */
final class KeyLine {
  /** Bytes of a key that are shown: longer ones would bury the finding. The JSON has them whole. */
  private static final int LONGEST_SHOWN = 256;

  private static final int HASH_SHOWN = "sha256:".length() + 16;

  private final Printable printable;
  private final boolean showKeys;

  KeyLine(Printable printable, boolean showKeys) {
    this.printable = printable;
    this.showKeys = showKeys;
  }

  String of(KeyEvidence key) {
    Bytes bytes = key.bytes();
    String size = Phrases.count(bytes.length(), "byte", "bytes");
    if (!showKeys) {
      return size + ", " + KeyDigest.of(bytes).substring(0, HASH_SHOWN) + "...";
    }
    boolean whole = bytes.length() <= LONGEST_SHOWN;
    Bytes shown = whole ? bytes : Bytes.copyOf(bytes.toArray(), 0, LONGEST_SHOWN);
    Optional<String> text = whole ? WellFormedText.of(shown) : Optional.empty();
    return text.map(printable::quoted).orElseGet(() -> quoted(shown))
        + (whole ? "" : "...")
        + " ("
        + size
        + ")";
  }

  private static String quoted(Bytes bytes) {
    return '"' + bytes.toString().replace("\"", "\\x22") + '"';
  }
}
