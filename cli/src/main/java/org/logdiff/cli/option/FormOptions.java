package org.logdiff.cli.option;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import org.logdiff.cli.console.ColorMode;
import org.logdiff.cli.console.Console;
import org.logdiff.cli.console.Paint;
import org.logdiff.cli.file.EvidenceGuard;
import org.logdiff.cli.file.OutputFile;
import picocli.CommandLine.Option;

/** Where results go and in which form: the same for every command. */
public class FormOptions {
  private static final String STANDARD_OUTPUT = "-";

  /** Something that writes the results in one form. */
  @FunctionalInterface
  public interface Rendering {
    void to(Writer out) throws IOException;
  }

  @Option(
      names = {"-j", "--json"},
      paramLabel = "FILE",
      description = {
        "Write the results as JSON too; with - only that, to standard output. FILE must not lie"
            + " below a directory under examination."
      })
  private String json;

  @Option(
      names = "--color",
      paramLabel = "WHEN",
      defaultValue = "auto",
      converter = ColorWord.class,
      description = "Colour text: auto, always or never. Default: on a terminal.")
  private ColorMode color;

  public Paint paint(Console console) {
    return console.paint(color);
  }

  /** Says why the JSON cannot go where it should, before any work is done; null if it can. */
  public String objection(List<List<Path>> examined) {
    return wantsFile() ? OutputFile.at(json).objection(EvidenceGuard.of(examined)) : null;
  }

  /**
   * Writes the results in the forms asked for.
   *
   * @return false if a file could not be written; this has then been complained about
   */
  public boolean write(Console console, Rendering asJson, Rendering asText) {
    if (STANDARD_OUTPUT.equals(json)) {
      toConsole(console, asJson);
      return true;
    }
    boolean written = !wantsFile() || toFile(console, asJson);
    toConsole(console, asText);
    return written;
  }

  /** Results that come one by one. */
  @FunctionalInterface
  public interface Streaming {
    /**
     * Writes them.
     *
     * @param json null if they are not wanted so
     * @param text null if they are not wanted so
     */
    void to(Writer json, Writer text) throws IOException;
  }

  /**
   * Writes results as they come, in the forms asked for.
   *
   * @return false if a file could not be written; this has then been complained about
   */
  public boolean stream(Console console, Streaming streaming) {
    try {
      if (STANDARD_OUTPUT.equals(json)) {
        streaming.to(console.out(), null);
      } else if (wantsFile()) {
        OutputFile.at(json).write(file -> streaming.to(file, console.out()));
      } else {
        streaming.to(null, console.out());
      }
      return true;
    } catch (IOException | UncheckedIOException e) {
      IOException cause = e instanceof IOException io ? io : ((UncheckedIOException) e).getCause();
      console.complain("cannot write " + json + ": " + OutputFile.reason(cause));
      return false;
    }
  }

  private boolean wantsFile() {
    return json != null && !json.equals(STANDARD_OUTPUT);
  }

  private boolean toFile(Console console, Rendering rendering) {
    try {
      OutputFile.at(json).write(rendering::to);
      return true;
    } catch (IOException e) {
      console.complain("cannot write " + json + ": " + OutputFile.reason(e));
      return false;
    }
  }

  private static void toConsole(Console console, Rendering rendering) {
    try {
      rendering.to(console.out());
    } catch (IOException e) {
      throw new UncheckedIOException(e); // the console keeps failures to itself
    }
  }
}
