package org.logdiff.cli.file;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A file that the user wants written. But for {@link CleanedDirectories}, the only class of this
 * program that writes files.
 */
public final class OutputFile {
  /** Writes the content. */
  @FunctionalInterface
  public interface Content {
    void to(Writer out) throws IOException;
  }

  private final String given;

  private OutputFile(String given) {
    this.given = given;
  }

  public static OutputFile at(String given) {
    return new OutputFile(given);
  }

  /** Why it must not or cannot be written; null if nothing speaks against it. */
  public String objection(EvidenceGuard guard) {
    Path target;
    try {
      target = target();
    } catch (InvalidPathException e) {
      return "cannot write '" + given + "': it is no path";
    } catch (IOException e) {
      return "cannot write " + given + ": " + reason(e);
    }
    if (Files.isDirectory(target)) {
      return "cannot write " + given + ": it is a directory";
    }
    Path examined = guard.around(target);
    if (examined != null) {
      return "will not write "
          + given
          + ": it lies in "
          + examined
          + ", which is under examination";
    }
    if (!Files.isWritable(Files.exists(target) ? target : target.getParent())) {
      return "cannot write " + given + ": no permission";
    }
    return null;
  }

  /**
   * Writes to a temporary name beside it first, so that no half-written file is ever seen under the
   * name. What is no regular file, as a pipe, is written directly.
   */
  public void write(Content content) throws IOException {
    Path target = target();
    if (Files.exists(target) && !Files.isRegularFile(target)) {
      fill(Files.newOutputStream(target, StandardOpenOption.WRITE), content);
      return;
    }
    Path temporary = temporaryBeside(target);
    OutputStream created = Files.newOutputStream(temporary, StandardOpenOption.CREATE_NEW);
    try {
      fill(created, content);
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException | RuntimeException | Error e) {
      Files.deleteIfExists(temporary);
      throw e;
    }
  }

  private static Path temporaryBeside(Path target) {
    return target.resolveSibling(
        ".logdiff-%d-%x.tmp".formatted(ProcessHandle.current().pid(), System.nanoTime()));
  }

  private static void fill(OutputStream stream, Content content) throws IOException {
    try (Writer out = new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8))) {
      content.to(out);
    }
  }

  /** What went wrong with a file, for people. */
  public static String reason(IOException e) {
    if (e instanceof NoSuchFileException missing) {
      return "there is no " + missing.getFile();
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof FileSystemException failure && failure.getReason() != null) {
      return failure.getReason();
    }
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  /** The place itself, all links resolved; the file need not exist yet, its directory must. */
  private Path target() throws IOException {
    Path path = Path.of(given);
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return path.toRealPath();
    }
    Path absolute = path.toAbsolutePath();
    if (absolute.getParent() == null || given.endsWith("/")) {
      return absolute.toRealPath();
    }
    return absolute.getParent().toRealPath().resolve(absolute.getFileName());
  }
}
