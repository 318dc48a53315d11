package org.logdiff.cli.json;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import org.logdiff.cli.verify.Problem;
import org.logdiff.cli.verify.Verification;

/** What has become of a document when it was checked, as data for programs. */
@JsonPropertyOrder({
  "schema",
  "tool",
  "holds",
  "problems",
  "notChecked",
  "exhibits",
  "exhibitsInDocument",
  "exhibitsInFiles",
  "files",
  "filesInManifest",
  "findings",
  "findingsReproduced"
})
public record VerificationJson(
    String schema,
    ToolJson tool,
    boolean holds,
    List<ProblemJson> problems,
    List<ProblemJson> notChecked,
    int exhibits,
    int exhibitsInDocument,
    int exhibitsInFiles,
    int files,
    int filesInManifest,
    int findings,
    Integer findingsReproduced) {
  /** Changes when a reader of the old shape would misunderstand the new one. */
  private static final String SCHEMA = "logdiff-verification/1";

  public static VerificationJson of(Verification verification, ToolJson tool) {
    return new VerificationJson(
        SCHEMA,
        tool,
        verification.problems().isEmpty(),
        verification.problems().stream().map(ProblemJson::of).toList(),
        verification.notChecked().stream().map(ProblemJson::of).toList(),
        verification.exhibits(),
        verification.exhibitsInDocument(),
        verification.exhibitsInFiles(),
        verification.files(),
        verification.filesInManifest(),
        verification.findings(),
        verification.findingsReproduced());
  }

  public void write(Writer out) throws IOException {
    JsonDocument.write(this, out);
  }

  /** Something that does not hold, or could not be checked. */
  @JsonPropertyOrder({"where", "what"})
  record ProblemJson(String where, String what) {
    static ProblemJson of(Problem problem) {
      return new ProblemJson(problem.where(), problem.what());
    }
  }
}
