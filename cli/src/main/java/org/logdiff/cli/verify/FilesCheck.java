package org.logdiff.cli.verify;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.logdiff.analysis.evidence.FileDigest;
import org.logdiff.format.checkpoint.MetaProperties;
import org.logdiff.format.disk.ReadOnlyFile;
import org.logdiff.format.layout.LogDirectory;

/** Holds a document against the files that it speaks of, wherever they are now. */
final class FilesCheck {
  private final List<Directory> directories = new ArrayList<>();
  private final List<Problem> problems = new ArrayList<>();
  private final List<Problem> notChecked = new ArrayList<>();
  private final FileDigest digest = new FileDigest();
  private final UnaryOperator<String> sealing;
  private int exhibits;
  private int files;

  /** A directory given, and the node that it is of; empty if that is unknown. */
  private record Directory(Path path, Optional<Integer> nodeId) {}

  FilesCheck(List<Path> directories, UnaryOperator<String> sealing) {
    this.sealing = sealing;
    for (Path directory : directories) {
      this.directories.add(
          new Directory(
              directory,
              nodeId(directory).or(() -> nodeId(directory.toAbsolutePath().getParent()))));
    }
  }

  List<Problem> problems() {
    return problems;
  }

  List<Problem> notChecked() {
    return notChecked;
  }

  int exhibits() {
    return exhibits;
  }

  int files() {
    return files;
  }

  void check(JsonNode document) {
    for (Place partition : Place.root(document).each("partitions")) {
      Map<String, Integer> nodeIds = new HashMap<>();
      for (Place replica : partition.each("replicas")) {
        if (replica.node().hasNonNull("nodeId")) {
          nodeIds.put(replica.text("name"), replica.node().path("nodeId").intValue());
        }
      }
      for (Place replica : partition.each("replicas")) {
        Optional<Integer> nodeId = Optional.ofNullable(nodeIds.get(replica.text("name")));
        for (Place file : replica.each("files")) {
          if (!file.text("sha256").isEmpty()) {
            long length = file.node().path("size").longValue();
            files += check(file, file.text("path"), nodeId, 0, length, true) ? 1 : 0;
          }
        }
      }
      for (Place finding : partition.each("findings")) {
        for (Place exhibit : finding.each("exhibits")) {
          if (!exhibit.text("sha256").isEmpty()) {
            Optional<Integer> nodeId = Optional.ofNullable(nodeIds.get(exhibit.text("replica")));
            long position = exhibit.node().path("position").longValue();
            long length = exhibit.node().path("length").longValue();
            exhibits +=
                check(exhibit, exhibit.text("file"), nodeId, position, length, false) ? 1 : 0;
          }
        }
      }
    }
  }

  /** Whether one of the places where the file can be has what the document says. */
  private boolean check(
      Place place,
      String path,
      Optional<Integer> nodeId,
      long position,
      long length,
      boolean isWhole) {
    List<Path> found = new ArrayList<>();
    for (Path file : placesOf(path, nodeId)) {
      try (ReadOnlyFile open = ReadOnlyFile.open(file)) {
        boolean isLongEnough =
            isWhole ? open.sizeBytes() == length : open.sizeBytes() >= position + length;
        if (isLongEnough
            && sealing.apply(digest.of(open, position, length)).equals(place.text("sha256"))) {
          return true;
        }
        found.add(file);
      } catch (java.nio.file.NoSuchFileException e) {
        // it may be in another of the directories
      } catch (IOException e) {
        notChecked.add(new Problem(place.pointer(), String.valueOf(e.getMessage())));
        return false;
      }
    }
    if (found.isEmpty()) {
      notChecked.add(new Problem(place.pointer(), path + " is in none of the directories given"));
    } else {
      problems.add(
          new Problem(
              place.pointer(),
              found.get(0)
                  + (isWhole
                      ? " is not as the document says"
                      : " holds other bytes at position " + position)));
    }
    return false;
  }

  /** A file of a partition is sought by its own and its directory's name, others by their name. */
  private List<Path> placesOf(String path, Optional<Integer> nodeId) {
    Path file = Path.of(path);
    List<Path> places = new ArrayList<>();
    for (Directory directory : directories) {
      boolean isOther =
          nodeId.isPresent()
              && directory.nodeId().isPresent()
              && !directory.nodeId().equals(nodeId);
      if (isOther) {
        continue;
      }
      Path parent = file.getParent() == null ? null : file.getParent().getFileName();
      if (parent != null) {
        places.add(directory.path().resolve(parent).resolve(file.getFileName()));
        if (parent.equals(directory.path().getFileName())) {
          places.add(directory.path().resolve(file.getFileName()));
        }
      }
      if (LogDirFiles.isOne(file.getFileName().toString())) {
        places.add(directory.path().resolve(file.getFileName()));
        places.add(directory.path().toAbsolutePath().resolveSibling(file.getFileName()));
      }
    }
    return places;
  }

  private static Optional<Integer> nodeId(Path directory) {
    if (directory == null) {
      return Optional.empty();
    }
    try {
      Optional<LogDirectory> listed = LogDirectory.list(directory);
      if (listed.isEmpty() || !listed.get().hasMetaProperties()) {
        return Optional.empty();
      }
      return listed
          .get()
          .metaProperties()
          .value()
          .map(MetaProperties::nodeId)
          .flatMap(id -> id.isPresent() ? Optional.of(id.getAsInt()) : Optional.empty());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
