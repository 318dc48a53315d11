package org.logdiff.cli;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
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
import org.logdiff.analysis.report.Picture.Cell;
import org.logdiff.analysis.report.Reading;
import org.logdiff.analysis.report.ReplicaSummary;
import org.logdiff.analysis.report.Step;
import org.logdiff.analysis.report.Verdict;
import org.logdiff.format.Bytes;

/** Reports made by hand, as the analysis would give them. */
public final class Reports {
  private Reports() {}

  public static ComparisonReport of(PartitionReport... partitions) {
    Verdict verdict =
        Arrays.stream(partitions)
            .map(PartitionReport::verdict)
            .max((a, b) -> Integer.compare(weight(a), weight(b)))
            .orElse(Verdict.UNDETERMINED);
    return new ComparisonReport(verdict, List.of(partitions), List.of(), List.of());
  }

  private static int weight(Verdict verdict) {
    return switch (verdict) {
      case CONSISTENT -> 0;
      case UNDETERMINED -> 1;
      case INCONSISTENT -> 2;
    };
  }

  public static PartitionReport partition(String name, Verdict verdict, Finding... findings) {
    return new PartitionReport(
        name,
        "Lk3ZpXHxTqSyBv0pTqTz5A",
        verdict,
        List.of(replica("kafka1", 1), replica("kafka2", 2), replica("kafka3", 3)),
        List.of(findings),
        0,
        new OffsetRange(0, 34),
        List.of());
  }

  public static ReplicaSummary replica(String name, int nodeId) {
    return new ReplicaSummary(
        name,
        Path.of("/mnt", name, "foo-0"),
        nodeId,
        0L,
        35L,
        35L,
        35L,
        31L,
        2,
        1000L + nodeId,
        0,
        null);
  }

  /** A replica of which nothing but its files is known. */
  public static ReplicaSummary unknownReplica(String name) {
    return new ReplicaSummary(
        name, Path.of(name), null, null, null, null, null, null, 0, 0, 0, null);
  }

  /** The fault that logdiff was made for, with every part filled. */
  public static Finding lostTombstone() {
    return finding(FindingKind.LOST_TOMBSTONE, Bytes.ofUtf8("K"));
  }

  public static Finding finding(FindingKind kind, Bytes key) {
    return new Finding(
        kind,
        "3f2a90c1d0e4b7a6",
        Confidence.INFERRED,
        "kafka2",
        3L,
        List.of(new OffsetRange(3, 3)),
        new KeyEvidence(key),
        1000L,
        "A tombstone that deleted a key was written at offset 3 while kafka2 was away, and is gone"
            + " from every replica; kafka2 still serves the value from offset 1.",
        List.of(
            new Step(
                Confidence.OBSERVED,
                "kafka2 has a value of the key at offset 1, and no later record of it.",
                null),
            new Step(
                Confidence.OBSERVED,
                "kafka1 and kafka3 have no record of the key, and their logs cover offset 1.",
                null),
            new Step(
                Confidence.DERIVED,
                "The last value of a key is removed only because of a later tombstone, so there was one"
                    + " that kafka2 never received.",
                "5.1 d")),
        List.of(
            "The cleaners of all replicas are free of KAFKA-8351.",
            "Nobody deleted segments by hand."),
        List.of(
            new Effect("kafka2", null, "the key is alive again"),
            new Effect("kafka1", "read_committed", "the key is deleted")),
        List.of(
            "Keep kafka2 from leading foo-0 until it is repaired.",
            "Stop kafka2, delete its directory foo-0, and start it: it copies the partition from the"
                + " leader."),
        List.of(
            new Exhibit(
                "kafka2",
                Path.of("/mnt/kafka2/foo-0/00000000000000000000.log"),
                71,
                70,
                1L,
                "the value of the key"),
            new Exhibit(
                "kafka1",
                Path.of("/mnt/kafka1/cleaner-offset-checkpoint"),
                0,
                17,
                null,
                "the log was cleaned up to offset 31")),
        List.of(
            new Reading(FindingKind.LOST_TOMBSTONE, List.of("no retention ran")),
            new Reading(FindingKind.UNEXPLAINED_LOSS, List.of("somebody edited the files"))),
        picture());
  }

  public static Picture picture() {
    return new Picture(
        List.of("kafka1", "kafka2", "kafka3"),
        List.of(
            new Picture.Row(
                new OffsetRange(1, 1),
                List.of(Cell.ABSENT, Cell.PRESENT, Cell.ABSENT),
                "value of the key",
                false),
            new Picture.Row(
                new OffsetRange(2, 2),
                List.of(Cell.PRESENT, Cell.PRESENT, Cell.PRESENT),
                "",
                false),
            new Picture.Row(
                new OffsetRange(3, 3),
                List.of(Cell.ABSENT, Cell.ABSENT, Cell.ABSENT),
                "tombstone of the key, held by nobody any more, at the only offset that it can have"
                    + " had",
                true),
            new Picture.Row(
                new OffsetRange(4, 34),
                List.of(Cell.DAMAGED, Cell.DIFFERENT, Cell.OUTSIDE),
                "other keys",
                false)));
  }

  /** A finding that says no more than it must. */
  public static Finding bareFinding(FindingKind kind, Confidence confidence) {
    return new Finding(
        kind,
        "00ff",
        confidence,
        null,
        null,
        List.of(),
        null,
        null,
        "Something is wrong.",
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        null);
  }

  public static NotExamined gap(boolean leavesVerdictOpen) {
    return new NotExamined(
        "kafka3",
        "00000000000000000031.log from position 512",
        "the batch is damaged, and so nothing behind it could be read with certainty",
        leavesVerdictOpen);
  }
}
