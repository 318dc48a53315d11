package org.logdiff.oracle;

import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.server.util.Scheduler;

/** Runs nothing: what a broker does in the background stays undone. */
final class NoTasks implements Scheduler {
  private static final class Never extends FutureTask<Void> implements ScheduledFuture<Void> {
    private Never(Runnable task) {
      super(task, null);
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return Long.MAX_VALUE;
    }

    @Override
    public int compareTo(Delayed other) {
      return 0;
    }
  }

  @Override
  public void startup() {}

  @Override
  public void shutdown() {}

  @Override
  public ScheduledFuture<?> schedule(String name, Runnable task, long delayMs, long periodMs) {
    return new Never(task);
  }

  @Override
  public void resizeThreadPool(int newSize) {}
}
