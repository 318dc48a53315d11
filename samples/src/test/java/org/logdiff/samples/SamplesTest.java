package org.logdiff.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SamplesTest {
  @TempDir Path temporary;

  @Test
  void namesAreSortedAndEachNameGivesItsSample() {
    List<String> names = Samples.names();
    assertTrue(names.containsAll(List.of("healthy", "lost-tombstone")), names::toString);
    assertEquals(names.stream().sorted().toList(), names);
    assertEquals(names, Samples.all().stream().map(Sample::name).toList());
  }

  @Test
  void anUnknownNameIsAnswered() {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> Samples.named("no-such-sample"));
    assertTrue(e.getMessage().contains("healthy"), e.getMessage());
  }

  @Test
  void samplesAreFoundFromAnyDirectoryOfTheCheckout() throws Exception {
    Path captured = Files.createDirectories(temporary.resolve("samples/captured"));
    Path deep = Files.createDirectories(temporary.resolve("analysis/target/classes"));
    assertEquals(captured.toRealPath(), Samples.directoryAbove(deep.toRealPath()));
    assertEquals(captured.toRealPath(), Samples.directoryAbove(temporary.toRealPath()));
  }

  @Test
  void outsideOfACheckoutIsAnError() {
    assertThrows(IllegalStateException.class, () -> Samples.directoryAbove(temporary));
  }
}
