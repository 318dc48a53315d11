package org.logdiff.analysis.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.logdiff.samples.Mutation;
import org.logdiff.samples.Mutation.AppendZeros;
import org.logdiff.samples.Mutation.Copy;
import org.logdiff.samples.Mutation.CutAt;
import org.logdiff.samples.Mutation.DropFile;
import org.logdiff.samples.Mutation.FlipBit;
import org.logdiff.samples.Mutation.Rename;
import org.logdiff.samples.Mutation.SetInt;
import org.logdiff.samples.Mutation.SetLong;
import org.logdiff.samples.Mutation.SetText;
import org.logdiff.samples.Mutation.SwapFiles;
import org.logdiff.samples.Mutation.ZeroRange;
import org.logdiff.samples.Sample;
import org.logdiff.samples.Samples;

/** Named damage done to a healthy replica: each gives exactly its findings. */
class MutatedReplicaTest {
  private static final String CLOSED = "foo-0/00000000000000000148";
  private static final String NEXT = "foo-0/00000000000000000227";
  private static final String ACTIVE = "foo-0/00000000000000000686";
  private static final String LAST_SNAPSHOT = "foo-0/00000000000000000690.snapshot";
  private static final int SECOND = 309;

  @TempDir Path temporary;

  static Stream<Arguments> damage() {
    return Stream.of(
        // logs
        row(new CutAt(CLOSED + ".log", 1000), "foo-0 damaged-batch"),
        row(new CutAt(CLOSED + ".log", SECOND), "foo-0 damaged-batch"),
        row(
            new CutAt(ACTIVE + ".log", 300),
            "foo-0 damaged-batch",
            "foo-0 snapshot-beyond-log-end 690",
            "foo-0 high-watermark-beyond-log-end 690",
            "foo-0 recovery-point-beyond-log-end 690"),
        row(new FlipBit(CLOSED + ".log", 8 * 400), "foo-0 damaged-batch"),
        row(new FlipBit(CLOSED + ".log", 8 * (SECOND + 22)), "foo-0 damaged-batch"),
        row(new FlipBit(CLOSED + ".log", 8 * (SECOND + 11)), "foo-0 damaged-batch"),
        row(new FlipBit(CLOSED + ".log", 8 * (SECOND + 16)), "foo-0 damaged-batch"),
        row(new SetLong(CLOSED + ".log", SECOND, 100), "foo-0 offset-out-of-order"),
        row(new SetLong(CLOSED + ".log", SECOND, 226), "foo-0 offset-out-of-order"),
        row(new SetLong(CLOSED + ".log", 0, 147), "foo-0 offset-out-of-order"),
        row(new SetLong(ACTIVE + ".log", 0, 686 + (1L << 31)), "foo-0 offset-overflow"),
        row(new SetInt(CLOSED + ".log", SECOND + 12, 7), "foo-0 leader-epoch-out-of-order 152"),
        row(new SetInt(CLOSED + ".log", 12, 7), "foo-0 leader-epoch-out-of-order 148"),
        row(new SetInt(ACTIVE + ".log", 12, 7), "foo-0 leader-epoch-out-of-order 686"),
        row(new AppendZeros(CLOSED + ".log", 100), "foo-0 damaged-batch"),
        row(new AppendZeros(ACTIVE + ".log", 100)),
        row(
            new SwapFiles(CLOSED + ".log", NEXT + ".log"),
            "foo-0 offset-out-of-order",
            "foo-0 offset-out-of-order"),
        // offset and time indexes
        row(new AppendZeros(CLOSED + ".index", 80), "foo-0 damaged-index"),
        row(new AppendZeros(CLOSED + ".timeindex", 120), "foo-0 damaged-index"),
        row(new AppendZeros(ACTIVE + ".index", 80)),
        row(new AppendZeros(ACTIVE + ".timeindex", 120)),
        row(new ZeroRange(CLOSED + ".index", 0, 112), "foo-0 damaged-index"),
        row(new ZeroRange(CLOSED + ".timeindex", 0, 168), "foo-0 damaged-index"),
        row(new ZeroRange(CLOSED + ".index", 16, 8), "foo-0 damaged-index"),
        row(new CutAt(CLOSED + ".index", 20), "foo-0 damaged-index"),
        row(new CutAt(CLOSED + ".timeindex", 100), "foo-0 damaged-index"),
        row(new CutAt(CLOSED + ".timeindex", 156), "foo-0 time-index-wrong-entry"),
        row(new CutAt(CLOSED + ".timeindex", 0), "foo-0 time-index-wrong-entry"),
        row(new DropFile(CLOSED + ".index"), "foo-0 missing-index"),
        row(new DropFile(CLOSED + ".timeindex"), "foo-0 missing-index"),
        row(new FlipBit(CLOSED + ".index", 8 * 7 + 1), "foo-0 offset-index-wrong-entry 155"),
        row(new FlipBit(CLOSED + ".index", 8 * 3 + 5), "foo-0 damaged-index"),
        row(new FlipBit(CLOSED + ".timeindex", 8 * 7 + 1), "foo-0 time-index-wrong-entry"),
        row(
            new SwapFiles(CLOSED + ".index", NEXT + ".index"),
            "foo-0 offset-index-wrong-entry 157",
            "foo-0 offset-index-wrong-entry 234"),
        row(
            new SwapFiles(CLOSED + ".timeindex", NEXT + ".timeindex"),
            "foo-0 time-index-wrong-entry",
            "foo-0 time-index-wrong-entry"),
        // transaction indexes
        row(
            new DropFile(CLOSED + ".txnindex"),
            "foo-0 transaction-index-missing-entry 199 of 2003"),
        row(new CutAt(CLOSED + ".txnindex", 10), "foo-0 damaged-transaction-index"),
        row(
            new CutAt(CLOSED + ".txnindex", 0),
            "foo-0 transaction-index-missing-entry 199 of 2003"),
        row(
            new FlipBit(CLOSED + ".txnindex", 8 * 9),
            "foo-0 transaction-index-wrong-entry 199 of 2003"),
        row(
            new FlipBit(CLOSED + ".txnindex", 8 * 17),
            "foo-0 transaction-index-wrong-entry 199 of 2003"),
        row(
            new FlipBit(CLOSED + ".txnindex", 8 * 25),
            "foo-0 transaction-index-wrong-entry 199 of 2003"),
        row(
            new FlipBit(CLOSED + ".txnindex", 8 * 33),
            "foo-0 transaction-index-wrong-entry 199 of 2003"),
        row(
            new SetLong(CLOSED + ".txnindex", 26, 100),
            "foo-0 transaction-index-wrong-entry 199 of 2003"),
        row(
            new SwapFiles(CLOSED + ".txnindex", NEXT + ".txnindex"),
            "foo-0 transaction-index-missing-entry 199 of 2003",
            "foo-0 transaction-index-missing-entry 227 of 2002",
            "foo-0 transaction-index-unfounded-entry 199 of 2003",
            "foo-0 transaction-index-unfounded-entry 227 of 2002"),
        // snapshots
        row(new FlipBit(LAST_SNAPSHOT, 8 * 40), "foo-0 damaged-snapshot"),
        row(new CutAt(LAST_SNAPSHOT, 40), "foo-0 damaged-snapshot"),
        row(new FlipBit(LAST_SNAPSHOT, 8 + 1), "foo-0 damaged-snapshot"),
        row(new DropFile(CLOSED + ".snapshot")),
        row(
            new Rename(LAST_SNAPSHOT, "00000000000000000800.snapshot"),
            "foo-0 snapshot-beyond-log-end 800"),
        row(
            new SwapFiles("foo-0/00000000000000000003.snapshot", LAST_SNAPSHOT),
            "foo-0 snapshot-ahead-of-offset 3"),
        // checkpoints and the like
        row(
            new SetText("foo-0/leader-epoch-checkpoint", ""),
            "foo-0 leader-epoch-checkpoint-mismatch 0"),
        row(
            new SetText("foo-0/leader-epoch-checkpoint", "0\n2\n0 0\n"),
            "foo-0 damaged-leader-epoch-checkpoint"),
        row(
            new SetText("foo-0/leader-epoch-checkpoint", "0\n1\n2 690\n"),
            "foo-0 leader-epoch-checkpoint-mismatch 0"),
        row(
            new SetText("foo-0/leader-epoch-checkpoint", "0\n2\n0 0\n1 300\n"),
            "foo-0 leader-epoch-checkpoint-mismatch 302"),
        row(
            new DropFile("foo-0/leader-epoch-checkpoint"),
            "foo-0 leader-epoch-checkpoint-mismatch 0"),
        row(
            new SetText("foo-0/partition.metadata", "version: 0\n"),
            "foo-0 damaged-partition-metadata"),
        row(new DropFile("foo-0/partition.metadata")),
        row(
            new SetText("replication-offset-checkpoint", "0\n1\nfoo 0 900\n"),
            "foo-0 high-watermark-beyond-log-end 900"),
        row(new SetText("replication-offset-checkpoint", "0\n2\nfoo 0 9"), "damaged-checkpoint"),
        row(
            new SetText("recovery-point-offset-checkpoint", "0\n1\nfoo 0 900\n"),
            "foo-0 recovery-point-beyond-log-end 900"),
        row(
            new SetText("log-start-offset-checkpoint", "0\n1\nfoo 0 900\n"),
            "foo-0 log-start-beyond-log-end 900",
            "foo-0 open: log-start-offset-checkpoint"),
        row(new SetText("log-start-offset-checkpoint", "0\n1\nfoo 0 100\n")),
        row(new SetText("meta.properties", "version=0\n"), "damaged-meta-properties"),
        row(new SetText("meta.properties", "version=1\n"), "damaged-meta-properties"),
        // leftovers
        row(new Copy(CLOSED + ".log", "00000000000000000148.log.deleted"), "foo-0 leftover-files"),
        row(new Copy(CLOSED + ".log", "00000000000000000148.log.cleaned"), "foo-0 leftover-files"),
        row(new Rename("foo-0", "foo-0.0123456789abcdef0123456789abcdef-stray"), "leftover-files"));
  }

  private static Arguments row(Mutation act, String... findings) {
    return Arguments.of(act.name(), act, List.of(findings));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("damage")
  void givesExactlyItsFindings(String name, Mutation act, List<String> findings)
      throws IOException {
    Sample sample = Samples.named("healthy").copyTo(temporary.resolve("sample"));
    Path logDir = sample.broker("kafka3");
    act.apply(logDir);
    assertEquals(
        findings,
        CheckedPaths.lines(logDir).stream().map(line -> line.replace("kafka3 ", "")).toList());
  }

  static Stream<Arguments> singleFiles() {
    return Stream.of(
        Arguments.of(CLOSED + ".log", new FlipBit(CLOSED + ".log", 8 * 400), "damaged-batch"),
        Arguments.of(
            CLOSED + ".index",
            new FlipBit(CLOSED + ".index", 8 * 7 + 1),
            "offset-index-wrong-entry 155"),
        Arguments.of(
            CLOSED + ".txnindex",
            new FlipBit(CLOSED + ".txnindex", 8 * 9),
            "transaction-index-wrong-entry 199 of 2003"),
        Arguments.of(LAST_SNAPSHOT, new FlipBit(LAST_SNAPSHOT, 8 * 40), "damaged-snapshot"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("singleFiles")
  void soDoesAFileByItself(String file, Mutation act, String finding) throws IOException {
    Sample sample = Samples.named("healthy").copyTo(temporary.resolve("sample"));
    Path logDir = sample.broker("kafka3");
    assertEquals(List.of(), CheckedPaths.lines(logDir.resolve(file)));
    act.apply(logDir);
    // Damage elsewhere is not asked for.
    new ZeroRange(NEXT + ".index", 0, 72).apply(logDir);
    assertEquals(
        List.of(finding),
        CheckedPaths.lines(logDir.resolve(file)).stream()
            .map(line -> line.replace("kafka3 foo-0 ", ""))
            .toList());
  }
}
