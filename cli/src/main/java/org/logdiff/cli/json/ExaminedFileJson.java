package org.logdiff.cli.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import org.logdiff.analysis.report.ExaminedFile;

/**
 * A file that the comparison had before it.
 *
 * @param sha256 null without {@code --manifest}
 */
@JsonPropertyOrder({
  "path",
  "size",
  "lastModified",
  "firstOffset",
  "lastOffset",
  "hasChanged",
  "sha256"
})
record ExaminedFileJson(
    String path,
    long size,
    String lastModified,
    Long firstOffset,
    Long lastOffset,
    @JsonProperty("hasChanged") boolean hasChanged,
    String sha256) {
  static ExaminedFileJson of(ExaminedFile file) {
    return new ExaminedFileJson(
        file.path().toString(),
        file.sizeBytes(),
        Instant.ofEpochMilli(file.lastModifiedMs()).toString(),
        file.firstOffset(),
        file.lastOffset(),
        file.hasChanged(),
        file.sha256());
  }
}
