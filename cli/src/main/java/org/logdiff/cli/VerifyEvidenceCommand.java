package org.logdiff.cli;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.logdiff.analysis.Comparison;
import org.logdiff.analysis.ComparisonRequest;
import org.logdiff.analysis.report.ComparisonReport;
import org.logdiff.cli.console.Console;
import org.logdiff.cli.console.ProgressLine;
import org.logdiff.cli.file.OutputFile;
import org.logdiff.cli.json.JsonTree;
import org.logdiff.cli.json.VerificationJson;
import org.logdiff.cli.key.Salt;
import org.logdiff.cli.option.BrokerArgument;
import org.logdiff.cli.option.FormOptions;
import org.logdiff.cli.text.VerificationRenderer;
import org.logdiff.cli.verify.Verification;
import org.logdiff.cli.verify.Verifier;
import org.logdiff.format.disk.ReadOnlyFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Checks evidence that somebody else has gathered. */
@Command(
    name = "verify-evidence",
    sortOptions = false,
    description = {
      "Checks a document that --json has written: against its schema, against the bytes"
          + " that it holds, and, given directories, against the files and by comparing the"
          + " replicas again."
    },
    synopsisHeading = "Usage: ",
    customSynopsis = "logdiff verify-evidence FILE [DIR...] [--redact FILE] [--json FILE]",
    parameterListHeading = "%nArguments:%n",
    optionListHeading = "%nOptions:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:All that was checked holds.",
      "1:Something does not hold.",
      "2:Something could not be checked."
    })
final class VerifyEvidenceCommand implements Callable<Integer> {
  private static final int LONGEST_DOCUMENT_BYTES = 1 << 29;
  private static final long MEMORY_BYTES = 512L << 20;

  /** So many at least as a document can hold of one partition. */
  private static final int LISTED_FINDINGS = 100;

  @Parameters(index = "0", paramLabel = "FILE", description = "The document.")
  private String document;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "DIR",
      description = "As they were given to the comparison, wherever they are now.")
  private List<String> directories = new ArrayList<>();

  @Option(
      names = "--redact",
      paramLabel = "FILE",
      description = "The secret that a redacted document was made with.")
  private String salt;

  @Mixin private FormOptions form;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Spec private CommandSpec spec;

  private final Console console;

  VerifyEvidenceCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    List<List<Path>> brokers = directories.stream().map(this::paths).toList();
    String objection = form.objection(brokers);
    if (objection != null) {
      console.complain(objection);
      return ExitStatus.NOT_DONE.code();
    }
    JsonNode read = read();
    if (read == null) {
      return ExitStatus.NOT_DONE.code();
    }
    Optional<Salt> secret = Optional.empty();
    if (salt != null) {
      try {
        secret = Optional.of(Salt.read(Path.of(salt)));
      } catch (IOException e) {
        console.complain("--redact " + salt + ": " + OutputFile.reason(e));
        return ExitStatus.NOT_DONE.code();
      }
    }
    Verification verification = verify(new Verifier(read, secret), brokers);
    boolean written =
        form.write(
            console,
            json ->
                VerificationJson.of(verification, Build.current().tool(arguments())).write(json),
            text ->
                new VerificationRenderer(form.paint(console), console.printable())
                    .render(verification, text));
    return status(verification).and(written ? ExitStatus.CLEAN : ExitStatus.NOT_DONE).code();
  }

  private Verification verify(Verifier verifier, List<List<Path>> brokers) {
    Function<List<String>, ComparisonReport> comparison =
        brokers.size() < 2 ? null : partitions -> compare(brokers, partitions);
    return verifier.verify(brokers.stream().flatMap(List::stream).toList(), comparison);
  }

  private ComparisonReport compare(List<List<Path>> brokers, List<String> partitions) {
    try (ProgressLine progress = console.progress()) {
      return Comparison.run(
          new ComparisonRequest(
              brokers,
              partitions,
              List.of(),
              Runtime.getRuntime().availableProcessors(),
              MEMORY_BYTES,
              LISTED_FINDINGS),
          progress);
    }
  }

  private JsonNode read() {
    try {
      JsonNode read =
          JsonTree.read(ReadOnlyFile.readAll(Path.of(document), LONGEST_DOCUMENT_BYTES));
      if (read.isObject()) {
        return read;
      }
      console.complain(document + " is no evidence: a document is a JSON object");
    } catch (JsonProcessingException e) {
      console.complain(
          document + " is no JSON document: " + place(e.getLocation()) + e.getOriginalMessage());
    } catch (IOException e) {
      console.complain("cannot read " + document + ": " + OutputFile.reason(e));
    }
    return null;
  }

  /** Where the parser stopped; nothing if it does not say, as when values nest too deeply. */
  private static String place(JsonLocation location) {
    return location == null
        ? ""
        : "line %d, column %d: ".formatted(location.getLineNr(), location.getColumnNr());
  }

  private static ExitStatus status(Verification verification) {
    ExitStatus holds =
        verification.problems().isEmpty() ? ExitStatus.CLEAN : ExitStatus.ERROR_FOUND;
    return holds.and(verification.notChecked().isEmpty() ? ExitStatus.CLEAN : ExitStatus.NOT_DONE);
  }

  private List<String> arguments() {
    return spec.root().commandLine().getParseResult().originalArgs();
  }

  private List<Path> paths(String directory) {
    try {
      return BrokerArgument.paths(directory);
    } catch (TypeConversionException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
  }
}
