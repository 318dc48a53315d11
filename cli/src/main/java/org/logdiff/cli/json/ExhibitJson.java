package org.logdiff.cli.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Base64;
import java.util.Optional;
import org.logdiff.analysis.report.Exhibit;
import org.logdiff.analysis.report.ExhibitContent;

/**
 * A place in the evidence.
 *
 * @param sha256 of the bytes there; null if they could not be read
 * @param header of the batch there; null if it is none, or damaged
 * @param bytes base64, if values are shown; else left out
 */
@JsonPropertyOrder({
  "replica",
  "file",
  "position",
  "length",
  "offset",
  "shows",
  "sha256",
  "header",
  "bytes",
  "dumpCommand"
})
record ExhibitJson(
    String replica,
    String file,
    long position,
    long length,
    Long offset,
    String shows,
    String sha256,
    HeaderJson header,
    @JsonInclude(JsonInclude.Include.NON_NULL) String bytes,
    String dumpCommand) {
  static ExhibitJson of(Exhibit exhibit) {
    Optional<ExhibitContent> content = Optional.ofNullable(exhibit.content());
    return new ExhibitJson(
        exhibit.replica(),
        exhibit.file().toString(),
        exhibit.position(),
        exhibit.length(),
        exhibit.offset(),
        exhibit.shows(),
        content.map(ExhibitContent::sha256).orElse(null),
        content.flatMap(ExhibitContent::header).map(HeaderJson::of).orElse(null),
        content
            .flatMap(ExhibitContent::bytes)
            .map(bytes -> Base64.getEncoder().encodeToString(bytes.toArray()))
            .orElse(null),
        DumpCommand.of(exhibit.file()).orElse(null));
  }
}
