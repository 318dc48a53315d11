package org.logdiff.cli.console;

import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarStyle;
import org.logdiff.analysis.Progress;

/**
 * One line on a terminal that shows how far the work has come, drawn only if the work takes a
 * while, and wiped at the end. Steps that run side by side are added up.
 */
public final class ProgressLine implements Progress, AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final int REDRAW_MS = 200;
  private static final int WIDTH = 79;
  private static final long MEBIBYTE = 1 << 20;

  private record Step(long bytesDone, long bytesTotal) {}

  private final boolean drawn;
  private final Writer terminal;
  private final Printable printable;
  private final long startNanos = System.nanoTime();
  private final Map<String, Step> steps = new ConcurrentHashMap<>();
  private ProgressBar bar;
  private long redrawnNanos = startNanos;

  ProgressLine(boolean drawn, Writer terminal, Printable printable) {
    this.drawn = drawn;
    this.terminal = terminal;
    this.printable = printable;
  }

  @Override
  public void advanced(String step, long bytesDone, long bytesTotal) {
    if (!drawn) {
      return;
    }
    steps.merge(
        step,
        new Step(bytesDone, bytesTotal),
        (known, now) -> now.bytesDone() > known.bytesDone() ? now : known);
    draw(step);
  }

  private synchronized void draw(String step) {
    long now = System.nanoTime();
    long since = bar == null ? startNanos : redrawnNanos;
    long wait = bar == null ? PATIENCE.toNanos() : REDRAW_MS * 1_000_000L;
    if (now - since < wait) {
      return;
    }
    redrawnNanos = now;
    if (bar == null) {
      bar = newBar(Duration.ofNanos(now - startNanos));
    }
    bar.maxHint(steps.values().stream().mapToLong(Step::bytesTotal).sum());
    bar.stepTo(steps.values().stream().mapToLong(Step::bytesDone).sum());
    bar.setExtraMessage(printable.text(step));
  }

  private ProgressBar newBar(Duration elapsed) {
    return new ProgressBarBuilder()
        .setTaskName("")
        .setStyle(ProgressBarStyle.ASCII)
        .setUnit(" MiB", MEBIBYTE)
        .startsFrom(0, elapsed)
        .showSpeed()
        .setUpdateIntervalMillis(REDRAW_MS)
        .setConsumer(new Line())
        .clearDisplayOnFinish()
        .build();
  }

  @Override
  public synchronized void close() {
    if (bar != null) {
      bar.close();
      bar = null;
    }
  }

  /** Overwrites one line again and again. */
  private final class Line implements ProgressBarConsumer {
    @Override
    public int getMaxRenderedLength() {
      return WIDTH;
    }

    @Override
    public void accept(String rendered) {
      String line = rendered.strip();
      show("\r" + line + " ".repeat(Math.max(0, WIDTH - Printable.columns(line))) + "\r");
    }

    @Override
    public void clear() {
      show("\r" + " ".repeat(WIDTH) + "\r");
    }

    @Override
    public void close() {
      // the terminal stays open
    }

    private void show(String text) {
      try {
        terminal.write(text);
        terminal.flush();
      } catch (IOException e) {
        // progress is not worth a complaint
      }
    }
  }
}
