package org.logdiff.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.logdiff.cli.console.Console;
import org.logdiff.cli.json.FindingPagesJson;
import org.logdiff.cli.json.ToolJson;
import org.logdiff.cli.option.FormOptions;
import org.logdiff.cli.page.FindingPage;
import org.logdiff.cli.text.FindingPageRenderer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows the pages of findings. */
@Command(
    name = "explain",
    sortOptions = false,
    description =
        "Shows what a finding means, how it comes about, how to confirm it by hand, what not to"
            + " conclude from it, and what to do.",
    synopsisHeading = "Usage: ",
    customSynopsis = {"logdiff explain ID...", "       logdiff explain --list"},
    parameterListHeading = "%nFindings:%n",
    optionListHeading = "%nOptions:%n")
final class ExplainCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "ID",
      arity = "0..*",
      description = "The id of a finding, as lost-tombstone.")
  private List<String> ids = new ArrayList<>();

  @Option(names = "--list", description = "List all ids, each with its severity.")
  private boolean list;

  @Mixin private FormOptions form;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Spec private CommandSpec spec;

  private final Console console;

  ExplainCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (list != ids.isEmpty()) {
      throw problem(list ? "--list lists all; give it no ids" : "give an id, or --list");
    }
    String objection = form.objection(List.of());
    if (objection != null) {
      console.complain(objection);
      return ExitStatus.NOT_DONE.code();
    }
    List<FindingPage> pages = list ? FindingPage.all() : ids.stream().map(this::page).toList();
    boolean written =
        form.write(
            console,
            json -> FindingPagesJson.of(pages, tool()).write(json),
            text -> show(pages, text));
    return (written ? ExitStatus.CLEAN : ExitStatus.NOT_DONE).code();
  }

  private void show(List<FindingPage> pages, Appendable out) throws IOException {
    FindingPageRenderer renderer =
        new FindingPageRenderer(form.paint(console), console.printable());
    if (list) {
      renderer.list(pages, out);
    } else {
      renderer.render(pages, out);
    }
  }

  private ToolJson tool() {
    return Build.current().tool(spec.root().commandLine().getParseResult().originalArgs());
  }

  private FindingPage page(String id) {
    return FindingPage.of(id)
        .orElseThrow(
            () ->
                problem(
                    "there is no finding '%s'; there are: %s"
                        .formatted(
                            id,
                            FindingPage.all().stream()
                                .map(page -> page.kind().id())
                                .collect(Collectors.joining(", ")))));
  }

  private ParameterException problem(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
