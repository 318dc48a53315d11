package org.logdiff.format.batch;

import org.logdiff.format.Bytes;

/**
 * A field and its bytes.
 *
 * @param name in Kafka's words
 * @param position of the first byte, from the start of the batch or of the decompressed payload
 */
public record FieldBytes(String name, int position, Bytes bytes) {}
