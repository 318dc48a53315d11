package org.logdiff.cli.decode;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import org.logdiff.analysis.inspect.ValueDecoder;
import org.logdiff.cli.key.WellFormedText;
import org.logdiff.format.Bytes;

/** The decoders that are built in. */
public enum Decoder implements ValueDecoder {
  /** Text if the value is well-formed UTF-8 without control characters. */
  AUTO {
    @Override
    public Optional<String> decode(Bytes value) {
      return WellFormedText.of(value).filter(text -> text.chars().noneMatch(Decoder::isControl));
    }
  },
  /** None: bytes, escaped. */
  NONE {
    @Override
    public Optional<String> decode(Bytes value) {
      return Optional.empty();
    }
  },
  /** UTF-8. */
  STRING {
    @Override
    public Optional<String> decode(Bytes value) {
      return WellFormedText.of(value);
    }
  },
  /** Hexadecimal digits. */
  HEX {
    @Override
    public Optional<String> decode(Bytes value) {
      return Optional.of(HexFormat.of().formatHex(value.toArray()));
    }
  },
  /** JSON, without the spaces between. */
  JSON {
    @Override
    public Optional<String> decode(Bytes value) {
      return CompactJson.of(value);
    }
  },
  /** A number of 8 bytes, big-endian. */
  INT64 {
    @Override
    public Optional<String> decode(Bytes value) {
      return value.length() == Long.BYTES
          ? Optional.of(Long.toString(ByteBuffer.wrap(value.toArray()).getLong()))
          : Optional.empty();
    }
  };

  /** The one of a word; empty for other words. */
  public static Optional<Decoder> of(String word) {
    for (Decoder decoder : values()) {
      if (decoder.name().toLowerCase(Locale.ROOT).equals(word)) {
        return Optional.of(decoder);
      }
    }
    return Optional.empty();
  }

  private static boolean isControl(int c) {
    return c < ' ' && c != '\t' && c != '\n' && c != '\r';
  }
}
