package org.logdiff.samples.capture;

import java.util.concurrent.Callable;

/** Waits for something to become true, with a limit. */
final class Waiting {
  private static final long POLL_MS = 50;

  private Waiting() {}

  /**
   * @throws IllegalStateException if it does not come true in time
   */
  static void until(String what, long timeoutMs, Callable<Boolean> reached) throws Exception {
    long deadlineMs = System.currentTimeMillis() + timeoutMs;
    while (!reached.call()) {
      if (System.currentTimeMillis() > deadlineMs) {
        throw new IllegalStateException("waited " + timeoutMs + " ms in vain: " + what);
      }
      Thread.sleep(POLL_MS);
    }
  }
}
