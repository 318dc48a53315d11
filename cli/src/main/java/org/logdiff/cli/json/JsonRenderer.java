package org.logdiff.cli.json;

import java.io.IOException;
import java.io.Writer;
import org.logdiff.analysis.report.ComparisonReport;
import org.logdiff.cli.key.KeyDisclosure;

/** A comparison as data for programs. */
public final class JsonRenderer {
  private final ToolJson tool;
  private final RunJson run;
  private final KeyDisclosure keys;

  public JsonRenderer(ToolJson tool, RunJson run, KeyDisclosure keys) {
    this.tool = tool;
    this.run = run;
    this.keys = keys;
  }

  public void render(ComparisonReport report, Writer out) throws IOException {
    JsonDocument.write(EvidenceJson.of(report, tool, run, keys), out);
  }
}
