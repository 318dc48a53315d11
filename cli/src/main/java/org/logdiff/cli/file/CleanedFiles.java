package org.logdiff.cli.file;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.EnumMap;
import java.util.Map;
import org.logdiff.analysis.cleaner.CleanedOutput;
import org.logdiff.format.layout.LogFileName;
import org.logdiff.format.layout.LogFileName.Kind;

/** Writes the segments of a pass into a directory; never over a file that is there. */
final class CleanedFiles implements CleanedOutput {
  private static final Kind[] ALWAYS = {Kind.LOG, Kind.OFFSET_INDEX, Kind.TIME_INDEX};

  private final Path directory;
  private final Map<Kind, OutputStream> streams = new EnumMap<>(Kind.class);
  private long baseOffset;

  CleanedFiles(Path directory) {
    this.directory = directory;
  }

  @Override
  public void begin(long newBaseOffset) throws IOException {
    baseOffset = newBaseOffset;
    for (Kind kind : ALWAYS) {
      open(kind);
    }
  }

  @Override
  public void write(Kind file, byte[] bytes, int at, int length) throws IOException {
    if (!streams.containsKey(file)) {
      open(file);
    }
    streams.get(file).write(bytes, at, length);
  }

  @Override
  public void end(long lastModifiedMs) throws IOException {
    for (Kind kind : Kind.values()) {
      OutputStream stream = streams.remove(kind);
      if (stream != null) {
        stream.close();
        Files.setLastModifiedTime(path(kind), FileTime.fromMillis(lastModifiedMs));
      }
    }
  }

  private void open(Kind kind) throws IOException {
    streams.put(
        kind,
        new BufferedOutputStream(Files.newOutputStream(path(kind), StandardOpenOption.CREATE_NEW)));
  }

  private Path path(Kind kind) {
    return directory.resolve(LogFileName.of(kind, baseOffset).toString());
  }
}
