package org.logdiff.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import org.logdiff.analysis.ComparisonRequest;
import org.logdiff.analysis.Progress;
import org.logdiff.analysis.report.ComparisonReport;
import org.logdiff.cli.console.Console;
import org.logdiff.cli.console.ProgressLine;
import org.logdiff.cli.json.JsonRenderer;
import org.logdiff.cli.json.RunJson;
import org.logdiff.cli.json.ToolJson;
import org.logdiff.cli.option.BrokerArgument;
import org.logdiff.cli.option.EvidenceOptions;
import org.logdiff.cli.option.MemorySize;
import org.logdiff.cli.option.OutputOptions;
import org.logdiff.cli.option.PartitionName;
import org.logdiff.cli.redact.Redaction;
import org.logdiff.cli.text.TextRenderer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The main job: compares the replicas that several brokers hold. */
@Command(
    name = "logdiff",
    sortOptions = false,
    versionProvider = VersionText.class,
    synopsisHeading = "Usage: ",
    customSynopsis = {
      "logdiff DIR DIR [DIR...] [--partition T-P]... [--topic GLOB]...",
      "               [--json FILE] [--color WHEN] [--show-keys] [--show-values]",
      "               [--manifest] [--known FILE] [--reveal HASH]",
      "               [--redact FILE [--redact-topics]] [--threads N] [--memory SIZE]",
      "       logdiff COMMAND ..."
    },
    header = {
      "Compares the replicas of Apache Kafka partitions, offline, from the brokers'",
      "data directories, and tells which tombstone or transaction marker is missing,",
      "on which replica, why, what consumers see because of it, and what to do.",
      ""
    },
    parameterListHeading = "%nDirectories:%n",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:The replicas agree; warnings may have been given.",
      "1:At least one finding of severity error.",
      "2:Something that was asked for could not be done.",
      "3:No error was found, but a verdict is undetermined."
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  logdiff /mnt/kafka1 /mnt/kafka2 /mnt/kafka3 --partition foo-0",
      "",
      "Nothing is ever written to the directories. JVM options go into LOGDIFF_OPTS."
    })
final class CompareCommand implements Callable<Integer> {
  /** Findings of one partition that are worked out in full: more than anyone reads. */
  private static final int LISTED_FINDINGS = 100;

  @Parameters(
      paramLabel = "DIR",
      arity = "0..*",
      description = {
        "The log dir of a broker, several log dirs of one broker joined by a comma, or"
            + " one partition directory. At least two."
      })
  private List<String> directories = new ArrayList<>();

  @Option(
      names = {"-p", "--partition"},
      paramLabel = "T-P",
      description =
          "Compare only this partition, as in foo-0. May be repeated. Without this and --topic:"
              + " all that at least two brokers share.")
  private List<String> partitions = new ArrayList<>();

  @Option(
      names = {"-t", "--topic"},
      paramLabel = "GLOB",
      description = "Compare only topics of such names; * and ? are wild. May be repeated.")
  private List<String> topicGlobs = new ArrayList<>();

  @Mixin private OutputOptions output;

  @Mixin private EvidenceOptions evidence;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "How many threads work. Default: one for each processor.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      defaultValue = "512m",
      converter = MemorySize.class,
      description = "How much memory tables outside the heap may take. Default: 512m.")
  private long memoryBytes;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version.")
  private boolean version;

  @Spec private CommandSpec spec;

  private final Console console;
  private final BiFunction<ComparisonRequest, Progress, ComparisonReport> comparison;

  CompareCommand(
      Console console, BiFunction<ComparisonRequest, Progress, ComparisonReport> comparison) {
    this.console = console;
    this.comparison = comparison;
  }

  @Override
  public Integer call() {
    ComparisonRequest request = request();
    String objection = output.objection(request.directories());
    if (objection != null) {
      console.complain(objection);
      return ExitStatus.NOT_DONE.code();
    }
    EvidenceOptions.Settings settings;
    try {
      settings = evidence.settings(output.showsKeys());
    } catch (IOException e) {
      console.complain(e.getMessage());
      return ExitStatus.NOT_DONE.code();
    }
    Instant start = Instant.now();
    ComparisonReport report;
    try (ProgressLine progress = console.progress()) {
      report = comparison.apply(request, progress);
    }
    report.failures().forEach(console::complain);
    ComparisonReport unknown = settings.unknownOf(report);
    return ExitStatus.of(unknown).and(write(unknown, settings, start)).code();
  }

  private ExitStatus write(
      ComparisonReport report, EvidenceOptions.Settings settings, Instant start) {
    Redaction redaction = settings.redaction(report);
    ComparisonReport shown = redaction.of(report);
    boolean written =
        output.write(
            console,
            json ->
                new JsonRenderer(
                        tool(redaction), RunJson.since(start, console.hostName()), settings.keys())
                    .render(shown, json),
            text ->
                new TextRenderer(output.paint(console), console.printable(), settings.keys())
                    .render(shown, text));
    return written ? ExitStatus.CLEAN : ExitStatus.NOT_DONE;
  }

  private ToolJson tool(Redaction redaction) {
    return Build.current()
        .tool(
            spec.commandLine().getParseResult().originalArgs().stream()
                .map(redaction::of)
                .toList());
  }

  private ComparisonRequest request() {
    if (!directories.isEmpty()) {
      refuseUnknownCommand(directories.get(0));
    }
    if (directories.size() < 2) {
      throw problem(
          directories.isEmpty()
              ? "no directories given: name at least two brokers' log dirs"
              : "one directory is not enough: name at least two, one for each broker");
    }
    if (threads < 1) {
      throw problem("--threads: " + threads + " is not at least 1");
    }
    String contradiction = evidence.contradiction(output.showsKeys());
    if (contradiction != null) {
      throw problem(contradiction);
    }
    partitions.forEach(
        name -> {
          if (!PartitionName.isOne(name)) {
            throw problem(PartitionName.complaint(name));
          }
        });
    return new ComparisonRequest(
        directories.stream().map(this::paths).toList(),
        partitions,
        topicGlobs,
        threads,
        memoryBytes,
        LISTED_FINDINGS,
        evidence.showsValues(),
        evidence.wantsManifest());
  }

  private List<Path> paths(String directory) {
    try {
      return BrokerArgument.paths(directory);
    } catch (TypeConversionException e) {
      throw problem(e.getMessage());
    }
  }

  /** A mistyped command would else be reported as a missing directory. */
  private void refuseUnknownCommand(String word) {
    if (word.matches("[a-z]+(-[a-z]+)*") && !Files.exists(Path.of(word))) {
      throw problem(
          "'%s' is neither a directory here nor a command; commands: %s"
              .formatted(word, String.join(", ", CommandTree.names())));
    }
  }

  private ParameterException problem(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
