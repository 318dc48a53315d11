package org.logdiff.cli.verify;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.logdiff.cli.json.HeaderJson;
import org.logdiff.cli.json.JsonTree;
import org.logdiff.format.batch.RecordBatchHeader;

/** Compares the header of a batch with what a document says of it. */
final class HeaderFields {
  private HeaderFields() {}

  /** Names of the fields that differ. */
  static List<String> differing(RecordBatchHeader header, JsonNode said) {
    JsonNode read = JsonTree.of(HeaderJson.of(header));
    List<String> differing = new ArrayList<>();
    read.fieldNames()
        .forEachRemaining(
            field -> {
              if (read.path(field).longValue() != said.path(field).longValue()) {
                differing.add(field);
              }
            });
    return differing;
  }
}
