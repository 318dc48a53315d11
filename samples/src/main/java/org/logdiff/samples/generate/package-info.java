/**
 * Replicas of any size, written without a broker, for measuring and for tests at scale: {@link
 * org.logdiff.samples.generate.GenerateReplicas} is the program. The same seed and options give the
 * same bytes.
 */
package org.logdiff.samples.generate;
