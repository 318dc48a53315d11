package org.logdiff.analysis.risk;

import java.io.IOException;
import org.logdiff.analysis.align.Alignment;
import org.logdiff.analysis.align.AlignmentListener;
import org.logdiff.analysis.align.ReplicaCursor;

/** A pass after the comparison, which has told of damage already. */
abstract class QuietScan implements AlignmentListener {
  @Override
  public void batch(int mask, ReplicaCursor first, Alignment alignment) throws IOException {}

  @Override
  public void span(ReplicaCursor cursor) {}

  @Override
  public void unknown(int replica, long first, long last) {}

  @Override
  public void undecodable(ReplicaCursor cursor, String trouble) {}
}
