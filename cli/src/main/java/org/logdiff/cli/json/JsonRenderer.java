package org.logdiff.cli.json;

import java.io.IOException;
import java.io.Writer;
import org.logdiff.analysis.report.ComparisonReport;

/** A comparison as data for programs. */
public final class JsonRenderer {
  private final ToolJson tool;
  private final boolean showKeys;

  public JsonRenderer(ToolJson tool, boolean showKeys) {
    this.tool = tool;
    this.showKeys = showKeys;
  }

  public void render(ComparisonReport report, Writer out) throws IOException {
    JsonDocument.write(EvidenceJson.of(report, tool, showKeys), out);
  }
}
