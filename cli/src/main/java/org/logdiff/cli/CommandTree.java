package org.logdiff.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.logdiff.cli.console.Console;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/** All commands. A new one is one line here and a class of its own. */
final class CommandTree {
  private static final int HELP_WIDTH = 80;

  private CommandTree() {}

  static CommandLine of(Console console) {
    CommandLine tree = new CommandLine(new CompareCommand(console));
    tree.addSubcommand(new HelpCommand());
    tree.setExpandAtFiles(false); // a directory may be called @data
    tree.setUsageHelpWidth(HELP_WIDTH);
    tree.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
    tree.setOut(console.out());
    tree.setErr(new PrintWriter(console.err(), true));
    tree.setExecutionStrategy(CommandTree::runLast);
    return tree;
  }

  /** Runs the innermost command, unless something before its name would be dropped silently. */
  private static int runLast(ParseResult parsed) {
    if (parsed.hasSubcommand()) {
      List<String> before = new ArrayList<>();
      for (ArgSpec argument : parsed.matchedArgs()) {
        before.addAll(argument.originalStringValues());
      }
      if (!before.isEmpty()) {
        String name = parsed.subcommand().commandSpec().name();
        throw new ParameterException(
            parsed.commandSpec().commandLine(),
            "'%s' is a command and must come before its arguments, but follows %s; a directory of that name is written ./%s"
                .formatted(name, String.join(" ", before), name));
      }
    }
    return new RunLast().execute(parsed);
  }
}
