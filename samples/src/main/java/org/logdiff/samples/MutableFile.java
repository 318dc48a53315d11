package org.logdiff.samples;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;

/** A file opened for an edit that leaves its modification time as it was. */
final class MutableFile {
  private MutableFile() {}

  /** What is done with the open file. */
  interface Edit {
    void on(FileChannel channel) throws IOException;
  }

  static void edit(Path path, Edit edit) throws IOException {
    if (!Files.isRegularFile(path)) {
      throw new NoSuchFileException(path.toString());
    }
    FileTime lastModified = Files.getLastModifiedTime(path);
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      edit.on(channel);
    } finally {
      Files.setLastModifiedTime(path, lastModified);
    }
  }

  static ByteBuffer read(FileChannel channel, long position, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining() && channel.read(bytes, position + bytes.position()) >= 0) {
      // Reads go on until the buffer is full; the range was checked against the file's size.
    }
    return bytes.flip();
  }

  static void write(FileChannel channel, long position, ByteBuffer bytes) throws IOException {
    bytes.rewind();
    while (bytes.hasRemaining()) {
      channel.write(bytes, position + bytes.position());
    }
  }
}
