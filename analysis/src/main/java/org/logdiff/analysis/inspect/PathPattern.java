package org.logdiff.analysis.inspect;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.logdiff.format.disk.DirectoryEntry;
import org.logdiff.format.disk.ReadOnlyFile;

/**
 * A path in which {@code *} and {@code ?} stand for any characters of a name but a slash. One that
 * exists as it is given is no pattern.
 */
final class PathPattern {
  private PathPattern() {}

  /**
   * The paths that a pattern matches, sorted; the path itself if it is none. Hidden names match
   * too.
   *
   * @throws IOException if a directory on the way cannot be listed
   */
  static List<Path> expand(String given) throws IOException {
    Path path = Path.of(given);
    if (!isWild(given) || ReadOnlyFile.describe(path) != null) {
      return List.of(path);
    }
    List<Path> found = new ArrayList<>();
    found.add(path.isAbsolute() ? path.getRoot() : Path.of(""));
    for (Path name : path) {
      found = step(found, name.toString());
    }
    return found;
  }

  private static List<Path> step(List<Path> directories, String name) throws IOException {
    List<Path> found = new ArrayList<>();
    Pattern pattern = pattern(name);
    for (Path directory : directories) {
      if (!isWild(name)) {
        Path child = directory.resolve(name);
        if (ReadOnlyFile.describe(child) != null) {
          found.add(child);
        }
        continue;
      }
      Path listed = directory.toString().isEmpty() ? Path.of(".") : directory;
      DirectoryEntry itself = ReadOnlyFile.describe(listed);
      if (itself != null && itself.isDirectory()) {
        for (DirectoryEntry entry : ReadOnlyFile.list(listed)) {
          if (pattern.matcher(entry.name()).matches()) {
            found.add(directory.resolve(entry.name()));
          }
        }
      }
    }
    return found;
  }

  private static boolean isWild(String text) {
    return text.indexOf('*') >= 0 || text.indexOf('?') >= 0;
  }

  private static Pattern pattern(String name) {
    StringBuilder regex = new StringBuilder();
    for (char c : name.toCharArray()) {
      regex.append(
          switch (c) {
            case '*' -> ".*";
            case '?' -> ".";
            default -> Pattern.quote(String.valueOf(c));
          });
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }
}
