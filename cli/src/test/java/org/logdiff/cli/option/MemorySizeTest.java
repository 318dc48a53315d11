package org.logdiff.cli.option;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class MemorySizeTest {
  @ParameterizedTest
  @CsvSource({
    "1048576, 1048576",
    "1m, 1048576",
    "512M, 536870912",
    "2g, 2147483648",
    "2GiB, 2147483648",
    "1024kb, 1048576",
    "1t, 1099511627776"
  })
  void sizes(String text, long bytes) {
    assertEquals(bytes, new MemorySize().convert(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "m",
        "-1m",
        "1.5g",
        "1x",
        "1 m",
        "0",
        "1k",
        "9999999999999999t",
        "99999999999999999999"
      })
  void notSizes(String text) {
    assertThrows(TypeConversionException.class, () -> new MemorySize().convert(text));
  }
}
