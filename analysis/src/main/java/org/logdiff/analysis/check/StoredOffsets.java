package org.logdiff.analysis.check;

import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * What a log dir's checkpoints say of one partition, besides what the replica itself knows.
 *
 * @param logDir where they lie
 * @param recoveryPoint below it everything is flushed
 * @param logStart as stored, whether or not it lies within the log
 * @param isCleanlyStopped whether the log dir has a clean shutdown marker
 */
record StoredOffsets(
    Path logDir, OptionalLong recoveryPoint, OptionalLong logStart, boolean isCleanlyStopped) {}
