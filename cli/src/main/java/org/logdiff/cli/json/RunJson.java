package org.logdiff.cli.json;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * When a document was made, and by whose rights.
 *
 * @param startedAt UTC
 * @param finishedAt UTC
 * @param user whose rights the program had
 * @param host as the system calls it; null if it does not say
 */
@JsonPropertyOrder({"startedAt", "finishedAt", "user", "host", "java", "system"})
public record RunJson(
    String startedAt, String finishedAt, String user, String host, String java, String system) {
  /** This process, from a time on until now. */
  public static RunJson since(Instant start, String host) {
    return new RunJson(
        text(start),
        text(Instant.now()),
        System.getProperty("user.name"),
        host,
        System.getProperty("java.version"),
        System.getProperty("os.name") + " " + System.getProperty("os.version"));
  }

  private static String text(Instant time) {
    return time.truncatedTo(ChronoUnit.MILLIS).toString();
  }
}
