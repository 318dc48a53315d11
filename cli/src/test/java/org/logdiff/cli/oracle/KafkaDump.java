package org.logdiff.cli.oracle;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.tools.DumpLogSegments;

/** Kafka's dump tool, run on copies: it may change what it reads. */
final class KafkaDump {
  private static final String SECTION = "Dumping ";

  private KafkaDump() {}

  /** What the tool prints of each file, section by section. */
  static Map<Path, String> of(List<Path> files, String... options) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.addAll(
        List.of(
            "--deep-iteration",
            "--print-data-log",
            "--files",
            files.stream().map(Path::toString).collect(Collectors.joining(","))));
    return sections(printed(arguments));
  }

  /** One at a time: the tool prints to the process's own stream. */
  private static synchronized String printed(List<String> arguments) throws IOException {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream before = System.out;
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      DumpLogSegments.main(arguments.toArray(String[]::new));
    } finally {
      System.out.flush();
      System.setOut(before);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }

  private static Map<Path, String> sections(String printed) {
    Map<Path, StringBuilder> sections = new LinkedHashMap<>();
    StringBuilder section = new StringBuilder();
    for (String line : printed.split("(?<=\n)")) {
      if (line.startsWith(SECTION)) {
        section = new StringBuilder();
        sections.put(Path.of(line.substring(SECTION.length()).strip()), section);
      } else {
        section.append(line);
      }
    }
    Map<Path, String> texts = new LinkedHashMap<>();
    sections.forEach((file, text) -> texts.put(file, text.toString()));
    return texts;
  }

  static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : all.toList()) {
        Path target = to.resolve(from.relativize(path).toString());
        if (Files.isDirectory(path)) {
          Files.createDirectories(target);
        } else {
          Files.copy(path, target);
        }
      }
    }
  }
}
