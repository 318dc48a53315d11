package org.logdiff.analysis.align;

import java.io.IOException;

/**
 * A pass after the first one, which has told of damage already. It wants what it says that it
 * wants, and no records of equal batches unless it asks for them.
 */
public abstract class QuietScan implements AlignmentListener {
  @Override
  public void batch(int mask, ReplicaCursor first, Alignment alignment) throws IOException {}

  @Override
  public boolean wantsRecordsOf(int mask, ReplicaCursor first, Alignment alignment) {
    return false;
  }

  @Override
  public void record(long offset, int mask, boolean areEqualBytes, Alignment alignment)
      throws IOException {}

  @Override
  public void span(ReplicaCursor cursor) {}

  @Override
  public void unknown(int replica, long first, long last) {}

  @Override
  public void undecodable(ReplicaCursor cursor, String trouble) {}
}
