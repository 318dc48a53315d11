/**
 * What happens to the replicas of one partition, told as a history: appends, outages, cleaning. The
 * model is written from Kafka's rules, apart from the code that it tests, and its cleaner is itself
 * checked against Kafka's own.
 */
package org.logdiff.analysis.model;
