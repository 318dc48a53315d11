package org.logdiff.analysis.witness;

import java.util.Optional;

/**
 * One configuration as it was set in the cluster's metadata.
 *
 * @param name as set: at a broker its own name for what a topic calls otherwise
 * @param value empty if the setting was removed
 */
public record ConfigSetting(
    Source source, String resource, String name, Optional<String> value, RecordPoint at) {

  /** Where it is set; the strongest first. */
  public enum Source {
    TOPIC,
    BROKER,
    /** For all brokers. */
    CLUSTER
  }
}
