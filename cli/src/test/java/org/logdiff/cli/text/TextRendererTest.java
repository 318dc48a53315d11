package org.logdiff.cli.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.logdiff.analysis.report.BeyondStable;
import org.logdiff.analysis.report.ComparisonReport;
import org.logdiff.analysis.report.Confidence;
import org.logdiff.analysis.report.Effect;
import org.logdiff.analysis.report.Exhibit;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.analysis.report.KeyEvidence;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.analysis.report.OffsetRange;
import org.logdiff.analysis.report.PartitionReport;
import org.logdiff.analysis.report.Picture;
import org.logdiff.analysis.report.Reading;
import org.logdiff.analysis.report.ReplicaSummary;
import org.logdiff.analysis.report.Step;
import org.logdiff.analysis.report.Verdict;
import org.logdiff.cli.Golden;
import org.logdiff.cli.Reports;
import org.logdiff.cli.console.Paint;
import org.logdiff.cli.console.Printable;
import org.logdiff.cli.key.KeyDisclosure;
import org.logdiff.format.Bytes;

class TextRendererTest {
  private static final long FAR = 1L << 33;

  @Test
  void lostTombstone() throws IOException {
    check("lost-tombstone", broken(), false);
  }

  @Test
  void lostTombstoneWithKey() throws IOException {
    assertTrue(render(broken(), true).contains("\n  Key: \"K\" (1 byte)\n"));
    assertFalse(render(broken(), false).contains("\"K\""));
  }

  @Test
  void healthyIsShort() throws IOException {
    check("healthy", Reports.of(Reports.partition("foo-0", Verdict.CONSISTENT)), false);
  }

  @Test
  void undetermined() throws IOException {
    PartitionReport open = Reports.partition("foo-0", Verdict.UNDETERMINED);
    check(
        "undetermined",
        Reports.of(
            new PartitionReport(
                open.partition(),
                null,
                open.verdict(),
                List.of(Reports.unknownReplica("kafka1"), Reports.replica("kafka2", 2)),
                List.of(),
                0,
                null,
                List.of(Reports.gap(true), Reports.gap(false)))),
        false);
  }

  @Test
  void manyPartitionsEndInASummary() throws IOException {
    PartitionReport healthy = Reports.partition("foo-2", Verdict.CONSISTENT);
    ComparisonReport report =
        new ComparisonReport(
            Verdict.INCONSISTENT,
            List.of(
                Reports.partition("foo-0", Verdict.CONSISTENT),
                Reports.partition(
                    "foo-1",
                    Verdict.INCONSISTENT,
                    Reports.lostTombstone(),
                    Reports.bareFinding(FindingKind.DIVERGED_TAIL, Confidence.DERIVED)),
                new PartitionReport(
                    healthy.partition(),
                    null,
                    Verdict.CONSISTENT,
                    healthy.replicas(),
                    List.of(),
                    0,
                    healthy.compared(),
                    List.of(Reports.gap(false))),
                Reports.partition("foo-3", Verdict.UNDETERMINED),
                Reports.partition("foo-4", Verdict.CONSISTENT)),
            List.of("cannot read /mnt/kafka2/foo-5"),
            List.of(new NotExamined(null, "foo-9", "only kafka1 has it", false)));
    check("many-partitions", report, false);
  }

  @Test
  void nothingCompared() throws IOException {
    check(
        "nothing-compared",
        new ComparisonReport(
            Verdict.UNDETERMINED, List.of(), List.of("/mnt/kafka1 does not exist"), List.of()),
        false);
  }

  @Test
  void findingsBeyondTheListAreCounted() throws IOException {
    PartitionReport partition = Reports.partition("foo-0", Verdict.INCONSISTENT);
    PartitionReport more =
        new PartitionReport(
            "foo-0",
            null,
            Verdict.INCONSISTENT,
            partition.replicas(),
            List.of(Reports.bareFinding(FindingKind.CONFLICTING_RECORD, Confidence.OBSERVED)),
            1234,
            partition.compared(),
            List.of());
    assertTrue(render(Reports.of(more), false).contains("\n1234 more findings are not listed.\n"));
  }

  @ParameterizedTest
  @EnumSource
  void everyKind(FindingKind kind) throws IOException {
    String text =
        render(
            Reports.of(
                Reports.partition(
                    "foo-0", Verdict.INCONSISTENT, Reports.finding(kind, Bytes.ofUtf8("K")))),
            false);
    String severity = kind.severity().name().toLowerCase(java.util.Locale.ROOT);
    assertTrue(
        text.contains("\n" + severity + ": " + kind.id() + " on kafka2 at offset 3\n"), text);
    assertTrue(text.contains(", 1 " + severity + "\n"), text);
  }

  @ParameterizedTest
  @EnumSource
  void everyConfidence(Confidence confidence) throws IOException {
    String text =
        render(
            Reports.of(
                Reports.partition(
                    "foo-0",
                    Verdict.INCONSISTENT,
                    Reports.bareFinding(FindingKind.UNEXPLAINED_LOSS, confidence))),
            false);
    String word =
        confidence.name().charAt(0)
            + confidence.name().substring(1).toLowerCase(java.util.Locale.ROOT);
    assertTrue(text.contains("\n  How sure\n    " + word + ": "), text);
  }

  @Test
  void candidateOffsetsAreListed() throws IOException {
    List<OffsetRange> ranges = new ArrayList<>();
    for (long first = 0; first < 8; first++) {
      ranges.add(new OffsetRange(FAR + first * 10, FAR + first * 10 + first));
    }
    Finding bare = Reports.bareFinding(FindingKind.LOST_END_MARKER, Confidence.DERIVED);
    Finding finding =
        new Finding(
            bare.kind(),
            bare.fingerprint(),
            bare.confidence(),
            "kafka2",
            null,
            ranges,
            null,
            7L,
            bare.summary(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            null);
    String text =
        render(Reports.of(Reports.partition("foo-0", Verdict.INCONSISTENT, finding)), false)
            .replace("\n", " ");
    assertTrue(
        text.contains(
            "lost-end-marker on kafka2 somewhere in offsets 8589934592, 8589934602 to 8589934603,"),
        text);
    assertTrue(text.contains("and 2 more ranges"), text);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1000, FAR, Long.MAX_VALUE - 1000})
  void theTableFitsWhateverTheNumbers(long base) throws IOException {
    for (int count = 1; count <= 12; count++) {
      List<ReplicaSummary> replicas = new ArrayList<>();
      for (int node = 1; node <= count; node++) {
        replicas.add(
            new ReplicaSummary(
                "rack" + node + "/" + "kafka-logs-".repeat(node) + node,
                Path.of("/mnt"),
                node,
                base,
                base + 35,
                base + 35,
                base + 35,
                base + 31,
                2000,
                base + 7,
                node == 2 ? base : 0,
                null));
      }
      String text = render(report(replicas), false);
      for (ReplicaSummary replica : replicas) {
        String name = replica.name();
        assertTrue(text.contains(name.substring(Math.max(0, name.length() - 27))), text);
      }
    }
  }

  @Test
  void farOffsetsTurnTheTable() throws IOException {
    ReplicaSummary far =
        new ReplicaSummary(
            "kafka1",
            Path.of("/mnt/kafka1/foo-0"),
            1,
            FAR,
            FAR + 20_000_000,
            FAR + 20_000_000,
            FAR + 19_000_000,
            FAR + 18_000_000,
            40,
            4L << 30,
            17,
            new BeyondStable(1_000_000, 2000, 3L << 30));
    check("far-offsets", report(List.of(far, Reports.unknownReplica("kafka2"))), false);
  }

  private static ComparisonReport report(List<ReplicaSummary> replicas) {
    return Reports.of(
        new PartitionReport(
            "foo-0", null, Verdict.CONSISTENT, replicas, List.of(), 0, null, List.of()));
  }

  /** Escape sequences, bidirectional overrides, invisible and wide characters, in every field. */
  @Test
  void nothingHostileReachesTheTerminal() throws IOException {
    String evil =
        "a\u001b[31mb\u009b2Jc\rd\ne\u0007f\u202eg\u2066h\u200bi\u05d0j\ufeffk\u0000l\u007fm漢字n";
    Exhibit exhibit = new Exhibit(evil, Path.of(evil.replace("\u0000", "")), 1, 2, 3L, evil);
    Finding finding =
        new Finding(
            FindingKind.LOST_TOMBSTONE,
            evil,
            Confidence.INFERRED,
            evil,
            1L,
            List.of(),
            new KeyEvidence(Bytes.ofUtf8(evil)),
            1L,
            evil,
            List.of(new Step(Confidence.OBSERVED, evil, evil)),
            List.of(evil),
            List.of(new Effect(evil, evil, evil)),
            List.of(evil),
            List.of(exhibit),
            List.of(new Reading(FindingKind.LOST_TOMBSTONE, List.of(evil))),
            new Picture(
                List.of(evil),
                List.of(
                    new Picture.Row(
                        new OffsetRange(1, 2), List.of(Picture.Cell.PRESENT), evil, true))));
    NotExamined gap = new NotExamined(evil, evil, evil, true);
    ReplicaSummary replica = Reports.unknownReplica("x");
    ReplicaSummary named =
        new ReplicaSummary(
            evil, replica.directory(), null, null, null, null, null, null, 1, 1, 1, null);
    PartitionReport partition =
        new PartitionReport(
            evil,
            evil,
            Verdict.INCONSISTENT,
            List.of(named, named, named),
            List.of(finding),
            0,
            null,
            List.of(gap));
    ComparisonReport report =
        new ComparisonReport(
            Verdict.INCONSISTENT, List.of(partition, partition), List.of(evil), List.of(gap));
    for (boolean showKeys : new boolean[] {false, true}) {
      String text = render(report, showKeys);
      assertTrue(text.contains("\\x1b[31m"), text);
      assertTrue(text.contains("漢字"), text);
      assertEquals(
          List.of(),
          text.codePoints()
              .filter(
                  c ->
                      c != '\n'
                          && (Character.getType(c) == Character.CONTROL
                              || c == 0x202e
                              || c == 0x2066
                              || c == 0x200b
                              || c == 0x5d0
                              || c == 0xfeff))
              .boxed()
              .toList());
    }
  }

  @Test
  void keysAreShownUnambiguously() throws IOException {
    assertTrue(key(Bytes.ofUtf8("a\"b\\c\u001b")).contains("Key: \"a\\\"b\\\\c\\x1b\" (6 bytes)"));
    assertTrue(key(Bytes.ofUtf8("müller")).contains("Key: \"müller\" (7 bytes)"));
    assertTrue(
        key(Bytes.copyOf(new byte[] {0, (byte) 0xff, 'a', '"'}))
            .contains("Key: \"\\x00\\xffa\\x22\" (4 bytes)"));
    assertTrue(key(Bytes.ofUtf8("")).contains("Key: \"\" (0 bytes)"));
    String longKey = key(Bytes.ofUtf8("x".repeat(1000)));
    assertTrue(longKey.contains("... (1000 bytes)"), longKey);
    String shown = longKey.substring(longKey.indexOf("Key: "), longKey.indexOf("Producer id"));
    assertEquals(256, shown.chars().filter(c -> c == 'x').count(), longKey);
  }

  private static String key(Bytes key) throws IOException {
    return render(
        Reports.of(
            Reports.partition(
                "foo-0", Verdict.INCONSISTENT, Reports.finding(FindingKind.LOST_TOMBSTONE, key))),
        true);
  }

  @Test
  void colourChangesNothingButColour() throws IOException {
    String coloured = render(broken(), new Paint(true), false);
    assertTrue(coloured.contains("\u001b[1;31m"));
    assertEquals(render(broken(), false), coloured.replaceAll("\u001b\\[[0-9;]*m", ""));
  }

  @Test
  void asciiOnlyWhereUnicodeIsNotUnderstood() throws IOException {
    StringBuilder text = new StringBuilder();
    new TextRenderer(new Paint(false), new Printable(false), KeyDisclosure.of(true))
        .render(
            Reports.of(
                Reports.partition(
                    "foo-0",
                    Verdict.INCONSISTENT,
                    Reports.finding(FindingKind.LOST_TOMBSTONE, Bytes.ofUtf8("é漢")))),
            text);
    assertTrue(StandardCharsets.US_ASCII.newEncoder().canEncode(text), text.toString());
    assertTrue(text.toString().contains("\"\\u{e9}\\u{6f22}\""), text.toString());
  }

  private static ComparisonReport broken() {
    return Reports.of(Reports.partition("foo-0", Verdict.INCONSISTENT, Reports.lostTombstone()));
  }

  private static void check(String name, ComparisonReport report, boolean showKeys)
      throws IOException {
    Golden.check("text/" + name + ".txt", render(report, showKeys));
  }

  private static String render(ComparisonReport report, boolean showKeys) throws IOException {
    return render(report, new Paint(false), showKeys);
  }

  private static String render(ComparisonReport report, Paint paint, boolean showKeys)
      throws IOException {
    StringBuilder text = new StringBuilder();
    new TextRenderer(paint, new Printable(true), KeyDisclosure.of(showKeys)).render(report, text);
    String plain = text.toString().replaceAll("\u001b\\[[0-9;]*m", "");
    plain
        .lines()
        .forEach(
            line -> {
              assertTrue(Printable.columns(line) <= 80, line);
              assertEquals(line.stripTrailing(), line);
            });
    assertFalse(
        plain.startsWith("\n") || plain.endsWith("\n\n") || plain.contains("\n\n\n"), plain);
    return text.toString();
  }
}
