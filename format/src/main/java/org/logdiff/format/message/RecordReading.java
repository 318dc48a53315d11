package org.logdiff.format.message;

import java.util.Optional;

/**
 * What a record of an internal topic says.
 *
 * @param key empty for a null key, and for topics whose keys say nothing
 * @param value empty for a null value, and if the key does not tell how to read it
 */
public record RecordReading(Optional<MessageReading> key, Optional<MessageReading> value) {}
