package org.logdiff.cli.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.logdiff.cli.Program;
import org.logdiff.cli.TestConsole;

/**
 * Compares records of tiered storage. Kafka's tool shows them by the {@code toString} of its own
 * classes; every number, id and state in that must be in what we show.
 */
final class TieredLines {
  /** A number, an id, or a state. */
  private static final Pattern VALUE =
      Pattern.compile("(?<=[={:, ])([0-9]+(?=[,=}])|[A-Za-z0-9_-]{22}(?=[:}])|[A-Z]+(_[A-Z]+)+)");

  private TieredLines() {}

  static void compare(Path log) throws IOException {
    List<String> theirs = new ArrayList<>();
    for (String line :
        KafkaDump.of(List.of(log), "--remote-log-metadata-decoder").get(log).lines().toList()) {
      if (line.startsWith("|")) {
        theirs.add(line.substring(line.indexOf("payload: ") + "payload: ".length()));
      }
    }
    TestConsole test = new TestConsole();
    Program.run(
        test.console, "inspect", log.toString(), "--records", "--show-values", "--json", "-");
    List<JsonNode> ours = new ArrayList<>();
    for (String line : test.out().lines().toList()) {
      JsonNode item = new ObjectMapper().readTree(line);
      if (item.get("type").asText().equals("record")) {
        ours.add(item.get("value").get("message"));
      }
    }
    assertEquals(theirs.size(), ours.size());
    for (int i = 0; i < ours.size(); i++) {
      assertEquals("null", ours.get(i).get("trouble").asText());
      Matcher values = VALUE.matcher(theirs.get(i));
      while (values.find()) {
        Pattern ourValue = Pattern.compile("[\":]" + Pattern.quote(values.group()) + "[\",}]");
        assertTrue(
            ourValue.matcher(ours.get(i).toString()).find(),
            values.group() + " of " + theirs.get(i) + " in " + ours.get(i));
      }
    }
  }
}
