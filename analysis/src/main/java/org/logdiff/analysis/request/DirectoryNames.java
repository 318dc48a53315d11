package org.logdiff.analysis.request;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** Names for directories: the shortest tails by which they differ. */
final class DirectoryNames {
  private DirectoryNames() {}

  /** One name per directory, all of as many path elements. */
  static List<String> of(List<Path> directories) {
    List<Path> absolute = directories.stream().map(d -> d.toAbsolutePath().normalize()).toList();
    int deepest = absolute.stream().mapToInt(Path::getNameCount).max().orElse(1);
    List<String> names = List.of();
    for (int elements = 1; elements <= Math.max(1, deepest); elements++) {
      names = tails(absolute, elements);
      if (new HashSet<>(names).size() == names.size()) {
        return names;
      }
    }
    return names;
  }

  private static List<String> tails(List<Path> paths, int elements) {
    List<String> tails = new ArrayList<>();
    for (Path path : paths) {
      int count = path.getNameCount();
      tails.add(
          count == 0
              ? path.toString()
              : path.subpath(Math.max(0, count - elements), count).toString());
    }
    return tails;
  }
}
