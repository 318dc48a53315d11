package org.logdiff.samples.capture;

import org.apache.kafka.common.utils.internals.AppInfoParser;

/**
 * A release of Kafka that brokers of a capture run, each in a process with that release's jars.
 *
 * @param classPath the jars
 * @param needsZooKeeper whether its brokers keep the cluster's state there
 */
record KafkaRelease(String version, String classPath, boolean needsZooKeeper) {

  /** That of this program. */
  static KafkaRelease current() {
    return new KafkaRelease(
        AppInfoParser.getVersion(), System.getProperty("java.class.path"), false);
  }

  /** One that still writes message formats before magic 2. */
  static KafkaRelease old(String version) {
    String property = "logdiff.kafka-" + version;
    String classPath = System.getProperty(property);
    if (classPath == null) {
      throw new IllegalStateException("no -D" + property + "; run bin/capture-samples");
    }
    return new KafkaRelease(version, classPath, true);
  }

  /** The class path's dump tool. */
  String dumpLogSegments() {
    return needsZooKeeper
        ? "kafka.tools.DumpLogSegments"
        : "org.apache.kafka.tools.DumpLogSegments";
  }
}
