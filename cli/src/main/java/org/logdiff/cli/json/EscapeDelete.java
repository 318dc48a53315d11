package org.logdiff.cli.json;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;

/** Escapes the one control character that JSON lets through. */
final class EscapeDelete extends CharacterEscapes {
  private static final long serialVersionUID = 1;

  @Override
  public int[] getEscapeCodesForAscii() {
    int[] codes = standardAsciiEscapesForJSON();
    codes[0x7f] = ESCAPE_STANDARD;
    return codes;
  }

  @Override
  public SerializableString getEscapeSequence(int c) {
    return null;
  }
}
