package org.logdiff.samples;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Everything below a directory that an examination must leave as it is. Two fingerprints are equal
 * if no file was written, created, removed, renamed or touched in between. The modification times
 * of the directories belong to it, so a file that was created and removed again shows as well.
 *
 * @param entries by path relative to the directory, with {@code /} between names; the directory
 *     itself is the empty path
 */
public record DirectoryFingerprint(SortedMap<String, Entry> entries) {

  /**
   * One file or directory.
   *
   * @param sizeInBytes -1 for a directory
   * @param sha256 in hexadecimal; empty for a directory, the link's target for a symbolic link
   */
  public record Entry(long sizeInBytes, String sha256, FileTime lastModified) {}

  /** Keeps its own unmodifiable copy of the entries. */
  public DirectoryFingerprint {
    entries = Collections.unmodifiableSortedMap(new TreeMap<>(entries));
  }

  /** Reads every file below the directory. */
  public static DirectoryFingerprint of(Path directory) throws IOException {
    SortedMap<String, Entry> entries = new TreeMap<>();
    try (Stream<Path> walk = Files.walk(directory)) {
      for (Path path : walk.toList()) {
        String name = directory.relativize(path).toString().replace('\\', '/');
        entries.put(name, entryOf(path));
      }
    }
    return new DirectoryFingerprint(entries);
  }

  /**
   * What is different in a later fingerprint, a line each; empty if they are equal. For the
   * messages of assertions.
   */
  public List<String> differencesTo(DirectoryFingerprint later) {
    TreeSet<String> names = new TreeSet<>(entries.keySet());
    names.addAll(later.entries.keySet());
    List<String> differences = new ArrayList<>();
    for (String name : names) {
      Entry before = entries.get(name);
      Entry after = later.entries.get(name);
      if (before == null) {
        differences.add("created: " + name);
      } else if (after == null) {
        differences.add("removed: " + name);
      } else if (!before.equals(after)) {
        differences.add("changed: " + name + ": " + before + " -> " + after);
      }
    }
    return differences;
  }

  private static Entry entryOf(Path path) throws IOException {
    FileTime lastModified = Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS);
    if (Files.isSymbolicLink(path)) {
      String target = Files.readSymbolicLink(path).toString();
      return new Entry(target.length(), target, lastModified);
    }
    if (Files.isDirectory(path)) {
      return new Entry(-1, "", lastModified);
    }
    return new Entry(Files.size(path), sha256(path), lastModified);
  }

  /** The SHA-256 digest of a file, in hexadecimal. */
  public static String sha256(Path file) throws IOException {
    MessageDigest digest = newSha256();
    try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
      in.transferTo(OutputStream.nullOutputStream());
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest newSha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
