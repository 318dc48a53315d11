/**
 * The configuration that a broker's cleaner and log layer went by, each value with where it is
 * from: given by hand, set in the cluster's metadata, or Kafka's default.
 */
package org.logdiff.analysis.config;
