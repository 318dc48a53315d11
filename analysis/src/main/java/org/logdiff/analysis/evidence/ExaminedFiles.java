package org.logdiff.analysis.evidence;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.logdiff.analysis.align.BatchLocator;
import org.logdiff.analysis.replica.LogEnd;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.replica.Segment;
import org.logdiff.analysis.report.ExaminedFile;
import org.logdiff.format.checkpoint.MetaProperties;
import org.logdiff.format.checkpoint.OffsetCheckpoint;
import org.logdiff.format.disk.DirectoryEntry;
import org.logdiff.format.disk.ReadOnlyFile;
import org.logdiff.format.layout.LogFileName;

/** The files of a replica as they were when the comparison began, and what has become of them. */
public final class ExaminedFiles {
  private final Replica replica;
  private final List<DirectoryEntry> entries = new ArrayList<>();

  /**
   * Looks at all files of an opened replica that a broker puts there, and at its log dir's own.
   *
   * @param logDir of the replica
   * @throws IOException if a directory cannot be listed
   */
  public ExaminedFiles(Replica replica, Path logDir) throws IOException {
    this.replica = replica;
    for (DirectoryEntry entry : ReadOnlyFile.list(replica.directory())) {
      boolean isKnown = LogFileName.parse(entry.name()).kind() != LogFileName.Kind.UNRECOGNISED;
      if (isKnown && !entry.isDirectory() && !entry.isBrokenLink()) {
        entries.add(entry);
      }
    }
    add(logDir.resolve(MetaProperties.FILE_NAME));
    for (OffsetCheckpoint.Kind kind : OffsetCheckpoint.Kind.values()) {
      add(logDir.resolve(kind.fileName()));
    }
    entries.sort(Comparator.comparing(DirectoryEntry::path));
  }

  private void add(Path file) {
    described(file).filter(entry -> !entry.isDirectory()).ifPresent(entries::add);
  }

  private static Optional<DirectoryEntry> described(Path file) {
    try {
      return Optional.ofNullable(ReadOnlyFile.describe(file));
    } catch (IOException e) {
      return Optional.empty(); // whoever wants to read it has complained about it
    }
  }

  /**
   * What is to be said of each file, now that the comparison has ended.
   *
   * @param withDigest whether to read all files again for their SHA-256
   * @param failures takes what could not be read
   */
  public List<ExaminedFile> after(boolean withDigest, List<String> failures) {
    Map<Path, Segment> segments = new HashMap<>();
    replica.segments().forEach(segment -> segments.put(segment.log().path(), segment));
    FileDigest digest = new FileDigest();
    List<ExaminedFile> files = new ArrayList<>();
    for (DirectoryEntry entry : entries) {
      Segment segment = segments.get(entry.path());
      files.add(
          new ExaminedFile(
              replica.name(),
              entry.path(),
              entry.sizeBytes(),
              entry.lastModifiedMs(),
              segment == null ? null : firstOffset(segment),
              segment == null ? null : lastOffset(segment),
              hasChanged(entry),
              withDigest ? digest(digest, entry.path(), failures) : null));
    }
    return files;
  }

  private static boolean hasChanged(DirectoryEntry before) {
    return !described(before.path()).equals(Optional.of(before));
  }

  private static String digest(FileDigest digest, Path file, List<String> failures) {
    try {
      return digest.of(file);
    } catch (IOException e) {
      failures.add("no SHA-256 of " + file + ": " + e.getMessage());
      return null;
    }
  }

  private Long firstOffset(Segment segment) {
    try {
      return new BatchLocator()
          .firstAbove(replica, segment.baseOffset() - 1)
          .filter(batch -> batch.segment() == segment)
          .map(batch -> batch.header().baseOffset())
          .orElse(null);
    } catch (IOException e) {
      return null; // the comparison has failed on it too
    }
  }

  private static Long lastOffset(Segment segment) {
    try {
      long end = LogEnd.of(segment);
      return end > segment.baseOffset() ? end - 1 : null;
    } catch (IOException e) {
      return null; // the comparison has failed on it too
    }
  }
}
