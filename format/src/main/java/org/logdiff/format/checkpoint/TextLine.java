package org.logdiff.format.checkpoint;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.logdiff.format.Bytes;
import org.logdiff.format.Damage;
import org.logdiff.format.DamageKind;

/**
 * A line of a small text file.
 *
 * @param position of its first byte
 * @param length in bytes, without the line's end
 * @param text null if the bytes are not UTF-8
 * @param shown the line with everything but printable ASCII escaped, cut to a readable length
 * @param isEnded whether a line feed or carriage return follows
 */
record TextLine(int position, int length, String text, String shown, boolean isEnded) {
  private static final int SHOWN_BYTES = 100;

  /**
   * Splits a file into lines as {@code java.io.BufferedReader} does: at LF, CR and CR LF, and no
   * empty line after the last end.
   */
  static List<TextLine> split(byte[] file) {
    List<TextLine> lines = new ArrayList<>();
    int start = 0;
    while (start < file.length) {
      int end = start;
      while (end < file.length && file[end] != '\n' && file[end] != '\r') {
        end++;
      }
      lines.add(of(file, start, end));
      boolean isCrLf = end + 1 < file.length && file[end] == '\r' && file[end + 1] == '\n';
      start = end + (isCrLf ? 2 : 1);
    }
    return lines;
  }

  private static TextLine of(byte[] file, int start, int end) {
    int length = end - start;
    String text;
    try {
      text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(file, start, length))
              .toString();
    } catch (CharacterCodingException e) {
      text = null;
    }
    return new TextLine(start, length, text, show(file, start, length), end < file.length);
  }

  /** A whole file as {@link #shown}. */
  static String show(byte[] file) {
    return show(file, 0, file.length);
  }

  private static String show(byte[] file, int start, int length) {
    String shown = Bytes.copyOf(file, start, Math.min(length, SHOWN_BYTES)).toString();
    return length > SHOWN_BYTES ? shown + "..." : shown;
  }

  /** The text, or an empty one that no grammar accepts. */
  String textOrEmpty() {
    return text == null ? "" : text;
  }

  Damage damage(DamageKind kind, String field, String expected) {
    return new Damage(kind, field, position, length, shown, expected);
  }
}
