package org.logdiff.cli.console;

import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarStyle;
import me.tongfei.progressbar.ProgressState;
import org.logdiff.analysis.Progress;

/**
 * One line on a terminal that shows how far the work has come, drawn only if the work takes a
 * while, and wiped at the end. Steps that run side by side are added up.
 */
public final class ProgressLine implements Progress, AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final int REDRAW_MS = 200;
  private static final int WIDTH = 79;
  private static final int LONGEST_STEP = 18;
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
    Duration elapsed = Duration.ofNanos(now - startNanos);
    long bytesDone = steps.values().stream().mapToLong(Step::bytesDone).sum();
    long bytesTotal = steps.values().stream().mapToLong(Step::bytesTotal).sum();
    if (bar == null) {
      bar = newBar(bytesDone, bytesTotal, elapsed);
    }
    bar.maxHint(bytesTotal);
    bar.stepTo(bytesDone);
    bar.setExtraMessage(" " + rate(bytesDone, elapsed) + " " + shortened(printable.text(step)));
  }

  /** The library's own counts in whole seconds. */
  private static String rate(long bytesDone, Duration elapsed) {
    return bytesDone / MEBIBYTE * 1000 / Math.max(1, elapsed.toMillis()) + " MiB/s";
  }

  /** What is left of the line is for the bar. */
  private static String shortened(String step) {
    return step.length() <= LONGEST_STEP ? step : step.substring(0, LONGEST_STEP - 3) + "...";
  }

  private ProgressBar newBar(long bytesDone, long bytesTotal, Duration elapsed) {
    return new ProgressBarBuilder()
        .setTaskName("")
        .setStyle(ProgressBarStyle.ASCII)
        .setUnit(" MiB", MEBIBYTE)
        .setInitialMax(bytesTotal)
        .startsFrom(bytesDone, elapsed)
        .setEtaFunction(ProgressLine::left)
        .setUpdateIntervalMillis(REDRAW_MS)
        .setConsumer(new Line())
        .clearDisplayOnFinish()
        .build();
  }

  private static Optional<Duration> left(ProgressState state) {
    long done = state.getCurrent();
    if (done <= 0 || state.getMax() < done) {
      return Optional.empty();
    }
    double share = (double) (state.getMax() - done) / done;
    return Optional.of(Duration.ofMillis((long) (state.getTotalElapsed().toMillis() * share)));
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
