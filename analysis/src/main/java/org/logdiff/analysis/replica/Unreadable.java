package org.logdiff.analysis.replica;

import java.io.IOException;
import java.nio.file.AccessDeniedException;

/** What people are told about a file that cannot be read. */
public final class Unreadable {
  private Unreadable() {}

  /** Which file, and why. */
  public static String why(IOException e) {
    if (e instanceof AccessDeniedException denied) {
      return denied.getFile() + ": may not be read; run as a user who can read the broker's files";
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
