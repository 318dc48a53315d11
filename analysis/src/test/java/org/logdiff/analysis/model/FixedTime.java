package org.logdiff.analysis.model;

import org.apache.kafka.common.utils.Time;

/** A clock that stands still until it is set. */
final class FixedTime implements Time {

  private static final long NS_PER_MS = 1_000_000;

  private volatile long nowMs;

  FixedTime(long nowMs) {
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
}
