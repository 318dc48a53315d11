package org.logdiff.cli;

import org.logdiff.cli.console.Console;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** What the user is told when a run could not do its work. */
final class Mishap {
  private Mishap() {}

  /** The arguments make no sense. */
  static ExitStatus ofArguments(ParameterException problem, Console console) {
    if (console.wantsStackTraces() && problem.getCause() != null) {
      console.complain(problem.getCause());
    }
    console.complain(problem.getMessage());
    CommandLine command = problem.getCommandLine();
    boolean isSubcommand = command.getParent() != null;
    console.advise(
        isSubcommand
            ? "Try 'logdiff help " + command.getCommandName() + "' for more information."
            : "Try 'logdiff --help' for more information.");
    return ExitStatus.NOT_DONE;
  }

  /** Something was thrown that no command expected. */
  static ExitStatus of(Throwable problem, Console console) {
    OutOfMemoryError outOfMemory = outOfMemoryBehind(problem);
    if (console.wantsStackTraces()) {
      console.complain(problem);
    }
    if (outOfMemory == null) {
      console.complain("internal error: " + problem + hint(console));
    } else if (String.valueOf(outOfMemory.getMessage()).contains("direct buffer")) {
      console.complain(
          "out of memory outside the heap: try a smaller --memory or fewer --threads, or allow more"
              + " with LOGDIFF_OPTS=-XX:MaxDirectMemorySize=SIZE");
    } else {
      console.complain(
          "out of memory: try fewer --threads, or allow more with LOGDIFF_OPTS=-Xmx2g");
    }
    return ExitStatus.NOT_DONE;
  }

  private static String hint(Console console) {
    return console.wantsStackTraces() ? "" : " (LOGDIFF_DEBUG=1 shows where)";
  }

  private static OutOfMemoryError outOfMemoryBehind(Throwable problem) {
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      if (cause instanceof OutOfMemoryError found) {
        return found;
      }
    }
    return null;
  }
}
