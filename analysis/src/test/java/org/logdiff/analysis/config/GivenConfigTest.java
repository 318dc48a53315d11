package org.logdiff.analysis.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GivenConfigTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "delete.retention.ms=0 | DELETE_RETENTION_MS | 0 | given",
        "log.cleaner.delete.retention.ms= 7 | DELETE_RETENTION_MS | 7 |"
            + " given as log.cleaner.delete.retention.ms",
        "cleanup.policy=compact,delete | CLEANUP_POLICY | compact,delete | given",
        "cleanup.policy= | CLEANUP_POLICY | '' | given",
        "min.cleanable.dirty.ratio=1 | MIN_CLEANABLE_DIRTY_RATIO | 1 | given",
        "log.cleaner.min.cleanable.ratio=1e-3 | MIN_CLEANABLE_DIRTY_RATIO | 1e-3 |"
            + " given as log.cleaner.min.cleanable.ratio",
        "log.retention.hours=2 | RETENTION_MS | 7200000 | given as log.retention.hours",
        "log.retention.hours=-1 | RETENTION_MS | -1 | given as log.retention.hours",
        "log.retention.minutes=2 | RETENTION_MS | 120000 | given as log.retention.minutes",
        "log.roll.hours=1 | SEGMENT_MS | 3600000 | given as log.roll.hours",
        "internal.segment.bytes=1000 | SEGMENT_BYTES | 1000 | given as internal.segment.bytes",
        "log.cleaner.threads=3 | LOG_CLEANER_THREADS | 3 | given",
      })
  void readsEitherName(String pair, ConfigKey key, String text, String from) throws Exception {
    ConfigValue value = GivenConfig.of(List.of(pair)).value(key).orElseThrow();
    assertEquals(text, value.text());
    assertEquals(from, value.from());
    assertEquals(ConfigOrigin.GIVEN, value.origin());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "delete.retention.ms | \"delete.retention.ms\" is not of the form name=value",
        "=5 | \"=5\" is not of the form name=value",
        "delete.retention=5 | there is no configuration \"delete.retention\" here; the nearest are"
            + " delete.retention.ms, log.retention.ms, retention.ms",
        "flush.ms=5 | flush.ms is a configuration of Kafka, but changes nothing here",
        "log.preallocate=true | log.preallocate is a configuration of Kafka, but changes nothing"
            + " here",
        "delete.retention.ms=-1 | delete.retention.ms must be a whole number from 0 to"
            + " 9223372036854775807, but is \"-1\"",
        "delete.retention.ms=1d | delete.retention.ms must be a whole number from 0 to"
            + " 9223372036854775807, but is \"1d\"",
        "delete.retention.ms=9223372036854775808 | delete.retention.ms must be a whole number from"
            + " 0 to 9223372036854775807, but is \"9223372036854775808\"",
        "segment.bytes=2147483648 | segment.bytes must be a whole number from 14 to 2147483647, but"
            + " is \"2147483648\"",
        "min.cleanable.dirty.ratio=1.01 | min.cleanable.dirty.ratio must be a number from 0 to 1,"
            + " but is \"1.01\"",
        "min.cleanable.dirty.ratio=NaN | min.cleanable.dirty.ratio must be a number from 0 to 1,"
            + " but is \"NaN\"",
        "cleanup.policy=compacted | cleanup.policy must be compact, delete, compact,delete or"
            + " empty, but is \"compacted\"",
        "log.roll.hours=3000000000000 | log.roll.hours must be at most 2562047788015, but is"
            + " \"3000000000000\"",
      })
  void saysWhatIsWrong(String pair, String message) {
    InvalidConfigException wrong =
        assertThrows(InvalidConfigException.class, () -> GivenConfig.of(List.of(pair)));
    assertEquals(message, wrong.getMessage());
  }

  @Test
  void contradictions() {
    assertEquals(
        "segment.ms is given twice", complaint("segment.ms=5", "segment.bytes=20", "segment.ms=5"));
    assertEquals(
        "segment.ms and log.roll.hours are the same configuration",
        complaint("segment.ms=5", "log.roll.hours=5"));
    assertEquals(
        "log.cleaner.min.compaction.lag.ms (6) must not be greater than max.compaction.lag.ms (5)",
        complaint("max.compaction.lag.ms=5", "log.cleaner.min.compaction.lag.ms=6"));
  }

  private static String complaint(String... pairs) {
    return assertThrows(InvalidConfigException.class, () -> GivenConfig.of(List.of(pairs)))
        .getMessage();
  }

  @Test
  void whatIsNotGivenHasNoValue() throws Exception {
    GivenConfig given = GivenConfig.of(List.of("segment.ms=5"));
    assertEquals(Optional.empty(), given.value(ConfigKey.SEGMENT_BYTES));
    assertEquals(Optional.empty(), GivenConfig.NONE.value(ConfigKey.SEGMENT_MS));
  }
}
