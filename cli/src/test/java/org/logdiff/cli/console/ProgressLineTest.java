package org.logdiff.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
  @Test
  void longWorkIsDrawnAndWiped() throws InterruptedException {
    StringWriter terminal = new StringWriter();
    try (ProgressLine line = new ProgressLine(true, terminal, new Printable(true))) {
      long total = 4L << 30;
      for (int tick = 1; tick <= 18; tick++) {
        Thread.sleep(100);
        line.advanced("foo-0\u001b: comparing", tick * (total / 40), total);
      }
    }
    String drawn = terminal.toString();
    assertTrue(drawn.contains("/4096 MiB"), drawn);
    assertTrue(drawn.contains(" MiB/s"), drawn);
    assertTrue(drawn.contains("foo-0\\x1b"), drawn);
    assertTrue(drawn.endsWith("\r" + " ".repeat(79) + "\r"), drawn);
    assertTrue(drawn.chars().allMatch(c -> c == '\r' || (c >= ' ' && c < 0x7f)), drawn);
  }

  @Test
  void withoutATerminalNothingIsDrawn() throws InterruptedException {
    StringWriter file = new StringWriter();
    try (ProgressLine line = new ProgressLine(false, file, new Printable(true))) {
      line.advanced("foo-0: comparing", 1, 2);
      Thread.sleep(1100);
      line.advanced("foo-0: comparing", 2, 2);
    }
    assertEquals("", file.toString());
  }
}
