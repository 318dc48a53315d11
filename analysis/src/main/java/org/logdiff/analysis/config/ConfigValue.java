package org.logdiff.analysis.config;

import java.util.Optional;
import java.util.Set;
import org.logdiff.analysis.witness.ConfigSetting;

/**
 * A configuration's value and where it is from.
 *
 * @param text in the key's own unit
 * @param setAs the name under which it was set; the key's own if nothing was set
 * @param setting the record of the cluster's metadata, if it is from there
 */
public record ConfigValue(
    ConfigKey key,
    String text,
    ConfigOrigin origin,
    String setAs,
    Optional<ConfigSetting> setting) {

  static ConfigValue given(ConfigKey key, String text, String setAs) {
    return new ConfigValue(key, text, ConfigOrigin.GIVEN, setAs, Optional.empty());
  }

  static ConfigValue ofDefault(ConfigKey key) {
    return new ConfigValue(
        key, key.defaultText(), ConfigOrigin.DEFAULT, key.kafkaName(), Optional.empty());
  }

  static ConfigValue of(ConfigKey key, String text, ConfigSetting setting) {
    ConfigOrigin origin =
        switch (setting.source()) {
          case TOPIC -> ConfigOrigin.TOPIC;
          case BROKER -> ConfigOrigin.BROKER;
          case CLUSTER -> ConfigOrigin.CLUSTER;
        };
    return new ConfigValue(key, text, origin, setting.name(), Optional.of(setting));
  }

  /**
   * Of whole numbers.
   *
   * @throws NumberFormatException if the key is of another kind
   */
  public long asLong() {
    return Long.parseLong(text);
  }

  /**
   * Of numbers.
   *
   * @throws NumberFormatException if the key is of another kind
   */
  public double asDouble() {
    return Double.parseDouble(text);
  }

  /** Of {@code cleanup.policy}: {@code compact}, {@code delete}, both or none. */
  public Set<String> asPolicies() {
    return Set.copyOf(ConfigDomain.policies(text));
  }

  /** Where it is from, in words that follow the value: "set for the topic". */
  public String from() {
    String as = setAs.equals(key.kafkaName()) ? "" : " as " + setAs;
    return switch (origin) {
      case GIVEN -> "given" + as;
      case TOPIC -> "set for the topic" + as;
      case BROKER -> "set for broker " + setting.orElseThrow().resource() + as;
      case CLUSTER -> "set for all brokers" + as;
      case DEFAULT -> "Kafka's default";
    };
  }
}
