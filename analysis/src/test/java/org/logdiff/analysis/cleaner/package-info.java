/** The cleaner's replay against its rules, and against Kafka's own cleaners. */
package org.logdiff.analysis.cleaner;
