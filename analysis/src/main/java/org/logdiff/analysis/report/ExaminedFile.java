package org.logdiff.analysis.report;

import java.nio.file.Path;

/**
 * A file that a comparison had before it.
 *
 * @param replica name of the replica it belongs to
 * @param sizeBytes when it was opened
 * @param lastModifiedMs milliseconds since the epoch, when it was opened
 * @param firstOffset of the first batch of a {@code .log} file; null for other files and without
 *     any
 * @param lastOffset of the last batch of a {@code .log} file; null for other files and without any
 * @param hasChanged whether size, time or file were others when the comparison had ended
 * @param sha256 of the whole file in hexadecimal digits; null if it was not asked for, or the file
 *     could not be read
 */
public record ExaminedFile(
    String replica,
    Path path,
    long sizeBytes,
    long lastModifiedMs,
    Long firstOffset,
    Long lastOffset,
    boolean hasChanged,
    String sha256) {}
