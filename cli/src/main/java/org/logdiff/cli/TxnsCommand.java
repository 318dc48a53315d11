package org.logdiff.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.logdiff.analysis.TransactionListing;
import org.logdiff.analysis.TransactionsRequest;
import org.logdiff.analysis.transaction.listing.TransactionFilter;
import org.logdiff.analysis.transaction.listing.TransactionsReport;
import org.logdiff.cli.console.Console;
import org.logdiff.cli.console.ProgressLine;
import org.logdiff.cli.json.ToolJson;
import org.logdiff.cli.json.TransactionsJson;
import org.logdiff.cli.option.BrokerArgument;
import org.logdiff.cli.option.FormOptions;
import org.logdiff.cli.option.PartitionName;
import org.logdiff.cli.text.TransactionsRenderer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Shows the transactions of one replica. */
@Command(
    name = "txns",
    sortOptions = false,
    description = "Shows the transactions of one replica, and what holds its consumers up.",
    synopsisHeading = "Usage: ",
    customSynopsis = {
      "logdiff txns DIR [--partition T-P] [--open] [--aborted] [--producer N]",
      "                    [--limit N] [--json FILE] [--color WHEN]"
    },
    parameterListHeading = "%nDirectory:%n",
    optionListHeading = "%nOptions:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:The transactions were listed, whatever they are.",
      "2:Something that was asked for could not be done, or not all was readable."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  logdiff txns /mnt/kafka1 --partition foo-0 --open",
      "  logdiff txns /mnt/kafka1/foo-0 --producer 2000",
      "",
      "Outcomes are those that this replica's broker serves; where a marker is lost on",
      "it, they are not the true ones. Only a comparison of replicas can tell."
    })
final class TxnsCommand implements Callable<Integer> {
  /** Each listed transaction is kept on the heap, some hundred bytes. */
  private static final int MOST_LISTED = 100_000;

  @Parameters(
      paramLabel = "DIR",
      description = {
        "The log dir of a broker, several log dirs of one broker joined by a comma, or"
            + " one partition directory."
      })
  private String directory;

  @Option(
      names = {"-p", "--partition"},
      paramLabel = "T-P",
      description =
          "The partition, as in foo-0. Needed if DIR holds several that are not internal.")
  private String partition;

  @Option(names = "--open", description = "Only transactions that are open.")
  private boolean open;

  @Option(
      names = "--aborted",
      description = "Only aborted ones, by marker or index. With --open: both.")
  private boolean aborted;

  @Option(
      names = "--producer",
      paramLabel = "N",
      description = "Only transactions of this producer id.")
  private Long producerId;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "100",
      description =
          "How many ended transactions to list, the last ones; open ones always are. Default: 100.")
  private int limit;

  @Mixin private FormOptions output;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Spec private CommandSpec spec;

  private final Console console;

  TxnsCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    TransactionsRequest request = request();
    String objection = output.objection(List.of(request.directories()));
    if (objection != null) {
      console.complain(objection);
      return ExitStatus.NOT_DONE.code();
    }
    TransactionsReport report;
    try (ProgressLine progress = console.progress()) {
      report = TransactionListing.run(request, progress);
    }
    report.failures().forEach(console::complain);
    if (report.failures().isEmpty() && report.isIncomplete()) {
      console.complain("not all could be read; what is listed may be wrong");
    }
    return ExitStatus.of(report).and(write(report, request)).code();
  }

  private ExitStatus write(TransactionsReport report, TransactionsRequest request) {
    boolean written =
        output.write(
            console,
            json -> TransactionsJson.of(report, tool()).write(json),
            text ->
                new TransactionsRenderer(output.paint(console), console.printable())
                    .render(report, request.filter(), text));
    return written ? ExitStatus.CLEAN : ExitStatus.NOT_DONE;
  }

  private ToolJson tool() {
    return Build.current().tool(spec.root().commandLine().getParseResult().originalArgs());
  }

  private TransactionsRequest request() {
    if (partition != null && !PartitionName.isOne(partition)) {
      throw problem(
          "--partition: '%s' is no partition; write the topic and the number, as in foo-0"
              .formatted(partition));
    }
    if (producerId != null && producerId < 0) {
      throw problem("--producer: " + producerId + " is no producer id; they begin at 0");
    }
    if (limit < 0 || limit > MOST_LISTED) {
      throw problem("--limit: " + limit + " is not between 0 and " + MOST_LISTED);
    }
    return new TransactionsRequest(
        paths(),
        Optional.ofNullable(partition),
        new TransactionFilter(
            open, aborted, producerId == null ? OptionalLong.empty() : OptionalLong.of(producerId)),
        limit);
  }

  private List<Path> paths() {
    try {
      return BrokerArgument.paths(directory);
    } catch (TypeConversionException e) {
      throw problem(e.getMessage());
    }
  }

  private ParameterException problem(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
