package org.logdiff.cli.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.Writer;

/** Objects one by one, each on a line of its own; all ASCII, as {@link JsonDocument}. */
final class JsonLines {
  private static final ObjectWriter WRITER = newWriter();

  private final Writer out;

  JsonLines(Writer out) {
    this.out = out;
  }

  void write(Object object) throws IOException {
    WRITER.writeValue(out, object);
    out.write('\n');
  }

  private static ObjectWriter newWriter() {
    JsonMapper mapper =
        JsonMapper.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
            .disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM)
            .build();
    mapper.getFactory().setCharacterEscapes(new EscapeDelete());
    return mapper
        .writer()
        .without(com.fasterxml.jackson.databind.SerializationFeature.FLUSH_AFTER_WRITE_VALUE);
  }
}
