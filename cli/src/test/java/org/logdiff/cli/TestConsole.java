package org.logdiff.cli;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.logdiff.cli.console.Console;

/** A console that keeps what is written. */
public final class TestConsole {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  public final Console console;

  public TestConsole() {
    this(false, Map.of());
  }

  public TestConsole(boolean terminal, Map<String, String> environment) {
    this.console = new Console(out, err, terminal, terminal, true, environment);
  }

  /** One whose standard output is another. */
  public TestConsole(OutputStream results) {
    this.console = new Console(results, err, false, false, true, Map.of());
  }

  public String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  public String err() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
