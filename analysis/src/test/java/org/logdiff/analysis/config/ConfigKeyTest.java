package org.logdiff.analysis.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.coordinator.transaction.TransactionLogConfig;
import org.apache.kafka.server.config.ServerTopicConfigSynonyms;
import org.apache.kafka.storage.internals.log.CleanerConfig;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Names, defaults and bounds against Kafka's own. */
class ConfigKeyTest {
  private static final List<String> TEXTS =
      List.of(
          "-2",
          "-1",
          "0",
          "1",
          "4",
          "14",
          "0.5",
          "1.5",
          "1048576",
          "2147483647",
          "2147483648",
          "9223372036854775807",
          "9223372036854775808",
          "compact",
          "delete",
          "compact,delete",
          "delete, compact",
          "compact,x",
          "abc");

  /** What is refused here though Kafka takes it, since it means nothing. */
  private static final Map<ConfigKey, List<String>> REFUSED =
      Map.of(
          ConfigKey.LOG_CLEANER_DEDUPE_BUFFER_SIZE, List.of("-2", "-1", "0"),
          ConfigKey.LOG_CLEANER_IO_BUFFER_LOAD_FACTOR,
              List.of(
                  "-2",
                  "-1",
                  "4",
                  "14",
                  "1.5",
                  "1048576",
                  "2147483647",
                  "2147483648",
                  "9223372036854775807",
                  "9223372036854775808"));

  /** What earlier releases took. */
  private static final Map<ConfigKey, List<String>> TAKEN =
      Map.of(ConfigKey.SEGMENT_BYTES, List.of("14"));

  private static ConfigDef.ConfigKey kafkaKey(ConfigKey key) {
    Map<String, ConfigDef.ConfigKey> all = new HashMap<>();
    all.putAll(TransactionLogConfig.CONFIG_DEF.configKeys());
    all.putAll(CleanerConfig.CONFIG_DEF.configKeys());
    all.putAll(LogConfig.configDefCopy().configKeys());
    return all.get(key.kafkaName());
  }

  @ParameterizedTest
  @EnumSource
  void defaults(ConfigKey key) throws Exception {
    Object ours = ConfigDef.parseType(key.kafkaName(), key.defaultText(), kafkaKey(key).type);
    assertEquals(kafkaKey(key).defaultValue, ours);
    assertEquals(key.defaultText(), key.read(key.kafkaName(), key.defaultText()));
  }

  @ParameterizedTest
  @EnumSource
  void bounds(ConfigKey key) {
    for (String text : TEXTS) {
      boolean isTaken = isTaken(key, text) && !REFUSED.getOrDefault(key, List.of()).contains(text);
      if (isTaken || TAKEN.getOrDefault(key, List.of()).contains(text)) {
        assertEquals(text, assertRead(key, text));
      } else {
        assertThrows(
            InvalidConfigException.class, () -> key.read(key.kafkaName(), text), key + "=" + text);
      }
    }
  }

  private static String assertRead(ConfigKey key, String text) {
    try {
      return key.read(key.kafkaName(), text);
    } catch (InvalidConfigException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean isTaken(ConfigKey key, String text) {
    ConfigDef.ConfigKey kafka = kafkaKey(key);
    try {
      Object value = ConfigDef.parseType(key.kafkaName(), text, kafka.type);
      if (kafka.validator != null) {
        kafka.validator.ensureValid(key.kafkaName(), value);
      }
      return true;
    } catch (ConfigException e) {
      return false;
    }
  }

  @ParameterizedTest
  @EnumSource
  void namesAndUnits(ConfigKey key) throws Exception {
    assertEquals(LogConfig.configNames().contains(key.kafkaName()), key.isOfTopic());
    if (!key.isOfTopic()) {
      assertEquals(List.of(key.kafkaName()), key.names());
      return;
    }
    assertTrue(
        LogConfig.configDefCopy().configKeys().keySet().containsAll(key.topicNames()),
        key.topicNames()::toString);
    for (var synonym : ServerTopicConfigSynonyms.ALL_TOPIC_CONFIG_SYNONYMS.get(key.kafkaName())) {
      assertTrue(key.brokerNames().contains(synonym.name()));
      String text = key == ConfigKey.MIN_CLEANABLE_DIRTY_RATIO ? "1" : "14";
      if (key != ConfigKey.CLEANUP_POLICY) {
        assertEquals(synonym.converter().apply(text), key.read(synonym.name(), text));
      }
    }
  }
}
