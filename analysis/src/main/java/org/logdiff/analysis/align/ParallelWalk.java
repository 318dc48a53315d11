package org.logdiff.analysis.align;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.logdiff.analysis.replica.Replica;

/**
 * Walks all chunks of a partition with several threads. Each chunk has a listener of its own; they
 * are given back in the chunks' order, so the result does not depend on the threads.
 */
public final class ParallelWalk {
  /** Large enough that the seam costs nothing, small enough to spread over many cores. */
  public static final long CHUNK_BYTES = 32L << 20;

  private final List<Replica> replicas;
  private final int mostThreads;
  private List<Chunk> chunks;

  /** By chunk walked: whether the last walk found there what the plan took for granted. */
  private boolean[] startsAsPlanned;

  private boolean[] endsAsPlanned;

  /**
   * Plans the chunks.
   *
   * @throws IOException if the medium fails
   */
  public ParallelWalk(List<Replica> replicas, int threads) throws IOException {
    this(replicas, threads, CHUNK_BYTES);
  }

  /**
   * Plans chunks of about a size.
   *
   * @throws IOException if the medium fails
   */
  public ParallelWalk(List<Replica> replicas, int threads, long chunkBytes) throws IOException {
    this.replicas = replicas;
    this.chunks = new ChunkPlan(replicas, chunkBytes).chunks();
    this.mostThreads = threads;
  }

  /**
   * Joins chunks where the last walk, which was over all of them, met damage at a seam. What was
   * found in them may depend on the seam then, so that the walk must be done again.
   *
   * @return whether there was any such place
   */
  public boolean joinAcrossDamage() {
    List<Chunk> joined = new ArrayList<>();
    int forward = 0;
    for (int i = 0; i < chunks.size(); i++) {
      Chunk chunk = chunks.get(i);
      // As many again as are joined already, so that this comes to an end soon.
      int parts = chunk.parts();
      int backward = Math.max(startsAsPlanned[i] ? 0 : parts, forward > 0 ? 1 : 0);
      while (backward > 0 && !joined.isEmpty()) {
        Chunk before = joined.remove(joined.size() - 1);
        backward -= before.parts();
        chunk = before.join(chunk);
      }
      joined.add(chunk);
      forward = Math.max(forward - parts, endsAsPlanned[i] ? 0 : parts);
    }
    boolean isAny = joined.size() < chunks.size();
    chunks = joined;
    return isAny;
  }

  /**
   * Walks everything once.
   *
   * @param taker gets the listeners in the chunks' order, each as soon as its chunk and all before
   *     it are done; never called by two threads at once
   * @param progress told bytes as they are done, from several threads
   * @throws IOException if the medium fails or a file shrinks; the first such trouble
   */
  public <L extends AlignmentListener> void walk(
      Supplier<L> newListener, Consumer<L> taker, LongConsumer progress) throws IOException {
    walk(chunks, newListener, taker, progress);
  }

  /**
   * Walks what can hold batches that reach a replica's offset, and some of what lies before.
   *
   * @param offsets per replica
   * @throws IOException as {@link #walk}
   */
  public <L extends AlignmentListener> void walkFrom(
      long[] offsets, Supplier<L> newListener, Consumer<L> taker, LongConsumer progress)
      throws IOException {
    List<Chunk> reaching = chunks.stream().filter(chunk -> chunk.reaches(offsets)).toList();
    walk(reaching, newListener, taker, progress);
  }

  private <L extends AlignmentListener> void walk(
      List<Chunk> some, Supplier<L> newListener, Consumer<L> taker, LongConsumer progress)
      throws IOException {
    int threads = Math.max(1, Math.min(mostThreads, some.size()));
    startsAsPlanned = new boolean[some.size()];
    endsAsPlanned = new boolean[some.size()];
    InOrder<L> inOrder = new InOrder<>(taker);
    AtomicInteger next = new AtomicInteger();
    if (threads == 1) {
      new Worker<>(some, newListener, inOrder, next, progress).work();
      return;
    }
    ExecutorService executor =
        Executors.newFixedThreadPool(
            threads,
            task -> {
              Thread thread = new Thread(task, "walk");
              thread.setDaemon(true);
              return thread;
            });
    try {
      List<Future<?>> futures = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        Worker<L> worker = new Worker<>(some, newListener, inOrder, next, progress);
        futures.add(
            executor.submit(
                () -> {
                  worker.work();
                  return null;
                }));
      }
      for (Future<?> future : futures) {
        await(future);
      }
    } finally {
      executor.shutdownNow();
    }
  }

  private static void await(Future<?> future) throws IOException {
    try {
      future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof IOException io) {
        throw io;
      }
      if (cause instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(cause);
    }
  }

  private final class Worker<L extends AlignmentListener> {
    private final List<Chunk> some;
    private final Supplier<L> newListener;
    private final InOrder<L> inOrder;
    private final AtomicInteger next;
    private final LongConsumer progress;

    Worker(
        List<Chunk> some,
        Supplier<L> newListener,
        InOrder<L> inOrder,
        AtomicInteger next,
        LongConsumer progress) {
      this.some = some;
      this.newListener = newListener;
      this.inOrder = inOrder;
      this.next = next;
      this.progress = progress;
    }

    void work() throws IOException {
      Alignment alignment = new Alignment(replicas);
      for (int i = next.getAndIncrement(); i < some.size(); i = next.getAndIncrement()) {
        L listener = newListener.get();
        alignment.walk(some.get(i), listener);
        startsAsPlanned[i] = alignment.startsAsPlanned();
        endsAsPlanned[i] = alignment.endsAsPlanned();
        inOrder.done(i, listener);
        progress.accept(some.get(i).sizeBytes());
        if (Thread.currentThread().isInterrupted()) {
          throw new IOException("interrupted");
        }
      }
    }
  }
}
