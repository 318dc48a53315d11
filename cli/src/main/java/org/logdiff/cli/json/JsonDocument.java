package org.logdiff.cli.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.Writer;

/** How a document is written. All ASCII, the rest escaped, so that it is safe to look at. */
final class JsonDocument {
  private static final ObjectWriter WRITER = newWriter();

  private JsonDocument() {}

  static void write(Object document, Writer out) throws IOException {
    WRITER.writeValue(out, document);
    out.write('\n');
  }

  private static ObjectWriter newWriter() {
    JsonMapper mapper =
        JsonMapper.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
            .build();
    mapper.getFactory().setCharacterEscapes(new EscapeDelete());
    return mapper.writer(
        new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")));
  }
}
