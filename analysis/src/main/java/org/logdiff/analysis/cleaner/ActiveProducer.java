package org.logdiff.analysis.cleaner;

/**
 * What a broker's producer state says to the cleaner of one producer. Source: {@code
 * UnifiedLog.lastRecordsOfActiveProducers}.
 *
 * @param lastDataOffset last offset of its last data batch; -1 if its state holds none
 * @param epoch its current one
 */
public record ActiveProducer(long lastDataOffset, short epoch) {}
