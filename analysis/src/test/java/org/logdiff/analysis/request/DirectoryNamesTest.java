package org.logdiff.analysis.request;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DirectoryNamesTest {
  private static List<String> names(String... paths) {
    return DirectoryNames.of(Stream.of(paths).map(Path::of).toList());
  }

  @Test
  void theLastElementIsEnoughIfItTellsThemApart() {
    assertEquals(List.of("kafka1", "kafka2"), names("/data/kafka1", "/data/kafka2"));
    assertEquals(List.of("kafka1"), names("/data/kafka1"));
    assertEquals(List.of("kafka1", "kafka2"), names("/data/kafka1/", "/data/x/../kafka2"));
  }

  @Test
  void elseAsManyElementsAsAreNeeded() {
    assertEquals(
        List.of("broker1/data", "broker2/data"), names("/mnt/broker1/data", "/mnt/broker2/data"));
    assertEquals(
        List.of("a/x/data", "b/x/data", "a/y/data"),
        names("/m/a/x/data", "/m/b/x/data", "/m/a/y/data"));
  }

  @Test
  void aShorterPathGivesAllItHas() {
    assertEquals(List.of("data", "x/data"), names("/data", "/x/data"));
    assertEquals("/", names("/", "/x").get(0));
  }
}
