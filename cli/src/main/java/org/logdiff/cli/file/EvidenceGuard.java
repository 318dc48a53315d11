package org.logdiff.cli.file;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Knows which directories are under examination, so that nothing is written into them. */
public final class EvidenceGuard {
  private final Set<Path> examined;

  private EvidenceGuard(Set<Path> examined) {
    this.examined = examined;
  }

  /**
   * A directory that cannot be resolved is left out: it does not exist. The parent of a partition
   * directory counts too if it is a log dir, for its checkpoints are read.
   */
  public static EvidenceGuard of(List<List<Path>> directories) {
    Set<Path> examined = new LinkedHashSet<>();
    for (List<Path> broker : directories) {
      for (Path directory : broker) {
        try {
          Path real = directory.toRealPath();
          examined.add(real);
          if (real.getParent() != null && isLogDir(real.getParent())) {
            examined.add(real.getParent());
          }
        } catch (IOException e) {
          // told by the comparison itself
        }
      }
    }
    return new EvidenceGuard(examined);
  }

  private static boolean isLogDir(Path directory) {
    try (DirectoryStream<Path> marks =
        Files.newDirectoryStream(directory, "{meta.properties,*-offset-checkpoint}")) {
      return marks.iterator().hasNext();
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * The directory under examination that a place lies in.
   *
   * @param real a real path, all links resolved
   * @return null if it lies in none
   */
  Path around(Path real) {
    return examined.stream().filter(real::startsWith).findFirst().orElse(null);
  }
}
