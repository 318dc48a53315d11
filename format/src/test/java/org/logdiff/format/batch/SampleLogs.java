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

  /** The small segments of the first broker of each sample, of the scenario's own topics. */
  static List<Log> small() {
    List<Log> logs = new ArrayList<>();
    for (Sample sample : Samples.all()) {
      try (Stream<Path> files = Files.walk(sample.brokers().get(0), 2)) {
        for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
          LogFileName name = LogFileName.parse(file.getFileName().toString());
          String partition = file.getParent().getFileName().toString();
          long size = Files.size(file);
          if (isWanted(sample, partition)
              && name.kind() == LogFileName.Kind.LOG
              && size > 0
              && size <= LARGEST_BYTES) {
            String title = sample.name() + " " + partition + " " + name;
            logs.add(split(title, name.offset().getAsLong(), file));
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return logs;
  }

  /** Most samples are about foo-0, and what others they have is alike. */
  private static boolean isWanted(Sample sample, String partition) {
    boolean hasFoo = Files.isDirectory(sample.brokers().get(0).resolve("foo-0"));
    return hasFoo ? partition.equals("foo-0") : !partition.startsWith("__");
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
