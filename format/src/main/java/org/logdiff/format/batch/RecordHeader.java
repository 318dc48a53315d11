package org.logdiff.format.batch;

import java.util.Optional;
import org.logdiff.format.Bytes;

/**
 * A header of a record.
 *
 * @param key UTF-8 in the format; kept as bytes, since nothing enforces it on disk
 * @param value empty for null
 */
public record RecordHeader(Bytes key, Optional<Bytes> value) {}
