package org.logdiff.cli.console;

import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * What a run has around it: where results and complaints go, and what the environment says. The
 * only class that knows the process's own streams; a test makes one of its own.
 */
public final class Console {
  private final ResultStream results;
  private final PrintWriter out;
  private final Writer err;
  private final boolean outIsTerminal;
  private final boolean errIsTerminal;
  private final Map<String, String> environment;
  private final Printable printable;

  /**
   * @param unicode whether what reads the streams understands UTF-8; else only ASCII is written
   * @param environment variables, as {@code NO_COLOR}
   */
  public Console(
      OutputStream out,
      OutputStream err,
      boolean outIsTerminal,
      boolean errIsTerminal,
      boolean unicode,
      Map<String, String> environment) {
    this.results = new ResultStream(out);
    this.out =
        new PrintWriter(
            new BufferedWriter(new OutputStreamWriter(results, StandardCharsets.UTF_8)));
    this.err = new OutputStreamWriter(err, StandardCharsets.UTF_8);
    this.outIsTerminal = outIsTerminal;
    this.errIsTerminal = errIsTerminal;
    this.environment = Map.copyOf(environment);
    this.printable = new Printable(unicode);
  }

  /**
   * The console of this process. What the JVM cannot tell, {@code bin/logdiff} hands over: {@code
   * logdiff.terminals} lists which of out and err are terminals, {@code logdiff.unicode} says
   * whether the locale is UTF-8. Without it, neither is assumed.
   */
  public static Console ofProcess() {
    String terminals = System.getProperty("logdiff.terminals", "");
    return new Console(
        new FileOutputStream(FileDescriptor.out),
        new FileOutputStream(FileDescriptor.err),
        terminals.contains("out"),
        terminals.contains("err"),
        Boolean.getBoolean("logdiff.unicode"),
        System.getenv());
  }

  /** For results. Never throws; what goes wrong is told by {@link #finish()}. */
  public PrintWriter out() {
    return out;
  }

  /** Whether results still go anywhere; if not, there is no use in more of them. */
  public boolean wantsResults() {
    return results.isOpen();
  }

  /** For complaints that are known to hold nothing but printable text. */
  public Writer err() {
    return err;
  }

  public Printable printable() {
    return printable;
  }

  public Paint paint(ColorMode mode) {
    return new Paint(
        switch (mode) {
          case ALWAYS -> true;
          case NEVER -> false;
          case AUTO -> outIsTerminal && environmentLikesColor();
        });
  }

  private boolean environmentLikesColor() {
    return environment.getOrDefault("NO_COLOR", "").isEmpty()
        && !environment.getOrDefault("TERM", "dumb").equals("dumb");
  }

  /** As the environment says; null if it does not. */
  public String hostName() {
    return environment.get("HOSTNAME");
  }

  /** Draws progress if complaints go to a terminal. */
  public ProgressLine progress() {
    return new ProgressLine(errIsTerminal, err, printable);
  }

  /** Says on one line what went wrong. */
  public void complain(String message) {
    write("logdiff: " + printable.text(message) + "\n");
  }

  /** Says on one line what may help after a complaint. */
  public void advise(String message) {
    write(printable.text(message) + "\n");
  }

  /** Shows a stack trace. */
  public void complain(Throwable problem) {
    StringWriter trace = new StringWriter();
    problem.printStackTrace(new PrintWriter(trace));
    trace
        .toString()
        .lines()
        .forEach(line -> write(printable.text(line.replace("\t", "  ")) + "\n"));
  }

  /** Whether the user asked for stack traces. */
  public boolean wantsStackTraces() {
    return !environment.getOrDefault("LOGDIFF_DEBUG", "").isEmpty();
  }

  /**
   * Writes out what is still buffered.
   *
   * @return false if results were lost other than by a reader that had seen enough; this has then
   *     been complained about
   */
  public boolean finish() {
    out.flush();
    IOException failure = results.failure();
    if (failure != null) {
      complain("cannot write to standard output: " + failure.getMessage());
    }
    return failure == null;
  }

  private void write(String text) {
    out.flush(); // what was said before stays before, should both go to one place
    try {
      err.write(text);
      err.flush();
    } catch (IOException e) {
      // nobody is left to tell
    }
  }
}
