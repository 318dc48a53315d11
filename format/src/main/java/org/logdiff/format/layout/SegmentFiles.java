package org.logdiff.format.layout;

import java.util.Optional;

/**
 * The files of one segment: its log and what lies beside it under the same base offset and suffix.
 * Any of the indexes may be missing; a {@code .txnindex} is there only if something was aborted.
 *
 * @param baseOffset log offset from the files' names
 * @param leftover the suffix that all of them have; empty for a segment in use
 */
public record SegmentFiles(
    long baseOffset,
    Optional<LeftoverSuffix> leftover,
    LogFile log,
    Optional<LogFile> offsetIndex,
    Optional<LogFile> timeIndex,
    Optional<LogFile> transactionIndex) {}
