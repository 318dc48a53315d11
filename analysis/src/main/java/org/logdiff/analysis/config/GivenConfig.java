package org.logdiff.analysis.config;

import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.logdiff.analysis.request.NearestNames;
import org.logdiff.analysis.witness.TopicConfigSynonyms;

/**
 * Configuration given by hand: stronger than all else, whichever of its names it is given under.
 */
public final class GivenConfig {
  /** Nothing is given. */
  public static final GivenConfig NONE = new GivenConfig(new EnumMap<>(ConfigKey.class));

  private final Map<ConfigKey, ConfigValue> values;

  private GivenConfig(Map<ConfigKey, ConfigValue> values) {
    this.values = values;
  }

  /**
   * Reads what was given.
   *
   * @param pairs {@code name=value} each, by a topic's or a broker's name
   * @throws InvalidConfigException if one of them has no such form, names nothing known, has no
   *     possible value or contradicts another
   */
  public static GivenConfig of(Collection<String> pairs) throws InvalidConfigException {
    Map<ConfigKey, ConfigValue> values = new EnumMap<>(ConfigKey.class);
    for (String pair : pairs) {
      int equals = pair.indexOf('=');
      if (equals <= 0) {
        throw new InvalidConfigException("\"" + pair + "\" is not of the form name=value");
      }
      String name = pair.substring(0, equals).trim();
      ConfigKey key = ConfigKey.named(name).orElse(null);
      if (key == null) {
        throw new InvalidConfigException(unknown(name));
      }
      ConfigValue value = ConfigValue.given(key, key.read(name, pair.substring(equals + 1)), name);
      ConfigValue before = values.put(key, value);
      if (before != null) {
        throw new InvalidConfigException(
            before.setAs().equals(name)
                ? name + " is given twice"
                : before.setAs() + " and " + name + " are the same configuration");
      }
    }
    checkLags(values);
    return new GivenConfig(values);
  }

  /** As in {@code LogConfig.validateValues}. */
  private static void checkLags(Map<ConfigKey, ConfigValue> values) throws InvalidConfigException {
    ConfigValue least = values.get(ConfigKey.MIN_COMPACTION_LAG_MS);
    ConfigValue greatest = values.get(ConfigKey.MAX_COMPACTION_LAG_MS);
    if (least != null && greatest != null && least.asLong() > greatest.asLong()) {
      throw new InvalidConfigException(
          least.setAs()
              + " ("
              + least.text()
              + ") must not be greater than "
              + greatest.setAs()
              + " ("
              + greatest.text()
              + ")");
    }
  }

  private static String unknown(String name) {
    if (TopicConfigSynonyms.isKnown(name)) {
      return name + " is a configuration of Kafka, but changes nothing here";
    }
    List<String> names =
        Arrays.stream(ConfigKey.values()).flatMap(key -> key.names().stream()).toList();
    return "there is no configuration \""
        + name
        + "\" here; the nearest are "
        + String.join(", ", NearestNames.to(name, names));
  }

  /** The value given for a key. */
  public Optional<ConfigValue> value(ConfigKey key) {
    return Optional.ofNullable(values.get(key));
  }
}
