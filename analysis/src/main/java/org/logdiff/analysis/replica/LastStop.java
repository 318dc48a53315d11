package org.logdiff.analysis.replica;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * How a broker stopped, which decides what it does with a log when it starts. Source: {@code
 * LogLoader.recoverLog}, Kafka 4.4.0.
 *
 * @param wasClean whether its log dir has the clean shutdown marker; empty if the log dir is not
 *     known
 * @param recoveryPoint below it the log was flushed; empty without an entry, which a broker takes
 *     for 0
 */
public record LastStop(Optional<Boolean> wasClean, OptionalLong recoveryPoint) {}
