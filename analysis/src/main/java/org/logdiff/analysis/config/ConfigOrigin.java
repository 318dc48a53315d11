package org.logdiff.analysis.config;

/** Where a value is from; the strongest first. */
public enum ConfigOrigin {
  /** By hand, with {@code --config}. */
  GIVEN,
  /** Set for the topic in the cluster's metadata. */
  TOPIC,
  /** Set for one broker in the cluster's metadata. */
  BROKER,
  /** Set for all brokers in the cluster's metadata. */
  CLUSTER,
  /**
   * Set nowhere that was read: Kafka's default. A broker's properties file, which is not in its log
   * dirs, may say otherwise.
   */
  DEFAULT
}
