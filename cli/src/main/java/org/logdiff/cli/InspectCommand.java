package org.logdiff.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.logdiff.analysis.inspect.Inspection;
import org.logdiff.analysis.inspect.InspectionListener;
import org.logdiff.analysis.inspect.InspectionRequest;
import org.logdiff.analysis.inspect.Item;
import org.logdiff.analysis.inspect.ValueDecoder;
import org.logdiff.cli.console.Console;
import org.logdiff.cli.decode.Decoder;
import org.logdiff.cli.decode.ProgramDecoder;
import org.logdiff.cli.inspect.ExaminedPlaces;
import org.logdiff.cli.inspect.ItemRenderer;
import org.logdiff.cli.inspect.SelectionOptions;
import org.logdiff.cli.json.DecodedForm;
import org.logdiff.cli.json.InspectionJson;
import org.logdiff.cli.json.ShownParts;
import org.logdiff.cli.json.ToolJson;
import org.logdiff.cli.option.InternalTopicName;
import org.logdiff.cli.option.Moment;
import org.logdiff.cli.option.OutputOptions;
import org.logdiff.cli.text.InspectionStyle;
import org.logdiff.cli.text.InspectionText;
import org.logdiff.format.message.InternalTopic;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows what is in files and directories of a broker. */
@Command(
    name = "inspect",
    sortOptions = false,
    synopsisHeading = "Usage: ",
    customSynopsis = {
      "logdiff inspect PATH... [--offsets A..B] [--time A..B] [--key KEY]",
      "               [--producer ID[/EPOCH]] [--epoch N] [--kind KIND[,KIND]]",
      "               [--grep REGEX] [--limit N] [--tail N] [--reverse]",
      "               [--batches | --records] [--show-keys] [--show-values]",
      "               [--decode HOW] [--hex] [--explain] [--json FILE] ..."
    },
    description =
        "Shows what is in a broker's files: batches, records, indexes, snapshots, checkpoints, and"
            + " what the records of internal topics say. Judges nothing.",
    parameterListHeading = "%nPaths:%n",
    optionListHeading = "%nOptions:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:Everything was shown, damage included.",
      "2:Something that was asked for could not be done."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  logdiff inspect /data/foo-0 --offsets 1000.. --limit 10 --show-keys",
      "  logdiff inspect '/data/__consumer_offsets-*' --grep my-group",
      "  logdiff inspect /data/foo-0 --key order-17 --explain --json -"
    })
final class InspectCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "PATH",
      arity = "1..*",
      description =
          "A partition directory, a log dir, or any file in them; * and ? in it are wild. Of a log"
              + " dir only its own files are shown, unless something is looked for.")
  private List<String> paths = new ArrayList<>();

  @Mixin private SelectionOptions selection;

  @Mixin private OutputOptions output;

  @Option(
      names = "--show-values",
      description = "Show values and headers themselves; else only their sizes.")
  private boolean showValues;

  @Option(
      names = "--decode",
      paramLabel = "HOW",
      defaultValue = "auto",
      description =
          "Show values so: auto, none, string, hex, json, int64, or by a program, which gets one line"
              + " of base64 for each and gives one line back. All but auto and none show values.")
  private String decode;

  @Option(
      names = "--cut",
      paramLabel = "N",
      defaultValue = "256",
      description = "Show so many bytes of a key or value; 0 for all. Default: 256. JSON has all.")
  private int cut;

  @Option(names = "--hex", description = "Show the bytes, with the field that each belongs to.")
  private boolean hex;

  @Option(
      names = "--explain",
      description =
          "Say of each record how its transaction ended and which record superseded it. Reads the"
              + " whole partition twice more.")
  private boolean explain;

  @Option(
      names = "--at",
      paramLabel = "TIME",
      converter = Moment.class,
      description = "When delete horizons are looked at. Default: now.")
  private Instant at;

  @Option(
      names = "--payload",
      paramLabel = "TOPIC",
      converter = InternalTopicName.class,
      description =
          "Read records as those of this internal topic, where the directory's name does not tell.")
  private InternalTopic payload;

  @Option(
      names = "--all-files",
      description = "Show all files of a directory, indexes and leftovers included.")
  private boolean allFiles;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Spec private CommandSpec spec;

  private final Console console;
  private boolean hasFailed;

  InspectCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (cut < 0) {
      throw new ParameterException(spec.commandLine(), "--cut: " + cut + " is not 0 or more");
    }
    String objection = output.objection(List.of(examined()));
    if (objection != null) {
      console.complain(objection);
      return ExitStatus.NOT_DONE.code();
    }
    Optional<Decoder> builtIn = Decoder.of(decode);
    try (ProgramDecoder program = new ProgramDecoder(decode, console::complain)) {
      ValueDecoder decoder = builtIn.isPresent() ? builtIn.get() : program;
      boolean written =
          output.stream(console, (json, text) -> inspect(decoder, builtIn, json, text));
      hasFailed |= !written || program.hasFailed();
    }
    return (hasFailed ? ExitStatus.NOT_DONE : ExitStatus.CLEAN).code();
  }

  private List<Path> examined() {
    try {
      return ExaminedPlaces.of(paths);
    } catch (InvalidPathException e) {
      throw new ParameterException(spec.commandLine(), "'" + e.getInput() + "' is no path");
    }
  }

  private void inspect(ValueDecoder decoder, Optional<Decoder> builtIn, Writer json, Writer text)
      throws IOException {
    boolean showsValues = showValues || !isAutoOrNone(builtIn);
    long atMs = (at == null ? Instant.now() : at).toEpochMilli();
    List<ItemRenderer> renderers = new ArrayList<>();
    if (json != null) {
      InspectionJson lines =
          new InspectionJson(
              json, new ShownParts(output.showsKeys(), showsValues), form(builtIn), atMs);
      lines.start(tool());
      renderers.add(lines);
    }
    if (text != null) {
      renderers.add(
          new InspectionText(
              text,
              output.paint(console),
              console.printable(),
              new InspectionStyle(
                  output.showsKeys(),
                  showsValues,
                  form(builtIn) == DecodedForm.PLAIN_TEXT,
                  cut,
                  atMs)));
    }
    boolean isDecoded = showsValues || selection.searchesValues();
    InspectionRequest request =
        new InspectionRequest(
            paths,
            selection.selection(spec.commandLine()),
            selection.detail(),
            isDecoded ? Optional.of(decoder) : Optional.empty(),
            builtIn.equals(Optional.of(Decoder.AUTO)),
            allFiles,
            hex,
            explain,
            Optional.ofNullable(payload));
    Inspection.run(request, new Showing(renderers, json != null && text != null));
  }

  private static boolean isAutoOrNone(Optional<Decoder> builtIn) {
    return builtIn.isPresent() && (builtIn.get() == Decoder.AUTO || builtIn.get() == Decoder.NONE);
  }

  private static DecodedForm form(Optional<Decoder> builtIn) {
    return builtIn
        .map(
            decoder ->
                switch (decoder) {
                  case AUTO, NONE, STRING -> DecodedForm.PLAIN_TEXT;
                  case JSON, INT64 -> DecodedForm.JSON;
                  case HEX -> DecodedForm.OTHER_TEXT;
                })
        .orElse(DecodedForm.OTHER_TEXT);
  }

  private ToolJson tool() {
    Build build = Build.current();
    return ToolJson.of(
        build.version(),
        build.commit(),
        spec.commandLine().getParent().getParseResult().originalArgs());
  }

  /** Hands on what is found. */
  private final class Showing implements InspectionListener {
    private final List<ItemRenderer> renderers;
    private final boolean fillsFile;

    Showing(List<ItemRenderer> renderers, boolean fillsFile) {
      this.renderers = renderers;
      this.fillsFile = fillsFile;
    }

    @Override
    public void found(Item item) {
      each(renderer -> renderer.render(item));
    }

    @Override
    public boolean wantsMore() {
      return fillsFile || console.wantsResults();
    }

    @Override
    public void failed(String complaint) {
      hasFailed = true;
      console.complain(complaint);
      each(renderer -> renderer.failed(complaint));
    }

    private void each(Rendering rendering) {
      try {
        for (ItemRenderer renderer : renderers) {
          rendering.by(renderer);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private interface Rendering {
    void by(ItemRenderer renderer) throws IOException;
  }
}
