package org.logdiff.analysis.witness;

import java.nio.file.Path;

/**
 * Where a record of an internal topic was seen: the batch that holds it, in one broker's file.
 *
 * @param logDir of the broker
 * @param file the segment or snapshot
 * @param position of the batch in the file
 * @param length of the batch in bytes
 */
public record Sighting(Path logDir, Path file, long position, long length) {}
