package org.logdiff.analysis.cleaner;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.EnumMap;
import java.util.Map;
import org.logdiff.format.layout.LogFileName;
import org.logdiff.format.layout.LogFileName.Kind;

/** Writes cleaned segments into a directory. */
final class SegmentFilesOutput implements CleanedOutput {
  private final Path directory;
  private final Map<Kind, ByteArrayOutputStream> files = new EnumMap<>(Kind.class);
  private long baseOffset;

  SegmentFilesOutput(Path directory) {
    this.directory = directory;
  }

  @Override
  public void begin(long newBaseOffset) {
    baseOffset = newBaseOffset;
    files.clear();
    for (Kind kind : new Kind[] {Kind.LOG, Kind.OFFSET_INDEX, Kind.TIME_INDEX}) {
      files.put(kind, new ByteArrayOutputStream());
    }
  }

  @Override
  public void write(Kind file, byte[] bytes, int at, int length) {
    files.computeIfAbsent(file, kind -> new ByteArrayOutputStream()).write(bytes, at, length);
  }

  @Override
  public void end(long lastModifiedMs) throws IOException {
    for (Map.Entry<Kind, ByteArrayOutputStream> file : files.entrySet()) {
      Path path = directory.resolve(LogFileName.of(file.getKey(), baseOffset).toString());
      Files.write(path, file.getValue().toByteArray());
      Files.setLastModifiedTime(path, FileTime.fromMillis(lastModifiedMs));
    }
  }
}
