package org.logdiff.cli;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.logdiff.analysis.CleaningReplay;
import org.logdiff.analysis.CleaningRequest;
import org.logdiff.analysis.cleaner.CleanerProfile;
import org.logdiff.analysis.cleaner.CleaningReport;
import org.logdiff.analysis.cleaner.PassResult;
import org.logdiff.analysis.config.GivenConfig;
import org.logdiff.analysis.config.InvalidConfigException;
import org.logdiff.cli.console.Console;
import org.logdiff.cli.console.ProgressLine;
import org.logdiff.cli.file.CleanedDirectories;
import org.logdiff.cli.file.EvidenceGuard;
import org.logdiff.cli.file.OutputFile;
import org.logdiff.cli.json.CleaningJson;
import org.logdiff.cli.json.ToolJson;
import org.logdiff.cli.option.BrokerArgument;
import org.logdiff.cli.option.FormOptions;
import org.logdiff.cli.option.Moment;
import org.logdiff.cli.option.PartitionName;
import org.logdiff.cli.text.CleaningRenderer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Replays the log cleaner over one replica. */
@Command(
    name = "clean",
    sortOptions = false,
    description = "Shows what the next pass of the log cleaner would do to one replica, and why.",
    synopsisHeading = "Usage: ",
    customSynopsis = {
      "logdiff clean DIR [--partition T-P] [--at TIME] [--config K=V]...",
      "                     [--profile VERSION] [--passes N] [--records] [--limit N]",
      "                     [--explain N] [--write DIR] [--json FILE] [--color WHEN]"
    },
    parameterListHeading = "%nDirectory:%n",
    optionListHeading = "%nOptions:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:The pass was replayed, or the cleaner would make none.",
      "2:Something that was asked for could not be done, or not all was readable."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  logdiff clean /mnt/kafka1 --partition foo-0 --explain 4711",
      "  logdiff clean /mnt/kafka1 --partition foo-0 --config delete.retention.ms=1000",
      "",
      "The evidence is only read. The high watermark is taken to be the log end."
    })
final class CleanCommand implements Callable<Integer> {
  /** Each listed record is kept on the heap, some fifty bytes. */
  private static final int MOST_LISTED = 100_000;

  private static final int MOST_PASSES = 100;

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

  @Option(
      names = "--at",
      paramLabel = "TIME",
      converter = Moment.class,
      description = "When the cleaner comes, as in 2026-11-30T21:41:21Z. Default: now.")
  private Instant at;

  @Option(
      names = "--config",
      paramLabel = "K=V",
      description =
          "A setting of the topic or broker, stronger than what the cluster's metadata says.")
  private List<String> config = List.of();

  @Option(
      names = "--profile",
      paramLabel = "VERSION",
      defaultValue = "4.4",
      description = "Whose cleaner: a Kafka version, as in 3.9 or 4.2. Default: 4.4.")
  private String profile;

  @Option(
      names = "--passes",
      paramLabel = "N",
      defaultValue = "1",
      description = "Replay so many passes, each over what the one before left. Default: 1.")
  private int passes;

  @Option(
      names = "--records",
      description =
          "List the decision on each batch and record of the first pass, with its rule's letter.")
  private boolean records;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "1000",
      description = "How many records to list at most. Default: 1000.")
  private int limit;

  @Option(
      names = "--explain",
      paramLabel = "N",
      description = "Say in words why offset N is still there, or is gone.")
  private Long explained;

  @Option(
      names = "--write",
      paramLabel = "DIR",
      description =
          "Write the cleaned segments and their indexes to a new directory, not below one"
              + " under examination.")
  private String write;

  @Mixin private FormOptions output;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Spec private CommandSpec spec;

  private final Console console;

  CleanCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    CleaningRequest request = request();
    try (CleanedDirectories directories = new CleanedDirectories(Optional.ofNullable(write))) {
      EvidenceGuard guard = EvidenceGuard.of(List.of(request.directories()));
      String objection = directories.objection(guard);
      objection = objection == null ? output.objection(List.of(request.directories())) : objection;
      if (objection != null) {
        console.complain(objection);
        return ExitStatus.NOT_DONE.code();
      }
      CleaningReport report;
      try (ProgressLine progress = console.progress()) {
        report = CleaningReplay.run(request, directories, progress);
      }
      directories.finish((int) report.passes().stream().filter(PassResult::isPass).count());
      report.failures().forEach(console::complain);
      if (report.failures().isEmpty() && report.isIncomplete()) {
        console.complain("not all could be replayed; what is shown may be wrong");
      }
      return ExitStatus.of(report).and(write(report)).code();
    } catch (IOException e) {
      console.complain("cannot write cleaned segments: " + OutputFile.reason(e));
      return ExitStatus.NOT_DONE.code();
    }
  }

  private ExitStatus write(CleaningReport report) {
    boolean written =
        output.write(
            console,
            json -> CleaningJson.of(report, tool()).write(json),
            text ->
                new CleaningRenderer(output.paint(console), console.printable())
                    .render(report, text));
    return written ? ExitStatus.CLEAN : ExitStatus.NOT_DONE;
  }

  private ToolJson tool() {
    return Build.current().tool(spec.root().commandLine().getParseResult().originalArgs());
  }

  private CleaningRequest request() {
    if (partition != null && !PartitionName.isOne(partition)) {
      throw problem(
          "--partition: '%s' is no partition; write the topic and the number, as in foo-0"
              .formatted(partition));
    }
    if (explained != null && explained < 0) {
      throw problem("--explain: " + explained + " is no offset; they begin at 0");
    }
    if (limit < 0 || limit > MOST_LISTED) {
      throw problem("--limit: " + limit + " is not between 0 and " + MOST_LISTED);
    }
    if (passes < 1 || passes > MOST_PASSES) {
      throw problem("--passes: " + passes + " is not between 1 and " + MOST_PASSES);
    }
    try {
      return new CleaningRequest(
          BrokerArgument.paths(directory),
          Optional.ofNullable(partition),
          (at == null ? Instant.now() : at).toEpochMilli(),
          passes,
          CleanerProfile.of(profile)
              .orElseThrow(
                  () -> problem("--profile: '" + profile + "' is no version as in 3.9 or 4.2")),
          GivenConfig.of(config),
          records ? limit : 0,
          explained == null ? OptionalLong.empty() : OptionalLong.of(explained));
    } catch (TypeConversionException | InvalidConfigException e) {
      throw problem(e.getMessage());
    }
  }

  private ParameterException problem(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
