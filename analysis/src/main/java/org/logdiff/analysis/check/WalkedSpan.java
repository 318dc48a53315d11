package org.logdiff.analysis.check;

import java.nio.file.Path;
import org.logdiff.format.Damage;
import org.logdiff.format.batch.SpanKind;

/**
 * A stretch of a log that is no intact batch.
 *
 * @param segment number of its segment
 * @param damage null unless the span is damaged
 * @param offset as stored where a batch begins; meaningful if the damage is about a header's field
 * @param expectedOffset the lowest offset that was due here
 * @param reachesEnd whether it is the end of the file
 */
record WalkedSpan(
    int segment,
    Path file,
    SpanKind kind,
    long position,
    long length,
    Damage damage,
    long offset,
    long expectedOffset,
    boolean reachesEnd) {}
