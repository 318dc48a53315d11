package org.logdiff.format.batch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.logdiff.format.disk.ReadOnlyFile;
import org.logdiff.format.layout.LogFileName;
import org.logdiff.samples.Sample;
import org.logdiff.samples.Samples;

/** Logs that real brokers left, small enough for each of their bits to be flipped. */
final class SampleLogs {
  private static final long LARGEST_BYTES = 800;

  private SampleLogs() {}

  /** A log taken apart into its batches. */
  record Log(String name, long baseOffset, List<byte[]> batches) {
    byte[] bytes() {
      return ScratchLog.concat(batches);
    }
  }

  /** The small segments of the first broker of each sample. */
  static List<Log> small() {
    List<Log> logs = new ArrayList<>();
    for (Sample sample : Samples.all()) {
      Path partition = sample.brokers().get(0).resolve("foo-0");
      try (Stream<Path> files = Files.list(partition)) {
        for (Path file : files.sorted().toList()) {
          LogFileName name = LogFileName.parse(file.getFileName().toString());
          long size = Files.size(file);
          if (name.kind() == LogFileName.Kind.LOG && size > 0 && size <= LARGEST_BYTES) {
            logs.add(split(sample.name() + " " + name, name.offset().getAsLong(), file));
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return logs;
  }

  private static Log split(String name, long baseOffset, Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    List<byte[]> batches = new ArrayList<>();
    try (ReadOnlyFile log = ReadOnlyFile.open(file)) {
      for (Span span : SegmentScanner.scan(log, baseOffset)) {
        int from = (int) span.position();
        batches.add(Arrays.copyOfRange(bytes, from, from + (int) span.length()));
      }
    }
    return new Log(name, baseOffset, batches);
  }
}
