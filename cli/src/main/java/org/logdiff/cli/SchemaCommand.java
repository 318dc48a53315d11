package org.logdiff.cli;

import java.util.concurrent.Callable;
import org.logdiff.cli.console.Console;
import org.logdiff.cli.verify.EvidenceSchema;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows the schema of what {@code --json} writes. */
@Command(
    name = "schema",
    sortOptions = false,
    description = "Prints the JSON Schema of the evidence that --json writes.",
    synopsisHeading = "Usage: ",
    customSynopsis = "logdiff schema",
    optionListHeading = "%nOptions:%n")
final class SchemaCommand implements Callable<Integer> {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  private final Console console;

  SchemaCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    console.out().print(EvidenceSchema.text());
    return ExitStatus.CLEAN.code();
  }
}
