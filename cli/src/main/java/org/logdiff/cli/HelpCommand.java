package org.logdiff.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.IHelpCommandInitializable2;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Shows the help page of logdiff or of one of its commands. */
@Command(
    name = "help",
    helpCommand = true,
    description = "Shows the help of logdiff, or of one of its commands.",
    synopsisHeading = "Usage: ",
    customSynopsis = "logdiff help [COMMAND]")
final class HelpCommand implements IHelpCommandInitializable2, Runnable {
  @Parameters(arity = "0..1", paramLabel = "COMMAND", description = "The command to explain.")
  private String command;

  private CommandLine self;
  private ColorScheme colors;
  private PrintWriter out;

  @Override
  public void init(CommandLine help, ColorScheme colorScheme, PrintWriter out, PrintWriter err) {
    this.self = help;
    this.colors = colorScheme;
    this.out = out;
  }

  @Override
  public void run() {
    CommandLine asked = self.getParent();
    if (command != null) {
      asked = asked.getSubcommands().get(command);
    }
    if (asked == null) {
      throw new ParameterException(
          self,
          "there is no command '%s'; commands: %s"
              .formatted(command, String.join(", ", self.getParent().getSubcommands().keySet())));
    }
    asked.usage(out, colors);
  }
}
