package org.logdiff.cli;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.logdiff.analysis.Comparison;
import org.logdiff.cli.console.Console;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/**
 * All commands. A new one is one line here and a class of its own. To read a command's options
 * takes time at every start, so only commands that the arguments name are looked at.
 */
final class CommandTree {
  private static final int HELP_WIDTH = 80;

  /** Subcommands in the order of the help page. */
  private static final Map<String, Function<Console, Object>> COMMANDS = new LinkedHashMap<>();

  private static final Set<String> HELP_WORDS = Set.of("help", "--help", "-h");

  static {
    COMMANDS.put("check", CheckCommand::new);
    COMMANDS.put("inspect", InspectCommand::new);
    COMMANDS.put("txns", TxnsCommand::new);
    COMMANDS.put("clean", CleanCommand::new);
    COMMANDS.put("risk", RiskCommand::new);
    COMMANDS.put("verify-evidence", VerifyEvidenceCommand::new);
    COMMANDS.put("schema", SchemaCommand::new);
    COMMANDS.put("explain", ExplainCommand::new);
    COMMANDS.put("help", console -> new HelpCommand());
  }

  private CommandTree() {}

  static List<String> names() {
    return List.copyOf(COMMANDS.keySet());
  }

  static CommandLine of(Console console, String... arguments) {
    CommandLine tree = settled(new CompareCommand(console, Comparison::run), console);
    List<String> words = List.of(arguments);
    boolean asksForHelp = HELP_WORDS.stream().anyMatch(words::contains);
    COMMANDS.forEach(
        (name, command) -> {
          if (asksForHelp || words.contains(name)) {
            tree.addSubcommand(name, settled(command.apply(console), console));
          }
        });
    return tree;
  }

  /** A command with the settings that hold for all of them. */
  static CommandLine settled(Object command, Console console) {
    CommandLine tree = new CommandLine(command);
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
    if (parsed.hasSubcommand() && !parsed.matchedArgs().isEmpty()) {
      String name = parsed.subcommand().commandSpec().name();
      List<String> words = parsed.originalArgs();
      throw new ParameterException(
          parsed.commandSpec().commandLine(),
          "'%s' is a command and must come before its arguments, but follows %s; a directory of that name is written ./%s"
              .formatted(name, String.join(" ", words.subList(0, words.indexOf(name))), name));
    }
    return new RunLast().execute(parsed);
  }
}
