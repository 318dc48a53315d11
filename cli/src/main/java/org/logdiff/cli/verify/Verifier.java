package org.logdiff.cli.verify;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.logdiff.analysis.report.ComparisonReport;
import org.logdiff.cli.key.Salt;

/**
 * Checks a document: against its schema, against itself, and, given directories, against the files
 * and by comparing the replicas again.
 */
public final class Verifier {
  private static final int FINGERPRINT_DIGITS = 24;

  private final JsonNode document;
  private final Optional<Salt> salt;
  private final List<Problem> problems = new ArrayList<>();
  private final List<Problem> notChecked = new ArrayList<>();

  /**
   * @param salt that a redacted document was made with; empty if it is not there
   */
  public Verifier(JsonNode document, Optional<Salt> salt) {
    this.document = document;
    this.salt = salt;
  }

  /** Partitions that the document speaks of. */
  public List<String> partitions() {
    return Place.root(document).each("partitions").stream().map(p -> p.text("partition")).toList();
  }

  /**
   * Checks it.
   *
   * @param directories all that were given; empty to check the document alone
   * @param comparison compares the partitions named; null if there are not two brokers to compare
   */
  public Verification verify(
      List<Path> directories, Function<List<String>, ComparisonReport> comparison) {
    problems.addAll(EvidenceSchema.problems(document));
    boolean hasShape = problems.isEmpty();
    DocumentCheck inside = new DocumentCheck();
    FilesCheck outside = new FilesCheck(directories, this::sealed);
    boolean isSealed = document.path("isRedacted").booleanValue() && salt.isEmpty();
    Integer reproduced = null;
    if (hasShape) {
      inside.check(document);
      if (isSealed && !directories.isEmpty()) {
        notChecked.add(
            new Problem("/isRedacted", "the files: that takes the salt; give it by --redact FILE"));
      }
      if (!isSealed && !directories.isEmpty()) {
        outside.check(document);
      }
      if (!isSealed && comparison != null) {
        reproduced = reproduce(comparison.apply(partitions()));
      }
    } else {
      notChecked.add(new Problem("", "nothing but its shape, which is wrong"));
    }
    problems.addAll(inside.problems());
    problems.addAll(outside.problems());
    notChecked.addAll(outside.notChecked());
    return new Verification(
        problems,
        notChecked,
        inside.exhibitsWithBytes(),
        outside.exhibits(),
        count("exhibits"),
        outside.files(),
        digests(),
        reproduced,
        fingerprints().size());
  }

  private int reproduce(ComparisonReport report) {
    Set<String> found = new TreeSet<>();
    report.partitions().stream()
        .flatMap(partition -> partition.findings().stream())
        .map(finding -> sealedFingerprint(finding.fingerprint()))
        .forEach(found::add);
    report.failures().forEach(failure -> notChecked.add(new Problem("", failure)));
    int reproduced = 0;
    for (Place partition : Place.root(document).each("partitions")) {
      for (Place finding : partition.each("findings")) {
        if (found.remove(finding.text("fingerprint"))) {
          reproduced++;
        } else {
          problems.add(
              new Problem(
                  finding.pointer(), "comparing again does not give " + finding.text("id")));
        }
      }
    }
    if (!found.isEmpty() && !isCutShort()) {
      problems.add(
          new Problem("", "comparing again gives findings that are not in the document: " + found));
    }
    return reproduced;
  }

  private String sealed(String digest) {
    return document.path("isRedacted").booleanValue() && salt.isPresent()
        ? salt.get().digest(digest)
        : digest;
  }

  private String sealedFingerprint(String fingerprint) {
    return sealed(fingerprint).substring(0, FINGERPRINT_DIGITS);
  }

  private boolean isCutShort() {
    return Place.root(document).each("partitions").stream()
        .anyMatch(
            partition ->
                partition.node().path("findingsNotListed").longValue() > 0
                    || partition.node().path("findingsKnown").longValue() > 0);
  }

  private List<String> fingerprints() {
    return Place.root(document).each("partitions").stream()
        .flatMap(partition -> partition.each("findings").stream())
        .map(finding -> finding.text("fingerprint"))
        .toList();
  }

  private int count(String array) {
    return Place.root(document).each("partitions").stream()
        .flatMap(partition -> partition.each("findings").stream())
        .mapToInt(finding -> finding.each(array).size())
        .sum();
  }

  private int digests() {
    return (int)
        Place.root(document).each("partitions").stream()
            .flatMap(partition -> partition.each("replicas").stream())
            .flatMap(replica -> replica.each("files").stream())
            .filter(file -> !file.text("sha256").isEmpty())
            .count();
  }
}
