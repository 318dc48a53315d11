package org.logdiff.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.logdiff.analysis.check.CheckLevel;
import org.logdiff.analysis.check.CheckReport;
import org.logdiff.analysis.check.CheckRequest;
import org.logdiff.analysis.check.Checkup;
import org.logdiff.cli.console.Console;
import org.logdiff.cli.console.ProgressLine;
import org.logdiff.cli.json.CheckJson;
import org.logdiff.cli.option.BrokerArgument;
import org.logdiff.cli.option.FormOptions;
import org.logdiff.cli.option.PartitionName;
import org.logdiff.cli.text.CheckRenderer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Checks replicas by themselves. */
@Command(
    name = "check",
    sortOptions = false,
    description = {
      "Checks what one broker has, by itself: checksums, order, leader epochs, indexes,"
          + " transaction indexes, producer snapshots and checkpoints, each against the log."
    },
    synopsisHeading = "Usage: ",
    customSynopsis = {
      "logdiff check PATH... [--partition T-P]... [--topic GLOB]...",
      "                     [--quick | --deep] [--json FILE] [--color WHEN]"
    },
    parameterListHeading = "%nArguments:%n",
    optionListHeading = "%nOptions:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:No error was found; warnings may have been given.",
      "1:At least one finding of severity error.",
      "2:Something that was asked for could not be done.",
      "3:No error was found, but something could not be examined."
    })
final class CheckCommand implements Callable<Integer> {
  @Parameters(
      arity = "1..*",
      paramLabel = "PATH",
      description =
          "The log dir of a broker, several of one broker joined by a comma, a partition"
              + " directory, or a file in either.")
  private List<String> paths = new ArrayList<>();

  @Option(
      names = {"-p", "--partition"},
      paramLabel = "T-P",
      description = "Of log dirs, check only this partition, as in foo-0. May be repeated.")
  private List<String> partitions = new ArrayList<>();

  @Option(
      names = {"-t", "--topic"},
      paramLabel = "GLOB",
      description = "Of log dirs, check only topics of such names; * and ? are wild.")
  private List<String> topicGlobs = new ArrayList<>();

  @Option(names = "--quick", description = "Decompress nothing: look at headers and small files.")
  private boolean quick;

  @Option(names = "--deep", description = "Decode the payloads of internal topics as well.")
  private boolean deep;

  @Mixin private FormOptions form;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Spec private CommandSpec spec;

  private final Console console;

  CheckCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    CheckRequest request = request();
    String objection = form.objection(examined(request));
    if (objection != null) {
      console.complain(objection);
      return ExitStatus.NOT_DONE.code();
    }
    CheckReport report;
    try (ProgressLine progress = console.progress()) {
      report = Checkup.run(request, progress);
    }
    report.failures().forEach(console::complain);
    boolean written =
        form.write(
            console,
            json ->
                CheckJson.of(
                        report,
                        Build.current()
                            .tool(spec.root().commandLine().getParseResult().originalArgs()))
                    .write(json),
            text ->
                new CheckRenderer(form.paint(console), console.printable()).render(report, text));
    return ExitStatus.of(report).and(written ? ExitStatus.CLEAN : ExitStatus.NOT_DONE).code();
  }

  private CheckRequest request() {
    if (quick && deep) {
      throw problem("--quick and --deep cannot be had at once");
    }
    partitions.forEach(
        name -> {
          if (!PartitionName.isOne(name)) {
            throw problem(PartitionName.complaint(name));
          }
        });
    return new CheckRequest(
        paths.stream().map(this::paths).toList(),
        partitions,
        topicGlobs,
        quick ? CheckLevel.QUICK : deep ? CheckLevel.DEEP : CheckLevel.NORMAL);
  }

  /** Nothing may be written beside a file that is examined either. */
  private static List<List<Path>> examined(CheckRequest request) {
    return request.paths().stream()
        .map(
            argument ->
                argument.stream()
                    .map(Path::toAbsolutePath)
                    .map(path -> Files.isRegularFile(path) ? path.getParent() : path)
                    .toList())
        .toList();
  }

  private List<Path> paths(String path) {
    try {
      return BrokerArgument.paths(path);
    } catch (TypeConversionException e) {
      throw problem(e.getMessage());
    }
  }

  private ParameterException problem(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
