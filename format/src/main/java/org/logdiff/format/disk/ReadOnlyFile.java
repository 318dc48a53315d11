package org.logdiff.format.disk;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * The one door to the evidence. Every file is opened here, for reading only; directories are listed
 * here; nothing in {@code format} or {@code analysis} reaches the file system by another way (a
 * test forbids it).
 *
 * <p>Reads are positional, so one open file serves several threads. A failing medium gives an
 * {@link IOException} that names the file and the position; memory maps, which would turn it into a
 * fault of the JVM, are not used.
 */
public final class ReadOnlyFile implements Closeable {
  private static final LongAdder BYTES_READ = new LongAdder();

  private final Path path;
  private final FileChannel channel;
  private final long sizeBytes;

  private ReadOnlyFile(Path path, FileChannel channel, long sizeBytes) {
    this.path = path;
    this.channel = channel;
    this.sizeBytes = sizeBytes;
  }

  /**
   * Opens a file for reading. Only a regular one: to open a pipe waits for a writer, and a device
   * may have no end or answer with a deed.
   *
   * @throws NoSuchFileException if there is nothing at the path
   * @throws IOException if it may not be read, is no regular file, or is a symbolic link that leads
   *     nowhere
   */
  public static ReadOnlyFile open(Path path) throws IOException {
    FileChannel channel = openChannel(path);
    try {
      return new ReadOnlyFile(path, channel, channel.size());
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private static FileChannel openChannel(Path path) throws IOException {
    BasicFileAttributes attributes = attributes(path);
    if (!attributes.isRegularFile()) {
      throw new IOException(
          path
              + (attributes.isDirectory()
                  ? ": a directory, where a file belongs"
                  : ": a pipe, a socket or a device, where a file belongs; it was not opened"));
    }
    try {
      return FileChannel.open(path, StandardOpenOption.READ);
    } catch (NoSuchFileException e) {
      throw Files.isSymbolicLink(path) ? leadsNowhere(path, e) : e;
    }
  }

  /** Of what a path leads to. */
  private static BasicFileAttributes attributes(Path path) throws IOException {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class);
    } catch (AccessDeniedException e) {
      throw e;
    } catch (FileSystemException e) {
      throw Files.isSymbolicLink(path) ? leadsNowhere(path, e) : e;
    }
  }

  /** Reads a whole small file. A file above the limit gives an {@link IOException} that says so. */
  public static byte[] readAll(Path path, int limitBytes) throws IOException {
    try (ReadOnlyFile file = open(path)) {
      if (file.sizeBytes() > limitBytes) {
        throw new IOException(
            path + ": " + file.sizeBytes() + " bytes, more than the limit of " + limitBytes);
      }
      byte[] bytes = new byte[(int) file.sizeBytes()];
      file.readFully(bytes, 0, bytes.length, 0);
      return bytes;
    }
  }

  /** What a directory holds, sorted by name. One link that leads nowhere hides no other entry. */
  public static List<DirectoryEntry> list(Path directory) throws IOException {
    List<DirectoryEntry> entries = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      for (Path child : stream) {
        DirectoryEntry entry = listed(child);
        if (entry != null) {
          entries.add(entry);
        }
      }
    } catch (java.nio.file.DirectoryIteratorException e) {
      throw e.getCause();
    }
    entries.sort((a, b) -> a.name().compareTo(b.name()));
    return List.copyOf(entries);
  }

  private static DirectoryEntry listed(Path child) throws IOException {
    try {
      return entry(child, Files.readAttributes(child, BasicFileAttributes.class), false);
    } catch (FileSystemException e) {
      if (Files.isSymbolicLink(child)) {
        return entry(
            child,
            Files.readAttributes(child, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS),
            true);
      }
      if (e instanceof NoSuchFileException) {
        return null;
      }
      throw e;
    }
  }

  /**
   * The entry at a path, or null if there is nothing (any more). Links are followed.
   *
   * @throws IOException if it cannot be looked at, or is a symbolic link that leads nowhere
   */
  public static DirectoryEntry describe(Path path) throws IOException {
    try {
      return entry(path, attributes(path), false);
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  private static DirectoryEntry entry(
      Path path, BasicFileAttributes attributes, boolean isBrokenLink) {
    return new DirectoryEntry(
        path,
        attributes.isDirectory(),
        attributes.isDirectory() || isBrokenLink ? 0 : attributes.size(),
        attributes.lastModifiedTime().toMillis(),
        String.valueOf(attributes.fileKey()),
        isBrokenLink);
  }

  private static IOException leadsNowhere(Path path, FileSystemException e) {
    return new IOException(
        path
            + (e instanceof NoSuchFileException
                ? ": a symbolic link to something that is not there"
                : ": a symbolic link that cannot be followed: " + e.getReason()),
        e);
  }

  /** Whether two paths lead to the same file or directory. */
  public static boolean isSame(Path a, Path b) throws IOException {
    return Files.isSameFile(a, b);
  }

  /** The path with all links resolved. */
  public static Path realPath(Path path) throws IOException {
    return path.toRealPath();
  }

  public Path path() {
    return path;
  }

  /** The size in bytes when the file was opened. */
  public long sizeBytes() {
    return sizeBytes;
  }

  /**
   * The size in bytes now; another value than {@link #sizeBytes()} means that a broker is at work.
   */
  public long currentSizeBytes() throws IOException {
    return channel.size();
  }

  /**
   * Reads up to {@code length} bytes at a position.
   *
   * @return the number of bytes read, less than {@code length} only at the end of the file, 0 there
   * @throws IOException if the medium fails; the message names the file and the position
   */
  public int read(byte[] into, int at, int length, long position) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(into, at, length);
    while (buffer.hasRemaining()) {
      int done = buffer.position() - at;
      int n;
      try {
        n = channel.read(buffer, position + done);
      } catch (java.nio.channels.ClosedChannelException e) {
        throw e;
      } catch (IOException e) {
        throw new IOException(
            path + ": cannot read at position " + (position + done) + ": " + e.getMessage(), e);
      }
      if (n < 0) {
        break;
      }
    }
    BYTES_READ.add(buffer.position() - at);
    return buffer.position() - at;
  }

  /** Bytes that have been read through this class, by all, since the program started. */
  public static long totalBytesRead() {
    return BYTES_READ.sum();
  }

  /**
   * Reads exactly {@code length} bytes.
   *
   * @throws EOFException if the file ends before, as when it shrinks while it is read
   */
  public void readFully(byte[] into, int at, int length, long position) throws IOException {
    int n = read(into, at, length, position);
    if (n < length) {
      throw new EOFException(
          path
              + ": ends at position "
              + (position + n)
              + ", wanted "
              + length
              + " bytes at "
              + position);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
