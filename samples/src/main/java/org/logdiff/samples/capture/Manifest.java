package org.logdiff.samples.capture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.logdiff.samples.DirectoryFingerprint;

/**
 * {@code MANIFEST.json}: every file of a sample. One file a line, so that it can be read without a
 * JSON library; none of the names needs escaping.
 */
final class Manifest {
  static final String FILE = "MANIFEST.json";

  private Manifest() {}

  /**
   * @param sizesBeforeCut of files whose tail of zeros was cut, by path
   */
  static void write(
      Path sample, String scenario, KafkaRelease release, Map<String, Long> sizesBeforeCut)
      throws IOException {
    List<String> files = new ArrayList<>();
    try (Stream<Path> walk = Files.walk(sample)) {
      for (Path file : walk.filter(Files::isRegularFile).sorted().toList()) {
        files.add(line(sample, file, sizesBeforeCut));
      }
    }
    String json =
        "{\n"
            + ("\"scenario\":\"" + scenario + "\",\n")
            + ("\"kafkaVersion\":\"" + release.version() + "\",\n")
            + "\"files\":[\n"
            + String.join(",\n", files)
            + "\n]}\n";
    Files.writeString(sample.resolve(FILE), json);
  }

  private static String line(Path sample, Path file, Map<String, Long> sizesBeforeCut)
      throws IOException {
    String path = sample.relativize(file).toString();
    String cut = sizesBeforeCut.containsKey(path) ? ",\"cutFrom\":" + sizesBeforeCut.get(path) : "";
    return String.format(
        "{\"path\":\"%s\",\"size\":%d,\"sha256\":\"%s\",\"lastModifiedMs\":%d%s}",
        path,
        Files.size(file),
        DirectoryFingerprint.sha256(file),
        Files.getLastModifiedTime(file).toMillis(),
        cut);
  }
}
