package org.logdiff.analysis.report;

import java.nio.file.Path;

/**
 * A place in the evidence that shows what a finding says.
 *
 * @param replica name of the replica whose file it is
 * @param position byte position in the file
 * @param length bytes
 * @param offset log offset of what lies there; null for files without one
 * @param shows what can be seen there, in one clause
 * @param content what lies there; null if it was not read back
 */
public record Exhibit(
    String replica,
    Path file,
    long position,
    long length,
    Long offset,
    String shows,
    ExhibitContent content) {
  /** A place alone. */
  public Exhibit(String replica, Path file, long position, long length, Long offset, String shows) {
    this(replica, file, position, length, offset, shows, null);
  }

  /** The same place with what lies there. */
  public Exhibit with(ExhibitContent read) {
    return new Exhibit(replica, file, position, length, offset, shows, read);
  }
}
