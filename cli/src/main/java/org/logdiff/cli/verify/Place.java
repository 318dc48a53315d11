package org.logdiff.cli.verify;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A node of a document and where it is.
 *
 * @param pointer a JSON pointer; empty for the document itself
 */
record Place(String pointer, JsonNode node) {
  static Place root(JsonNode document) {
    return new Place("", document);
  }

  /** The elements of an array; none if it is missing. */
  List<Place> each(String array) {
    List<Place> places = new ArrayList<>();
    int index = 0;
    for (JsonNode element : node.path(array)) {
      places.add(new Place(pointer + "/" + array + "/" + index++, element));
    }
    return places;
  }

  /** Empty if it is missing or null. */
  String text(String field) {
    return node.hasNonNull(field) ? node.path(field).asText() : "";
  }
}
