package org.logdiff.cli.verify;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.logdiff.analysis.evidence.FileDigest;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.cli.json.Names;
import org.logdiff.format.batch.BatchChecksum;
import org.logdiff.format.batch.RecordBatchHeader;

/**
 * Holds a document against itself: bytes against hashes and headers, offsets against candidates.
 */
final class DocumentCheck {
  private final List<Problem> problems = new ArrayList<>();
  private final FileDigest digest = new FileDigest();
  private int exhibitsWithBytes;

  List<Problem> problems() {
    return problems;
  }

  /** How many exhibits have their bytes in the document, all in agreement with it. */
  int exhibitsWithBytes() {
    return exhibitsWithBytes;
  }

  void check(JsonNode document) {
    boolean hasError = false;
    for (Place partition : Place.root(document).each("partitions")) {
      for (Place finding : partition.each("findings")) {
        hasError |= finding.text("severity").equals("error");
        finding(finding);
      }
    }
    String verdict = document.path("verdict").asText();
    if (hasError && verdict.equals("consistent")) {
      problem(
          Place.root(document),
          "the verdict is consistent, and there is a finding of severity error");
    }
  }

  private void finding(Place finding) {
    Optional<FindingKind> kind =
        Arrays.stream(FindingKind.values())
            .filter(k -> k.id().equals(finding.text("id")))
            .findFirst();
    if (kind.isEmpty()) {
      problem(finding, "this version knows no finding '" + finding.text("id") + "'");
    } else if (!Names.of(kind.get().severity()).equals(finding.text("severity"))) {
      problem(finding, "its severity is not that of " + kind.get().id());
    }
    offset(finding);
    for (Place exhibit : finding.each("exhibits")) {
      exhibit(exhibit);
    }
  }

  private void offset(Place finding) {
    List<Place> candidates = finding.each("candidateOffsets");
    JsonNode offset = finding.node().path("offset");
    if (offset.isIntegralNumber()
        && !candidates.isEmpty()
        && candidates.stream().noneMatch(range -> contains(range.node(), offset.longValue()))) {
      problem(finding, "its offset " + offset.longValue() + " is not one of its candidateOffsets");
    }
  }

  private static boolean contains(JsonNode range, long offset) {
    return range.path(0).longValue() <= offset && offset <= range.path(1).longValue();
  }

  private void exhibit(Place exhibit) {
    if (!exhibit.node().hasNonNull("bytes")) {
      return;
    }
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(exhibit.text("bytes"));
    } catch (IllegalArgumentException e) {
      problem(exhibit, "its bytes are not base64");
      return;
    }
    int before = problems.size();
    if (bytes.length != exhibit.node().path("length").longValue()) {
      problem(exhibit, "it has " + bytes.length + " bytes, not the length that it gives");
    }
    if (!digest.of(bytes).equals(exhibit.text("sha256"))) {
      problem(exhibit, "the SHA-256 of its bytes is another one");
    }
    if (exhibit.node().hasNonNull("header")) {
      header(exhibit, bytes);
    }
    exhibitsWithBytes += problems.size() == before ? 1 : 0;
  }

  private void header(Place exhibit, byte[] bytes) {
    if (bytes.length < RecordBatchHeader.SIZE_BYTES) {
      problem(exhibit, "its bytes are too few for a batch");
      return;
    }
    RecordBatchHeader header = RecordBatchHeader.read(bytes, 0);
    HeaderFields.differing(header, exhibit.node().path("header"))
        .forEach(field -> problem(exhibit, "the bytes give another " + field + " than the header"));
    if (header.sizeBytes() == bytes.length && BatchChecksum.of(bytes) != header.crc()) {
      problem(
          exhibit,
          "the checksum of the batch does not hold: stored "
              + HexFormat.of().toHexDigits((int) header.crc()));
    }
  }

  private void problem(Place place, String what) {
    problems.add(new Problem(place.pointer(), what));
  }
}
