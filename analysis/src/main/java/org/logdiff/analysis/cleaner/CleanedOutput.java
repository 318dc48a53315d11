package org.logdiff.analysis.cleaner;

import java.io.IOException;
import org.logdiff.format.layout.LogFileName;

/** Takes the bytes of the segments that a pass writes, one segment after the other. */
public interface CleanedOutput {
  /** Keeps nothing. */
  CleanedOutput NOWHERE =
      new CleanedOutput() {
        @Override
        public void begin(long baseOffset) {}

        @Override
        public void write(LogFileName.Kind file, byte[] bytes, int at, int length) {}

        @Override
        public void end(long lastModifiedMs) {}
      };

  /** A segment begins. It has a {@code .log} and both indexes, even if nothing is written. */
  void begin(long baseOffset) throws IOException;

  /** Appends to one of the segment's files. */
  void write(LogFileName.Kind file, byte[] bytes, int at, int length) throws IOException;

  /**
   * The segment is complete.
   *
   * @param lastModifiedMs what the broker sets as its log's time of modification
   */
  void end(long lastModifiedMs) throws IOException;
}
