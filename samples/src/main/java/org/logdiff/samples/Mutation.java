package org.logdiff.samples;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Damage as a named act on a copied sample. Files are named relative to the directory that {@link
 * #apply} is given. Like decay on a disk, damage leaves the modification times of files alone.
 *
 * <p>An act that would change nothing (a cut past the end, zeros over zeros) is refused, so that a
 * test never passes on damage that was not done.
 */
public sealed interface Mutation {

  /** What is done, in words, unique among the acts on one directory. */
  String name();

  /**
   * Does the damage.
   *
   * @param directory of a copy, never of evidence
   * @throws IllegalArgumentException if the act does not fit the file; nothing is changed then
   */
  void apply(Path directory) throws IOException;

  /** Cuts the file so that {@code sizeInBytes} bytes remain. */
  record CutAt(String file, long sizeInBytes) implements Mutation {
    @Override
    public String name() {
      return file + " cut at " + sizeInBytes;
    }

    @Override
    public void apply(Path directory) throws IOException {
      MutableFile.edit(
          directory.resolve(file),
          channel -> {
            require(
                sizeInBytes >= 0 && sizeInBytes < channel.size(),
                this,
                "outside " + channel.size());
            channel.truncate(sizeInBytes);
          });
    }
  }

  /**
   * Flips one bit: bit {@code n} is the bit of value {@code 1 << (n % 8)} in byte {@code n / 8}.
   */
  record FlipBit(String file, long bit) implements Mutation {
    @Override
    public String name() {
      return file + " bit " + bit + " flipped";
    }

    @Override
    public void apply(Path directory) throws IOException {
      MutableFile.edit(
          directory.resolve(file),
          channel -> {
            long position = bit / Byte.SIZE;
            require(
                bit >= 0 && position < channel.size(),
                this,
                "outside " + channel.size() + " bytes");
            ByteBuffer one = MutableFile.read(channel, position, 1);
            one.put(0, (byte) (one.get(0) ^ (1 << (bit % Byte.SIZE))));
            MutableFile.write(channel, position, one);
          });
    }
  }

  /** Overwrites {@code length} bytes from {@code position} on with zeros. */
  record ZeroRange(String file, long position, int length) implements Mutation {
    @Override
    public String name() {
      return file + " zeroed from " + position + " for " + length;
    }

    @Override
    public void apply(Path directory) throws IOException {
      MutableFile.edit(
          directory.resolve(file),
          channel -> {
            require(
                position >= 0 && length > 0 && position + length <= channel.size(),
                this,
                "outside " + channel.size() + " bytes");
            ByteBuffer zeros = ByteBuffer.allocate(length);
            require(
                !MutableFile.read(channel, position, length).equals(zeros), this, "zeros already");
            MutableFile.write(channel, position, zeros);
          });
    }
  }

  /**
   * Overwrites a number of 8 bytes, big-endian, as an offset in a header that no checksum covers.
   */
  record SetLong(String file, long position, long value) implements Mutation {
    @Override
    public String name() {
      return file + " number at " + position + " set to " + value;
    }

    @Override
    public void apply(Path directory) throws IOException {
      overwrite(
          directory.resolve(file),
          position,
          ByteBuffer.allocate(Long.BYTES).putLong(0, value),
          this);
    }
  }

  /** Overwrites a number of 4 bytes, big-endian. */
  record SetInt(String file, long position, int value) implements Mutation {
    @Override
    public String name() {
      return file + " number at " + position + " set to " + value;
    }

    @Override
    public void apply(Path directory) throws IOException {
      overwrite(
          directory.resolve(file),
          position,
          ByteBuffer.allocate(Integer.BYTES).putInt(0, value),
          this);
    }
  }

  /** Appends zeros, as space that was allocated and never written to. */
  record AppendZeros(String file, int length) implements Mutation {
    @Override
    public String name() {
      return file + " with " + length + " zeros behind it";
    }

    @Override
    public void apply(Path directory) throws IOException {
      MutableFile.edit(
          directory.resolve(file),
          channel -> {
            require(length > 0, this, "nothing");
            MutableFile.write(channel, channel.size(), ByteBuffer.allocate(length));
          });
    }
  }

  /** Appends a copy of a range of the file, as a batch that was written twice. */
  record AppendCopy(String file, long position, int length) implements Mutation {
    @Override
    public String name() {
      return file + " with " + length + " bytes from " + position + " again behind it";
    }

    @Override
    public void apply(Path directory) throws IOException {
      MutableFile.edit(
          directory.resolve(file),
          channel -> {
            require(
                position >= 0 && length > 0 && position + length <= channel.size(),
                this,
                "outside " + channel.size() + " bytes");
            MutableFile.write(channel, channel.size(), MutableFile.read(channel, position, length));
          });
    }
  }

  /** Gives a file of text, which is there, other content. */
  record SetText(String file, String text) implements Mutation {
    @Override
    public String name() {
      return file + " set to '" + text.replace('\n', '|') + "'";
    }

    @Override
    public void apply(Path directory) throws IOException {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      Path path = directory.resolve(file);
      require(!Arrays.equals(Files.readAllBytes(path), bytes), this, "the same already");
      MutableFile.edit(
          path,
          channel -> {
            channel.truncate(0);
            MutableFile.write(channel, 0, ByteBuffer.wrap(bytes));
          });
    }
  }

  /** Gives a file or directory another name beside its own. */
  record Rename(String file, String newName) implements Mutation {
    @Override
    public String name() {
      return file + " renamed to " + newName;
    }

    @Override
    public void apply(Path directory) throws IOException {
      Path from = directory.resolve(file);
      Path to = from.resolveSibling(newName);
      require(Files.exists(from), this, "no " + file);
      require(!Files.exists(to), this, newName + " is there already");
      Files.move(from, to);
    }
  }

  /** Copies a file to another name beside its own. */
  record Copy(String file, String newName) implements Mutation {
    @Override
    public String name() {
      return file + " copied to " + newName;
    }

    @Override
    public void apply(Path directory) throws IOException {
      Path from = directory.resolve(file);
      Path to = from.resolveSibling(newName);
      require(Files.isRegularFile(from), this, "no file " + file);
      require(!Files.exists(to), this, newName + " is there already");
      Files.copy(from, to);
    }
  }

  private static void overwrite(Path path, long position, ByteBuffer bytes, Mutation mutation)
      throws IOException {
    MutableFile.edit(
        path,
        channel -> {
          require(
              position >= 0 && position + bytes.capacity() <= channel.size(),
              mutation,
              "outside " + channel.size() + " bytes");
          ByteBuffer before = MutableFile.read(channel, position, bytes.capacity());
          require(!before.equals(bytes.rewind()), mutation, "the same already");
          MutableFile.write(channel, position, bytes);
        });
  }

  /** Deletes the file. */
  record DropFile(String file) implements Mutation {
    @Override
    public String name() {
      return file + " dropped";
    }

    @Override
    public void apply(Path directory) throws IOException {
      Files.delete(directory.resolve(file));
    }
  }

  /** Lets two files change places; each keeps its own modification time. */
  record SwapFiles(String file, String other) implements Mutation {
    @Override
    public String name() {
      return file + " swapped with " + other;
    }

    @Override
    public void apply(Path directory) throws IOException {
      Path one = directory.resolve(file);
      Path two = directory.resolve(other);
      require(Files.isRegularFile(one), this, "no file " + file);
      require(Files.isRegularFile(two), this, "no file " + other);
      require(Files.mismatch(one, two) >= 0, this, "both have the same bytes");
      Path aside = one.resolveSibling(one.getFileName() + ".aside");
      Files.move(one, aside);
      Files.move(two, one);
      Files.move(aside, two);
    }
  }

  private static void require(boolean fits, Mutation mutation, String reason) {
    if (!fits) {
      throw new IllegalArgumentException(mutation.name() + ": " + reason);
    }
  }
}
