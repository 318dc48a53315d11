package org.logdiff.format.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.logdiff.format.layout.LogFileName.Kind;

class LogFileNameTest {
  @ParameterizedTest
  @CsvSource({
    "00000000000000001053.log, LOG, 1053,",
    "00000000000000001053.index, OFFSET_INDEX, 1053,",
    "00000000000000001053.timeindex, TIME_INDEX, 1053,",
    "00000000000000001053.txnindex, TRANSACTION_INDEX, 1053,",
    "00000000000000001053.snapshot, PRODUCER_SNAPSHOT, 1053,",
    "09223372036854775807.log, LOG, 9223372036854775807,",
    "00000000000000000000.log.deleted, LOG, 0, DELETED",
    "00000000000000000000.log.cleaned, LOG, 0, CLEANED",
    "00000000000000000000.log.swap, LOG, 0, SWAP",
    "00000000000000000000.index.deleted, OFFSET_INDEX, 0, DELETED",
    "00000000000000000000.timeindex.cleaned, TIME_INDEX, 0, CLEANED",
    "00000000000000000000.txnindex.swap, TRANSACTION_INDEX, 0, SWAP",
    "00000000000000000000.snapshot.deleted, PRODUCER_SNAPSHOT, 0, DELETED",
    "leader-epoch-checkpoint, LEADER_EPOCH_CHECKPOINT,,",
    "leader-epoch-checkpoint.tmp, LEADER_EPOCH_CHECKPOINT,, TMP",
    "partition.metadata, PARTITION_METADATA,,",
    "partition.metadata.tmp, PARTITION_METADATA,, TMP",
    "quorum-state, QUORUM_STATE,,",
    "quorum-state.tmp, QUORUM_STATE,, TMP",
  })
  void knowsTheNamesThatBrokersGive(String name, Kind kind, Long offset, LeftoverSuffix leftover) {
    assertEquals(
        new LogFileName(
            name,
            kind,
            offset == null ? OptionalLong.empty() : OptionalLong.of(offset),
            OptionalInt.empty(),
            Optional.ofNullable(leftover)),
        LogFileName.parse(name));
  }

  @ParameterizedTest
  @CsvSource({
    "00000000000000000171-0000000003.checkpoint, 171, 3,",
    "00000000000000000171-2147483647.checkpoint.deleted, 171, 2147483647, DELETED",
    "00000000000000000171-0000000003-8837411093.checkpoint.part, 171, 3, PART",
  })
  void knowsKraftSnapshots(String name, long offset, int epoch, LeftoverSuffix leftover) {
    assertEquals(
        new LogFileName(
            name,
            Kind.KRAFT_SNAPSHOT,
            OptionalLong.of(offset),
            OptionalInt.of(epoch),
            Optional.ofNullable(leftover)),
        LogFileName.parse(name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".log",
        "log",
        "notes.txt",
        "0.log",
        "000000000000000000000.log",
        "99999999999999999999.log",
        "-0000000000000000001.log",
        "00000000000000000000",
        "00000000000000000000.",
        "00000000000000000000.LOG",
        "00000000000000000000.log.gz",
        "00000000000000000000.log.part",
        "00000000000000000000.log.tmp",
        "00000000000000000000.log.cleaned.deleted",
        "00000000000000000000.snapshot.swap",
        "00000000000000000000.checkpoint",
        "00000000000000000171-0000000003.log",
        "00000000000000000171-9999999999.checkpoint",
        "99999999999999999999-0000000003.checkpoint",
        "00000000000000000171-0000000003-1.checkpoint",
        "00000000000000000171-0000000003.checkpoint.part",
        "00000000000000000171-0000000003.checkpoint.swap",
        "leader-epoch-checkpoint.deleted",
        "quorum-state.swap",
        "٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠.log",
      })
  void keepsOtherNames(String name) {
    LogFileName parsed = LogFileName.parse(name);
    assertEquals(
        new LogFileName(
            name, Kind.UNRECOGNISED, OptionalLong.empty(), OptionalInt.empty(), Optional.empty()),
        parsed);
    assertFalse(parsed.isInUse());
  }

  @Test
  void buildsNames() {
    LogFileName name = LogFileName.of(Kind.TIME_INDEX, 1053);
    assertEquals("00000000000000001053.timeindex", name.name());
    assertEquals(LogFileName.parse("00000000000000001053.timeindex"), name);
    assertThrows(
        IllegalArgumentException.class, () -> LogFileName.of(Kind.LEADER_EPOCH_CHECKPOINT, 0));
    assertThrows(IllegalArgumentException.class, () -> LogFileName.of(Kind.KRAFT_SNAPSHOT, 0));
  }

  @Test
  void leftoversAreNotInUse() {
    assertTrue(LogFileName.parse("00000000000000000000.log").isInUse());
    assertFalse(LogFileName.parse("00000000000000000000.log.swap").isInUse());
  }
}
