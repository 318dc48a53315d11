package org.logdiff.analysis.config;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What one broker goes by for one topic at one time; every key has a value. */
public final class ReplicaConfig {
  private final Map<ConfigKey, ConfigValue> values;

  ReplicaConfig(Map<ConfigKey, ConfigValue> values) {
    this.values = new EnumMap<>(values);
  }

  /** A value and where it is from. */
  public ConfigValue value(ConfigKey key) {
    return values.get(key);
  }

  /** All values, in the order of the keys. */
  public List<ConfigValue> values() {
    return List.copyOf(values.values());
  }

  /** Of whole numbers. */
  public long longValue(ConfigKey key) {
    return value(key).asLong();
  }

  /** Of numbers. */
  public double doubleValue(ConfigKey key) {
    return value(key).asDouble();
  }

  /** Whether the cleaner is to clean the topic. */
  public boolean isCompacted() {
    return value(ConfigKey.CLEANUP_POLICY).asPolicies().contains("compact");
  }

  /** Whether retention removes segments of the topic. */
  public boolean isDeleted() {
    return value(ConfigKey.CLEANUP_POLICY).asPolicies().contains("delete");
  }
}
