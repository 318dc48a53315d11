package org.logdiff.cli.inspect;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.logdiff.format.layout.PartitionDirectoryName;

/** Where the paths of an inspection lie: nothing may be written there. */
public final class ExaminedPlaces {
  private ExaminedPlaces() {}

  /**
   * The directories; of a file by itself, its directory if that is one of a broker, else the file.
   * Of a pattern, the directory before the first wild name.
   *
   * @throws java.nio.file.InvalidPathException if a text is no path
   */
  public static List<Path> of(List<String> paths) {
    List<Path> places = new ArrayList<>();
    for (String given : paths) {
      Path path = Path.of(given);
      places.add(Files.exists(path) ? place(path) : beforeWild(path));
    }
    return places;
  }

  private static Path place(Path path) {
    Path parent = path.toAbsolutePath().normalize().getParent();
    if (Files.isDirectory(path) || parent == null) {
      return path;
    }
    boolean isOfBroker =
        PartitionDirectoryName.parse(String.valueOf(parent.getFileName())).isPresent()
            || Files.exists(parent.resolve("meta.properties"));
    return isOfBroker ? parent : path;
  }

  private static Path beforeWild(Path path) {
    Path before = path.isAbsolute() ? path.getRoot() : Path.of("");
    for (Path name : path) {
      if (name.toString().contains("*") || name.toString().contains("?")) {
        return before;
      }
      before = before.resolve(name);
    }
    return before;
  }
}
