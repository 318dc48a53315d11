package org.logdiff.cli;

import org.logdiff.cli.console.Console;
import picocli.CommandLine;

/**
 * One run of logdiff, from arguments to exit status. Touches nothing that the JVM has only once.
 */
public final class Program {
  private Program() {}

  /** Returns the exit status; never throws. Everything for the user has gone to the console. */
  public static int run(Console console, String... arguments) {
    ExitStatus status = execute(console, arguments);
    return console.finish() ? status.code() : status.and(ExitStatus.NOT_DONE).code();
  }

  private static ExitStatus execute(Console console, String... arguments) {
    try {
      CommandLine tree = CommandTree.of(console);
      tree.setParameterExceptionHandler(
          (problem, given) -> Mishap.ofArguments(problem, console).code());
      tree.setExecutionExceptionHandler(
          (problem, command, parsed) -> Mishap.of(problem, console).code());
      return ExitStatus.ofCode(tree.execute(arguments));
    } catch (Throwable problem) { // the last stop for errors of the JVM too
      return Mishap.of(problem, console);
    }
  }
}
