/**
 * The log cleaner, replayed over one replica: which range a pass takes, what it keeps, removes and
 * rewrites, and by which rule. Checked byte by byte against the cleaners of Kafka 3.9, 4.2 and 4.4.
 */
package org.logdiff.analysis.cleaner;
