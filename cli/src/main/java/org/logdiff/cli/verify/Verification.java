package org.logdiff.cli.verify;

import java.util.List;

/**
 * What has become of a document when it was checked.
 *
 * @param problems what does not hold
 * @param notChecked what could not be checked
 * @param exhibitsInDocument exhibits whose bytes are in the document and agree with the rest of it
 * @param exhibitsInFiles exhibits that lie in the files as the document says
 * @param exhibits how many there are
 * @param filesInManifest files whose SHA-256 is as the document says
 * @param files how many have a SHA-256
 * @param findingsReproduced findings that the comparison finds again; null if it was not run
 * @param findings how many there are
 */
public record Verification(
    List<Problem> problems,
    List<Problem> notChecked,
    int exhibitsInDocument,
    int exhibitsInFiles,
    int exhibits,
    int filesInManifest,
    int files,
    Integer findingsReproduced,
    int findings) {
  public Verification {
    problems = List.copyOf(problems);
    notChecked = List.copyOf(notChecked);
  }
}
