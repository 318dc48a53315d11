package org.logdiff.format.index;

import org.logdiff.format.Bytes;

/**
 * An entry of a transaction index with a version that Kafka 4.4 does not know, kept as it is.
 *
 * @param position of the entry in the file, in bytes
 * @param version as stored
 * @param bytes the whole slot, version included
 */
public record UnrecognisedTxnIndexEntry(long position, short version, Bytes bytes) {}
