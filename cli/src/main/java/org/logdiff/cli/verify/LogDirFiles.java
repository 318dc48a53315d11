package org.logdiff.cli.verify;

import java.util.Arrays;
import org.logdiff.format.checkpoint.MetaProperties;
import org.logdiff.format.checkpoint.OffsetCheckpoint;

/** The files that a broker keeps in its log dir itself. */
final class LogDirFiles {
  private LogDirFiles() {}

  static boolean isOne(String name) {
    return name.equals(MetaProperties.FILE_NAME)
        || Arrays.stream(OffsetCheckpoint.Kind.values()).anyMatch(k -> k.fileName().equals(name));
  }
}
