package org.logdiff.cli;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import org.logdiff.analysis.ComparisonRequest;
import org.logdiff.analysis.Progress;
import org.logdiff.analysis.RiskAssessment;
import org.logdiff.analysis.RiskRequest;
import org.logdiff.analysis.config.GivenConfig;
import org.logdiff.analysis.config.InvalidConfigException;
import org.logdiff.analysis.report.RiskReport;
import org.logdiff.cli.console.Console;
import org.logdiff.cli.console.ProgressLine;
import org.logdiff.cli.json.RiskJson;
import org.logdiff.cli.key.KeyDisclosure;
import org.logdiff.cli.option.BrokerArgument;
import org.logdiff.cli.option.MemorySize;
import org.logdiff.cli.option.Moment;
import org.logdiff.cli.option.OutputOptions;
import org.logdiff.cli.option.PartitionName;
import org.logdiff.cli.text.RiskRenderer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** What is about to be lost. */
@Command(
    name = "risk",
    sortOptions = false,
    description = {
      "Shows the tombstones and transaction markers that are still on some replica, that another"
          + " one needs, and that the cleaners may remove, with the time that is left."
    },
    synopsisHeading = "Usage: ",
    customSynopsis = {
      "logdiff risk DIR DIR [DIR...] [--partition T-P]... [--topic GLOB]...",
      "                    [--at TIME] [--config K=V]... [--json FILE] [--show-keys]",
      "                    [--color WHEN] [--threads N] [--memory SIZE]"
    },
    parameterListHeading = "%nDirectories:%n",
    optionListHeading = "%nOptions:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:Nothing is at risk.",
      "1:Something is at risk.",
      "2:Something that was asked for could not be done.",
      "3:Nothing is at risk as far as was seen, but not everything was."
    })
final class RiskCommand implements Callable<Integer> {
  /** Of one partition: more than anyone reads. */
  private static final int LISTED = 100;

  @Parameters(
      paramLabel = "DIR",
      arity = "0..*",
      description = {
        "The log dir of a broker, several log dirs of one broker joined by a comma, or"
            + " one partition directory. At least two; all replicas, or the answer stays open."
      })
  private List<String> directories = new ArrayList<>();

  @Option(
      names = {"-p", "--partition"},
      paramLabel = "T-P",
      description =
          "Assess only this partition, as in foo-0. May be repeated. Without this and --topic:"
              + " all that at least two brokers share.")
  private List<String> partitions = new ArrayList<>();

  @Option(
      names = {"-t", "--topic"},
      paramLabel = "GLOB",
      description = "Assess only topics of such names; * and ? are wild. May be repeated.")
  private List<String> topicGlobs = new ArrayList<>();

  @Option(
      names = "--at",
      paramLabel = "TIME",
      converter = Moment.class,
      description =
          "The time to speak about, as in 2026-11-30T21:47:00Z, or in milliseconds since 1970."
              + " Default: now.")
  private Instant at;

  @Option(
      names = {"-c", "--config"},
      paramLabel = "K=V",
      description =
          "A configuration of the topic or the brokers, stronger than what __cluster_metadata says."
              + " May be repeated.")
  private List<String> config = new ArrayList<>();

  @Mixin private OutputOptions output;

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

  @Spec private CommandSpec spec;

  private final Console console;
  private final BiFunction<RiskRequest, Progress, RiskReport> assessment;

  RiskCommand(Console console) {
    this(console, RiskAssessment::run);
  }

  RiskCommand(Console console, BiFunction<RiskRequest, Progress, RiskReport> assessment) {
    this.console = console;
    this.assessment = assessment;
  }

  @Override
  public Integer call() {
    RiskRequest request = request();
    String objection = output.objection(request.comparison().directories());
    if (objection != null) {
      console.complain(objection);
      return ExitStatus.NOT_DONE.code();
    }
    RiskReport report;
    try (ProgressLine progress = console.progress()) {
      report = assessment.apply(request, progress);
    }
    report.failures().forEach(console::complain);
    return ExitStatus.of(report).and(write(report)).code();
  }

  private ExitStatus write(RiskReport report) {
    KeyDisclosure keys = KeyDisclosure.of(output.showsKeys());
    boolean written =
        output.write(
            console,
            json ->
                RiskJson.of(
                        report,
                        Build.current().tool(spec.commandLine().getParseResult().originalArgs()),
                        keys)
                    .write(json),
            text ->
                new RiskRenderer(output.paint(console), console.printable(), keys)
                    .render(report, text));
    return written ? ExitStatus.CLEAN : ExitStatus.NOT_DONE;
  }

  private RiskRequest request() {
    if (directories.size() < 2) {
      throw problem("name at least two brokers' log dirs, one for each broker");
    }
    if (threads < 1) {
      throw problem("--threads: " + threads + " is not at least 1");
    }
    partitions.forEach(
        name -> {
          if (!PartitionName.isOne(name)) {
            throw problem(PartitionName.complaint(name));
          }
        });
    ComparisonRequest comparison =
        new ComparisonRequest(
            directories.stream().map(this::paths).toList(),
            partitions,
            topicGlobs,
            threads,
            memoryBytes,
            LISTED);
    long atMs = at == null ? System.currentTimeMillis() : at.toEpochMilli();
    return new RiskRequest(comparison, atMs, givenConfig());
  }

  private GivenConfig givenConfig() {
    try {
      return GivenConfig.of(config);
    } catch (InvalidConfigException e) {
      throw problem("--config: " + e.getMessage());
    }
  }

  private List<Path> paths(String directory) {
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
