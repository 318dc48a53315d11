package org.logdiff.cli.json;

import java.nio.file.Path;
import java.util.Optional;
import org.logdiff.format.layout.LogFileName;

/** The command of Kafka's own tool that shows a file, ready to be pasted into a shell. */
final class DumpCommand {
  private DumpCommand() {}

  /** Empty for a file that the tool does not read. */
  static Optional<String> of(Path file) {
    LogFileName name = LogFileName.parse(file.getFileName().toString());
    if (!name.isInUse()) {
      return Optional.empty(); // it goes by the end of the name
    }
    return switch (name.kind()) {
      case LOG -> Optional.of("kafka-dump-log.sh --print-data-log --files " + quoted(file));
      case OFFSET_INDEX, TIME_INDEX, TRANSACTION_INDEX, PRODUCER_SNAPSHOT ->
          Optional.of("kafka-dump-log.sh --files " + quoted(file));
      default -> Optional.empty();
    };
  }

  private static String quoted(Path file) {
    String text = file.toString();
    return text.matches("[A-Za-z0-9_@%+=:,./-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
