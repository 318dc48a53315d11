/**
 * Captures the samples: starts real clusters of Kafka on this machine, drives them through named
 * scenarios with Kafka's own clients, and stores the data directories together with what Kafka's
 * own tools and consumers said about them. Run by {@code bin/capture-samples}; not part of the
 * build, and the only code here that needs Kafka.
 */
package org.logdiff.samples.capture;
