package org.logdiff.analysis.inspect;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A {@code .log} file to show, with the indexes that tell where to start in it.
 *
 * @param baseOffset empty if the name does not tell
 * @param isClosed whether a later segment follows, so that the time index is complete
 */
record LogPart(
    Path log,
    FileKind kind,
    OptionalLong baseOffset,
    Optional<Path> offsetIndex,
    Optional<Path> timeIndex,
    boolean isClosed) {}
