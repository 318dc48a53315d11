package org.logdiff.cli.text;

import java.io.IOException;
import java.util.List;
import org.logdiff.cli.console.Paint;
import org.logdiff.cli.console.Paint.Style;
import org.logdiff.cli.console.Printable;
import org.logdiff.cli.verify.Problem;
import org.logdiff.cli.verify.Verification;

/** What has become of a document when it was checked, for people. */
public final class VerificationRenderer {
  private final Paint paint;
  private final Printable printable;

  public VerificationRenderer(Paint paint, Printable printable) {
    this.paint = paint;
    this.printable = printable;
  }

  public void render(Verification verification, Appendable out) throws IOException {
    Page page = new Page(out, paint, printable);
    list(page, "Does not hold", verification.problems());
    list(page, "Not checked", verification.notChecked());
    page.blank();
    boolean holds = verification.problems().isEmpty();
    page.heading(
        0,
        holds ? Style.GOOD : Style.BAD,
        holds ? "The evidence holds." : "The evidence does not hold.");
    page.paragraph(
        2,
        Phrases.count(verification.exhibits(), "exhibit", "exhibits")
            + ": "
            + verification.exhibitsInDocument()
            + " checked by their bytes in the document, "
            + verification.exhibitsInFiles()
            + " in the files.");
    if (verification.files() > 0) {
      page.paragraph(
          2, of(verification.filesInManifest(), verification.files(), "file") + " by SHA-256.");
    }
    page.paragraph(
        2,
        verification.findingsReproduced() == null
            ? "The replicas were not compared again: that takes the directories of two brokers."
            : of(verification.findingsReproduced(), verification.findings(), "finding")
                + " found again by comparing the replicas.");
  }

  private static String of(int verified, int all, String what) {
    return verified + " of " + Phrases.count(all, what, what + "s");
  }

  private static void list(Page page, String title, List<Problem> problems) throws IOException {
    if (problems.isEmpty()) {
      return;
    }
    page.blank();
    page.heading(0, Style.STRONG, title);
    for (Problem problem : problems) {
      String where = problem.where().isEmpty() ? "" : problem.where() + ": ";
      page.item(2, "- ", where + problem.what());
    }
  }
}
