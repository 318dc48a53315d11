package org.logdiff.cli.text;

import java.util.Optional;
import org.logdiff.analysis.report.KeyEvidence;
import org.logdiff.cli.console.Printable;
import org.logdiff.cli.key.KeyDisclosure;
import org.logdiff.cli.key.WellFormedText;
import org.logdiff.format.Bytes;

/** A key in one phrase: as much of it as was asked for. */
final class KeyLine {
  /** Bytes of a key that are shown: longer ones would bury the finding. The JSON has them whole. */
  private static final int LONGEST_SHOWN = 256;

  private static final int DIGITS_SHOWN = 16;

  private final Printable printable;
  private final KeyDisclosure disclosure;

  KeyLine(Printable printable, KeyDisclosure disclosure) {
    this.printable = printable;
    this.disclosure = disclosure;
  }

  String of(KeyEvidence key) {
    Bytes bytes = key.bytes();
    String size = Phrases.count(bytes.length(), "byte", "bytes");
    if (!disclosure.shows(bytes)) {
      return size + ", " + shortened(disclosure.digest(bytes)) + "...";
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

  private static String shortened(String digest) {
    return digest.substring(0, digest.indexOf(':') + 1 + DIGITS_SHOWN);
  }

  private static String quoted(Bytes bytes) {
    return '"' + bytes.toString().replace("\"", "\\x22") + '"';
  }
}
