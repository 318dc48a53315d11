package org.logdiff.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Properties;
import org.logdiff.cli.json.ToolJson;

/**
 * What this program is.
 *
 * @param version of the release
 * @param commit it was built from, with {@code -dirty} if files differed; null if unknown
 */
public record Build(String version, String commit) {
  /** Read from the properties that the build fills in. */
  public static Build current() {
    Properties properties = new Properties();
    try (InputStream in = Build.class.getResourceAsStream("build.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String commit = properties.getProperty("build");
    return new Build(properties.getProperty("version"), commit.isEmpty() ? null : commit);
  }

  /**
   * As documents name it.
   *
   * @param arguments the command line
   */
  ToolJson tool(List<String> arguments) {
    return ToolJson.of(version, commit, arguments);
  }

  @Override
  public String toString() {
    return "logdiff " + version + " (build " + (commit == null ? "unknown" : commit) + ")";
  }
}
