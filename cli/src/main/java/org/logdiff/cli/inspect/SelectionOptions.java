package org.logdiff.cli.inspect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.logdiff.analysis.inspect.Detail;
import org.logdiff.analysis.inspect.KeyFilter;
import org.logdiff.analysis.inspect.RecordKind;
import org.logdiff.analysis.inspect.Selection;
import org.logdiff.cli.option.OffsetSpan;
import org.logdiff.cli.option.TimeSpan;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What of a log is wanted. */
public final class SelectionOptions {
  private static final Pattern PRODUCER = Pattern.compile("([0-9]{1,19})(?:/([0-9]{1,5}))?");

  @Option(
      names = "--offsets",
      paramLabel = "A..B",
      converter = OffsetSpan.Converter.class,
      description = "Only these offsets, both inclusive; A.., ..B and A are ranges too.")
  private OffsetSpan offsets = new OffsetSpan(Long.MIN_VALUE, Long.MAX_VALUE);

  @Option(
      names = "--time",
      paramLabel = "A..B",
      converter = TimeSpan.Converter.class,
      description =
          "Only timestamps from A to B: dates, times in UTC, or milliseconds. Reading ends when only"
              + " later ones come for a while, and says so.")
  private TimeSpan time = new TimeSpan(Long.MIN_VALUE, Long.MAX_VALUE);

  @Option(
      names = "--scan",
      description = "Read every batch, whatever indexes and the order of timestamps promise.")
  private boolean scan;

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "Only this key: text, 0x and hex digits, or /a regular expression/.")
  private String key;

  @Option(
      names = "--producer",
      paramLabel = "ID[/EPOCH]",
      description = "Only this producer id, and of it only this epoch.")
  private String producer;

  @Option(names = "--epoch", paramLabel = "N", description = "Only batches of this leader epoch.")
  private Integer leaderEpoch;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      split = ",",
      description = "Only these: data, marker, tombstone, empty, damaged.")
  private List<String> kinds = new ArrayList<>();

  @Option(
      names = "--grep",
      paramLabel = "REGEX",
      description = "Only records with this in their decoded value.")
  private String grep;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Only the first N entries of each partition or file.")
  private Long limit;

  @Option(
      names = "--tail",
      paramLabel = "N",
      description = "Only the last N entries of each partition or file.")
  private Long tail;

  @Option(names = "--reverse", description = "The last ones first.")
  private boolean reverse;

  @ArgGroup private DetailOptions detail;

  /** How closely; not both. */
  private static final class DetailOptions {
    @Option(names = "--batches", description = "Show batches without their records.")
    private boolean batches;

    @Option(names = "--records", description = "Show records without their batches.")
    private boolean records;
  }

  /** Whether values must be decoded to be searched. */
  public boolean searchesValues() {
    return grep != null;
  }

  public Detail detail() {
    if (detail == null) {
      return Detail.BATCHES_AND_RECORDS;
    }
    return detail.batches ? Detail.BATCHES : Detail.RECORDS;
  }

  /**
   * The selection.
   *
   * @throws ParameterException if an option makes no sense
   */
  public Selection selection(CommandLine command) {
    if (limit != null && tail != null) {
      throw new ParameterException(command, "--limit and --tail: one of them, not both");
    }
    Long most = tail == null ? limit : tail;
    if (most != null && most < 1) {
      throw new ParameterException(
          command, (tail == null ? "--limit: " : "--tail: ") + most + " is not at least 1");
    }
    Matcher producerParts = producerParts(command);
    return new Selection(
        offsets.first(),
        offsets.last(),
        time.fromMs(),
        time.toMs(),
        keyFilter(command),
        producerParts == null
            ? OptionalLong.empty()
            : OptionalLong.of(Long.parseLong(producerParts.group(1))),
        producerParts == null || producerParts.group(2) == null
            ? OptionalInt.empty()
            : OptionalInt.of(Integer.parseInt(producerParts.group(2))),
        leaderEpoch == null ? OptionalInt.empty() : OptionalInt.of(leaderEpoch),
        kinds(command),
        grepPattern(command),
        most == null ? Long.MAX_VALUE : most,
        tail != null,
        reverse,
        scan);
  }

  private Matcher producerParts(CommandLine command) {
    if (producer == null) {
      return null;
    }
    Matcher parts = PRODUCER.matcher(producer);
    if (!parts.matches()) {
      throw new ParameterException(
          command, "--producer: '" + producer + "' is no producer id as in 1000 or 1000/3");
    }
    return parts;
  }

  private Optional<KeyFilter> keyFilter(CommandLine command) {
    try {
      return Optional.ofNullable(key).map(KeyFilter::parse);
    } catch (PatternSyntaxException e) {
      throw new ParameterException(
          command, "--key: '" + key + "' is no regular expression: " + e.getDescription());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          command, "--key: '" + key + "' is not an even number of hex digits");
    }
  }

  private Optional<Pattern> grepPattern(CommandLine command) {
    try {
      return Optional.ofNullable(grep).map(Pattern::compile);
    } catch (PatternSyntaxException e) {
      throw new ParameterException(
          command, "--grep: '" + grep + "' is no regular expression: " + e.getDescription());
    }
  }

  private Set<RecordKind> kinds(CommandLine command) {
    Set<RecordKind> chosen = EnumSet.noneOf(RecordKind.class);
    for (String word : kinds) {
      chosen.add(
          Arrays.stream(RecordKind.values())
              .filter(kind -> kind.name().toLowerCase(Locale.ROOT).equals(word))
              .findFirst()
              .orElseThrow(
                  () ->
                      new ParameterException(
                          command,
                          "--kind: '"
                              + word
                              + "' is none of "
                              + Arrays.stream(RecordKind.values())
                                  .map(kind -> kind.name().toLowerCase(Locale.ROOT))
                                  .collect(Collectors.joining(", ")))));
    }
    return chosen;
  }
}
