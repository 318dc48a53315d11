package org.logdiff.analysis.align;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.logdiff.analysis.replica.Replica;

/**
 * Walks all chunks of a partition with several threads. Each chunk has a listener of its own; the
 * listeners come back in the chunks' order, so the result does not depend on the threads.
 */
public final class ParallelWalk {
  private final List<Replica> replicas;
  private final int threads;
  private final List<Chunk> chunks;

  /**
   * Plans the chunks.
   *
   * @throws IOException if the medium fails
   */
  public ParallelWalk(List<Replica> replicas, int threads) throws IOException {
    this(replicas, threads, ChunkPlan.CHUNK_BYTES);
  }

  ParallelWalk(List<Replica> replicas, int threads, long chunkBytes) throws IOException {
    this.replicas = replicas;
    this.chunks = new ChunkPlan(replicas, chunkBytes).chunks();
    this.threads = Math.max(1, Math.min(threads, chunks.size()));
  }

  /** How many chunks there are. */
  public int chunkCount() {
    return chunks.size();
  }

  /**
   * Offset at which a chunk starts; MAX_VALUE for the one after the last. No batch lies across it.
   */
  public long firstOffset(int chunk) {
    return chunk < chunks.size() ? chunks.get(chunk).firstOffset() : Long.MAX_VALUE;
  }

  /**
   * Walks everything once.
   *
   * @param progress told bytes as they are done, from several threads
   * @throws IOException if the medium fails or a file shrinks; the first such trouble
   */
  public <L extends AlignmentListener> List<L> walk(Supplier<L> newListener, LongConsumer progress)
      throws IOException {
    List<L> listeners = new ArrayList<>();
    for (int i = 0; i < chunks.size(); i++) {
      listeners.add(newListener.get());
    }
    if (threads == 1) {
      new Worker<>(listeners, new AtomicInteger(), progress).work();
      return listeners;
    }
    AtomicInteger next = new AtomicInteger();
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
        Worker<L> worker = new Worker<>(listeners, next, progress);
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
    return listeners;
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
    private final List<L> listeners;
    private final AtomicInteger next;
    private final LongConsumer progress;

    Worker(List<L> listeners, AtomicInteger next, LongConsumer progress) {
      this.listeners = listeners;
      this.next = next;
      this.progress = progress;
    }

    void work() throws IOException {
      Alignment alignment = new Alignment(replicas);
      for (int i = next.getAndIncrement(); i < chunks.size(); i = next.getAndIncrement()) {
        alignment.walk(chunks.get(i), firstOffset(i + 1), listeners.get(i));
        progress.accept(chunks.get(i).sizeBytes());
        if (Thread.currentThread().isInterrupted()) {
          throw new IOException("interrupted");
        }
      }
    }
  }
}
