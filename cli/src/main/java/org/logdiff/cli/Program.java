package org.logdiff.cli;

import java.util.function.Supplier;
import org.logdiff.cli.console.Console;
import picocli.CommandLine;

/**
 * One run of logdiff, from arguments to exit status. Touches nothing that the JVM has only once.
 */
public final class Program {
  private Program() {}

  /** Returns the exit status. Everything for the user has gone to the console. */
  public static int run(Console console, String... arguments) {
    if (arguments.length == 1 && arguments[0].equals("--version")) {
      // Scripts ask this often, and setting up the command line would more than double its time.
      console.out().println(Build.current());
      return finish(console, ExitStatus.CLEAN);
    }
    return run(console, () -> CommandTree.of(console, arguments), arguments);
  }

  static int run(Console console, Supplier<CommandLine> commands, String... arguments) {
    return finish(console, execute(console, commands, arguments));
  }

  private static ExitStatus execute(
      Console console, Supplier<CommandLine> commands, String... arguments) {
    try {
      CommandLine tree = commands.get();
      tree.setParameterExceptionHandler(
          (problem, given) -> Mishap.ofArguments(problem, console).code());
      tree.setExecutionExceptionHandler(
          (problem, command, parsed) -> Mishap.of(problem, console).code());
      return ExitStatus.ofCode(tree.execute(arguments));
    } catch (Throwable problem) { // the last stop for errors of the JVM too
      return Mishap.of(problem, console);
    }
  }

  private static int finish(Console console, ExitStatus status) {
    return (console.finish() ? status : status.and(ExitStatus.NOT_DONE)).code();
  }
}
