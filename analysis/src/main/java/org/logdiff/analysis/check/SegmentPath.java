package org.logdiff.analysis.check;

import java.nio.file.Path;
import org.logdiff.analysis.replica.Segment;
import org.logdiff.format.layout.LogFileName;

/** Where the files of a segment lie: beside its log, with the same suffix if it is a swap. */
final class SegmentPath {
  private SegmentPath() {}

  static Path of(Segment segment, LogFileName.Kind kind) {
    Path log = segment.log().path();
    String suffix =
        LogFileName.parse(log.getFileName().toString())
            .leftover()
            .map(leftover -> leftover.suffix())
            .orElse("");
    return log.resolveSibling(LogFileName.of(kind, segment.baseOffset()) + suffix);
  }
}
