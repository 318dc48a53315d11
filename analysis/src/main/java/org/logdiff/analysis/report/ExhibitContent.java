package org.logdiff.analysis.report;

import java.util.Optional;
import org.logdiff.format.Bytes;
import org.logdiff.format.batch.RecordBatchHeader;

/**
 * What lies at an exhibit's place, so that it can be checked without the file.
 *
 * @param sha256 of the exhibit's bytes, in hexadecimal digits
 * @param header of the record batch that lies there, whose checksum holds; empty if it is something
 *     else, or damaged
 * @param bytes all of them; empty if they were not asked for, or are too many for a document
 */
public record ExhibitContent(
    String sha256, Optional<RecordBatchHeader> header, Optional<Bytes> bytes) {}
