package org.logdiff.format.batch;

import java.util.List;
import org.logdiff.format.Damage;

/**
 * A stretch of a {@code .log} file. The spans of a file are ordered, adjacent, and add up to it.
 */
public sealed interface Span {
  /** Where it starts in the file. */
  long position();

  /** Bytes, at least 1. */
  long length();

  SpanKind kind();

  /** An intact batch, of any magic that is known. */
  record Batch(long position, RecordBatchHeader header) implements Span {
    @Override
    public long length() {
      return header.sizeBytes();
    }

    @Override
    public SpanKind kind() {
      return SpanKind.BATCH;
    }
  }

  /** A batch too large to be taken into memory; its checksum holds. */
  record Oversized(long position, long length, RecordBatchHeader header) implements Span {
    @Override
    public SpanKind kind() {
      return SpanKind.OVERSIZED;
    }
  }

  /** Damage, with what was stored and what was expected. */
  record Damaged(long position, long length, List<Damage> damages) implements Span {
    public Damaged {
      damages = List.copyOf(damages);
    }

    @Override
    public SpanKind kind() {
      return SpanKind.DAMAGED;
    }
  }

  /** Zeros up to the end. */
  record Preallocated(long position, long length) implements Span {
    @Override
    public SpanKind kind() {
      return SpanKind.PREALLOCATED;
    }
  }

  /** A batch of an unknown magic. */
  record Unrecognised(long position, long length, byte magic) implements Span {
    @Override
    public SpanKind kind() {
      return SpanKind.UNRECOGNISED;
    }
  }
}
