package org.logdiff.cli.json;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;

/**
 * What wrote the file.
 *
 * @param build the commit it was built from; null if unknown
 * @param commandLine its arguments
 */
@JsonPropertyOrder({"name", "version", "build", "commandLine"})
public record ToolJson(String name, String version, String build, List<String> commandLine) {
  public static ToolJson of(String version, String build, List<String> arguments) {
    return new ToolJson("logdiff", version, build, List.copyOf(arguments));
  }
}
