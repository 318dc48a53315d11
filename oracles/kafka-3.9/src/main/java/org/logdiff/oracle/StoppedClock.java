package org.logdiff.oracle;

import java.util.function.Supplier;
import org.apache.kafka.common.utils.Time;

/** A clock that stands still until it is set. */
final class StoppedClock implements Time {
  private static final long NS_PER_MS = 1_000_000;

  private volatile long nowMs;

  StoppedClock(long nowMs) {
    this.nowMs = nowMs;
  }

  void set(long newNowMs) {
    nowMs = newNowMs;
  }

  @Override
  public long milliseconds() {
    return nowMs;
  }

  @Override
  public long nanoseconds() {
    return nowMs * NS_PER_MS;
  }

  @Override
  public void sleep(long ms) {
    nowMs += ms;
  }

  @Override
  public void waitObject(Object object, Supplier<Boolean> condition, long ms) {
    throw new UnsupportedOperationException();
  }
}
