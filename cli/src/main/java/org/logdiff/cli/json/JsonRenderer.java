package org.logdiff.cli.json;

import java.io.IOException;
import java.io.Writer;
import org.logdiff.analysis.report.ComparisonReport;

/** A comparison as data for programs. */
public final class JsonRenderer {
  private final ToolJson tool;
  private final RunJson run;
  private final boolean showKeys;

  public JsonRenderer(ToolJson tool, RunJson run, boolean showKeys) {
    this.tool = tool;
    this.run = run;
    this.showKeys = showKeys;
  }

  public void render(ComparisonReport report, Writer out) throws IOException {
    JsonDocument.write(EvidenceJson.of(report, tool, run, showKeys), out);
  }
}
