package org.logdiff.cli.file;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.logdiff.analysis.CleaningReplay;
import org.logdiff.analysis.cleaner.CleanedOutput;

/**
 * Where cleaned segments go: those of the last pass into a new directory, if one is wanted; those
 * of passes before it into temporary ones, which are deleted in the end.
 */
public final class CleanedDirectories implements CleaningReplay.Outputs, AutoCloseable {
  private static final String PREFIX = "logdiff-clean";

  private final Optional<String> wanted;
  private final List<Path> temporary = new ArrayList<>();

  /**
   * @param wanted the new directory; empty for none
   */
  public CleanedDirectories(Optional<String> wanted) {
    this.wanted = wanted;
  }

  /** Why it must not or cannot be written; null if nothing speaks against it. */
  public String objection(EvidenceGuard guard) {
    if (wanted.isEmpty()) {
      return null;
    }
    try {
      Path target = target();
      Path examined = guard.around(target);
      if (examined != null) {
        return "will not write "
            + wanted.get()
            + ": it lies in "
            + examined
            + ", which is under examination";
      }
      if (Files.exists(target) && (!Files.isDirectory(target) || !isEmpty(target))) {
        return "will not write " + wanted.get() + ": it is there already, and is not empty";
      }
      if (!Files.isWritable(Files.exists(target) ? target : target.getParent())) {
        return "cannot write " + wanted.get() + ": no permission";
      }
      return null;
    } catch (InvalidPathException e) {
      return "cannot write '" + wanted.get() + "': it is no path";
    } catch (IOException e) {
      return "cannot write " + wanted.get() + ": " + OutputFile.reason(e);
    }
  }

  @Override
  public CleanedOutput of(int pass, boolean isLast) throws IOException {
    if (!isLast) {
      temporary.add(Files.createTempDirectory(PREFIX));
      return new CleanedFiles(directory(pass));
    }
    return wanted.isEmpty()
        ? CleanedOutput.NOWHERE
        : new CleanedFiles(Files.createDirectories(target()));
  }

  @Override
  public Path directory(int pass) {
    return temporary.get(pass);
  }

  /**
   * Puts what the last pass has left into the wanted directory, if a further pass was expected and
   * there was none.
   *
   * @param passes how many there were
   */
  public void finish(int passes) throws IOException {
    if (wanted.isEmpty() || passes == 0 || passes > temporary.size()) {
      return;
    }
    Path target = Files.createDirectories(target());
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory(passes - 1))) {
      for (Path file : files) {
        Files.copy(file, target.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  @Override
  public void close() throws IOException {
    for (Path directory : temporary) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
        for (Path file : files) {
          Files.delete(file);
        }
      }
      Files.delete(directory);
    }
  }

  /** The place itself, all links resolved; it need not exist yet, its parent must. */
  private Path target() throws IOException {
    Path path = Path.of(wanted.orElseThrow());
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return path.toRealPath();
    }
    Path absolute = path.toAbsolutePath().normalize();
    return absolute.getParent().toRealPath().resolve(absolute.getFileName());
  }

  private static boolean isEmpty(Path directory) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      return !files.iterator().hasNext();
    }
  }
}
