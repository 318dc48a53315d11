package org.logdiff.analysis.check;

import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * What a log dir's checkpoints say of one partition, besides what the replica itself knows.
 *
 * @param logDir where they lie
 * @param logStart as stored, whether or not it lies within the log
 */
record StoredOffsets(Path logDir, OptionalLong logStart) {}
