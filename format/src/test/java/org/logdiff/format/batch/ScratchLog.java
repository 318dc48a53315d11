package org.logdiff.format.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.logdiff.format.disk.ReadOnlyFile;

/** A log file to be damaged and scanned, again and again. */
final class ScratchLog implements AutoCloseable {
  private final Path path;
  private final FileChannel channel;
  private final SegmentCursor cursor = new SegmentCursor();
  private final RecordCursor records = new RecordCursor();

  ScratchLog(Path directory) throws IOException {
    path = Files.createTempFile(directory, "scratch", ".log");
    channel = FileChannel.open(path, StandardOpenOption.WRITE);
  }

  static byte[] concat(List<byte[]> parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    parts.forEach(out::writeBytes);
    return out.toByteArray();
  }

  static byte[] concat(byte[]... parts) {
    return concat(List.of(parts));
  }

  Path path() {
    return path;
  }

  ScratchLog write(byte[]... parts) throws IOException {
    byte[] content = concat(parts);
    channel.truncate(content.length);
    overwrite(0, content);
    return this;
  }

  void overwrite(long position, byte... bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      channel.write(buffer, position + buffer.position());
    }
  }

  void truncate(long sizeBytes) throws IOException {
    channel.truncate(sizeBytes);
  }

  /** Scans the whole file, records too, and checks the law of the spans. */
  List<Span> scan(long baseOffset) throws IOException {
    try (ReadOnlyFile file = ReadOnlyFile.open(path)) {
      cursor.open(file, baseOffset);
      return walk(cursor, 0, file.sizeBytes());
    }
  }

  List<Span> scanUnnamed() throws IOException {
    try (ReadOnlyFile file = ReadOnlyFile.open(path)) {
      cursor.openUnnamed(file);
      return walk(cursor, 0, file.sizeBytes());
    }
  }

  List<Span> walk(SegmentCursor opened, long from, long to) throws IOException {
    List<Span> spans = new ArrayList<>();
    long position = from;
    for (SpanKind kind = opened.next(); kind != null; kind = opened.next()) {
      Span span = opened.span();
      assertEquals(kind, span.kind());
      assertEquals(position, span.position());
      assertEquals(opened.length(), span.length());
      assertTrue(span.length() > 0);
      position += span.length();
      spans.add(span);
      if (kind == SpanKind.BATCH) {
        readRecords(opened);
      }
    }
    assertEquals(to, position);
    return spans;
  }

  private void readRecords(SegmentCursor batch) {
    records.open(batch.array(), batch.at());
    int n = 0;
    while (records.next()) {
      records.record();
      n++;
    }
    assertTrue(records.trouble() != null || n == batch.recordsCount());
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
