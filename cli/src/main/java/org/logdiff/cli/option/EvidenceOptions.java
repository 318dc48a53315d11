package org.logdiff.cli.option;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.logdiff.analysis.report.ComparisonReport;
import org.logdiff.cli.file.OutputFile;
import org.logdiff.cli.key.KeyDisclosure;
import org.logdiff.cli.key.Salt;
import org.logdiff.cli.redact.Redaction;
import picocli.CommandLine.Option;

/** What evidence holds and what is kept out of it. */
public final class EvidenceOptions {
  @Option(
      names = "--show-values",
      description =
          "Give the bytes of exhibits in the JSON, keys and values with them, so that a reader can"
              + " verify them; else only their hashes.")
  private boolean showValues;

  @Option(
      names = "--manifest",
      description =
          "Give the SHA-256 of all files examined in the JSON, for which they are read once more.")
  private boolean manifest;

  @Option(
      names = "--known",
      paramLabel = "FILE",
      description =
          "Leave out findings whose fingerprints are in FILE, one on each line: they are counted,"
              + " and do not set the exit status.")
  private String known;

  @Option(
      names = "--redact",
      paramLabel = "FILE",
      description =
          "Make all hashes of keys and bytes with the secret in FILE, at least 16 bytes, so that"
              + " nobody can check a guess without it.")
  private String salt;

  @Option(
      names = "--redact-topics",
      description = "With --redact: replace the names of topics too.")
  private boolean redactTopics;

  @Option(
      names = "--reveal",
      paramLabel = "HASH",
      description =
          "Show the key behind a hash in a document; one that was made with --redact needs it here"
              + " too.")
  private String reveal;

  public boolean showsValues() {
    return showValues;
  }

  public boolean wantsManifest() {
    return manifest;
  }

  /** What does not go together; null if all does. */
  public String contradiction(boolean showsKeys) {
    if (salt == null) {
      return redactTopics ? "--redact-topics goes with --redact FILE" : null;
    }
    return showValues || showsKeys
        ? "--redact hides what --show-" + (showValues ? "values" : "keys") + " shows"
        : null;
  }

  /**
   * Reads the files that options name.
   *
   * @throws IOException if one cannot be read or is not what it should be; the message names it
   */
  public Settings settings(boolean showsKeys) throws IOException {
    Optional<Salt> secret =
        salt == null ? Optional.empty() : Optional.of(read("--redact", salt, Salt::read));
    return new Settings(
        new KeyDisclosure(showsKeys, Optional.ofNullable(reveal), secret),
        known == null ? Set.of() : read("--known", known, KnownFindings::read),
        secret,
        redactTopics);
  }

  private interface Reader<T> {
    T read(Path file) throws IOException;
  }

  private static <T> T read(String option, String file, Reader<T> reader) throws IOException {
    try {
      return reader.read(Path.of(file));
    } catch (InvalidPathException e) {
      throw new IOException(option + ": '" + file + "' is no path", e);
    } catch (IOException e) {
      throw new IOException(option + " " + file + ": " + OutputFile.reason(e), e);
    }
  }

  /**
   * What the options say, with the files read.
   *
   * @param known fingerprints
   */
  public record Settings(
      KeyDisclosure keys, Set<String> known, Optional<Salt> salt, boolean redactsTopics) {
    /** The report without what is known. */
    public ComparisonReport unknownOf(ComparisonReport report) {
      return known.isEmpty() ? report : report.without(known);
    }

    /** The report without what strangers may not see. */
    public Redaction redaction(ComparisonReport report) {
      return salt.isEmpty() ? Redaction.NONE : new Redaction(salt.get(), redactsTopics, report);
    }
  }
}
