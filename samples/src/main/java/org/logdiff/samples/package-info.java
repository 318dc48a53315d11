/**
 * Data directories captured from real brokers, for tests: {@link org.logdiff.samples.Samples} finds
 * them, {@link org.logdiff.samples.Mutation} damages a copy, and {@link
 * org.logdiff.samples.DirectoryFingerprint} proves that evidence was not touched. Needs no Kafka.
 */
package org.logdiff.samples;
