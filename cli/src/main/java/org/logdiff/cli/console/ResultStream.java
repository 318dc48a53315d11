package org.logdiff.cli.console;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Standard output. A reader that closes the pipe has seen enough: the rest is dropped and that is
 * no failure. Any other failure is kept, and the rest is dropped too.
 */
final class ResultStream extends OutputStream {
  private final OutputStream target;
  private boolean dropping;
  private IOException failure;

  ResultStream(OutputStream target) {
    this.target = target;
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int from, int length) {
    if (dropping) {
      return;
    }
    try {
      target.write(bytes, from, length);
      target.flush();
    } catch (IOException e) {
      dropping = true;
      if (!isClosedPipe(e)) {
        failure = e;
      }
    }
  }

  /** Whether what is written still goes anywhere. */
  synchronized boolean isOpen() {
    return !dropping;
  }

  /** What went wrong; null if nothing, or if the reader closed the pipe. */
  synchronized IOException failure() {
    return failure;
  }

  /** The JVM gives the text of EPIPE and no number; {@code bin/logdiff} keeps it in English. */
  private static boolean isClosedPipe(IOException e) {
    return String.valueOf(e.getMessage()).contains("Broken pipe");
  }
}
