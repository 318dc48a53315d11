package org.logdiff.samples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The modification times of a manifest, in epoch milliseconds by relative path. The capture program
 * writes one file a line, so that no JSON library is needed here.
 */
final class ManifestTimes {
  private static final Pattern FILE =
      Pattern.compile("\\{\"path\":\"([^\"]+)\".*\"lastModifiedMs\":(\\d+)");

  private ManifestTimes() {}

  static Map<String, Long> read(Path manifest) throws IOException {
    Map<String, Long> times = new LinkedHashMap<>();
    for (String line : Files.readAllLines(manifest)) {
      Matcher file = FILE.matcher(line);
      if (file.find()) {
        times.put(file.group(1), Long.valueOf(file.group(2)));
      }
    }
    return times;
  }
}
