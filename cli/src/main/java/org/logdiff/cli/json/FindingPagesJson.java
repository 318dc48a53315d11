package org.logdiff.cli.json;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import org.logdiff.cli.page.FindingPage;

/** Pages of findings as data for programs. */
@JsonPropertyOrder({"schema", "tool", "pages"})
public record FindingPagesJson(String schema, ToolJson tool, List<PageJson> pages) {
  /** Changes when a reader of the old shape would misunderstand the new one. */
  private static final String SCHEMA = "logdiff-pages/1";

  public static FindingPagesJson of(List<FindingPage> pages, ToolJson tool) {
    return new FindingPagesJson(SCHEMA, tool, pages.stream().map(PageJson::of).toList());
  }

  public void write(Writer out) throws IOException {
    JsonDocument.write(this, out);
  }

  /**
   * One page.
   *
   * @param markdown as it was written
   */
  @JsonPropertyOrder({"id", "severity", "markdown"})
  record PageJson(String id, String severity, String markdown) {
    static PageJson of(FindingPage page) {
      return new PageJson(page.kind().id(), Names.of(page.kind().severity()), page.markdown());
    }
  }
}
