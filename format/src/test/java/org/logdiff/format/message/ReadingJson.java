package org.logdiff.format.message;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BinaryNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

/** What we read, in the form of Kafka's converters to JSON. */
final class ReadingJson {
  private ReadingJson() {}

  static JsonNode of(MessageValue value) {
    if (value instanceof MessageValue.Whole whole) {
      return LongNode.valueOf(whole.value());
    } else if (value instanceof MessageValue.Named named) {
      return LongNode.valueOf(named.value());
    } else if (value instanceof MessageValue.Real real) {
      return DoubleNode.valueOf(real.value());
    } else if (value instanceof MessageValue.Flag flag) {
      return BooleanNode.valueOf(flag.value());
    } else if (value instanceof MessageValue.Text text) {
      return TextNode.valueOf(text.value());
    } else if (value instanceof MessageValue.Id id) {
      return TextNode.valueOf(id.value().toString());
    } else if (value instanceof MessageValue.Raw raw) {
      return BinaryNode.valueOf(raw.value().toArray());
    } else if (value instanceof MessageValue.Items items) {
      var array = JsonNodeFactory.instance.arrayNode();
      items.values().forEach(item -> array.add(of(item)));
      return array;
    } else if (value instanceof MessageValue.Struct struct) {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      struct.fields().forEach(entry -> object.set(entry.name(), of(entry.value())));
      return object;
    }
    return NullNode.instance;
  }
}
