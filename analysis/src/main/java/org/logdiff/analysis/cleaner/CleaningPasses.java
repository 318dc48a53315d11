package org.logdiff.analysis.cleaner;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;

/** Passes one after the other, and the decisions of the first. */
public final class CleaningPasses {
  private final ListingListener listener;
  private final OptionalLong explained;
  private final List<PassResult> results = new ArrayList<>();
  private Optional<Explanation> explanation = Optional.empty();

  /**
   * @param listed how many records' decisions are kept
   * @param explained an offset to be explained
   */
  public CleaningPasses(int listed, OptionalLong explained) {
    this.explained = explained;
    listener = new ListingListener(listed, explained);
  }

  /**
   * Replays one more pass.
   *
   * @return whether the cleaner made it, and it could be replayed
   * @throws IOException if the medium fails, or the output cannot be written
   */
  public boolean replay(
      LogState log,
      CleanerConfig config,
      CleanerProfile profile,
      long nowMs,
      CleanedOutput output,
      LongConsumer bytesRead)
      throws IOException {
    boolean isFirst = results.isEmpty();
    PassResult result =
        new CleanerReplay(config, profile, bytesRead)
            .pass(log, nowMs, isFirst ? listener : PassListener.NOBODY, output);
    results.add(result);
    if (isFirst && explained.isPresent()) {
      explanation =
          Optional.of(
              result.isPass()
                  ? Explanation.of(explained.getAsLong(), log, result, false, listener)
                  : byFullPass(log, config, profile, nowMs, bytesRead));
    }
    return result.isPass();
  }

  /** Without a pass: by one over all of the log that may be cleaned. */
  private Explanation byFullPass(
      LogState log,
      CleanerConfig config,
      CleanerProfile profile,
      long nowMs,
      LongConsumer bytesRead)
      throws IOException {
    ListingListener full = new ListingListener(0, explained);
    PassResult result =
        new CleanerReplay(config.alwaysDirtyEnough(), profile, bytesRead)
            .pass(log.withoutCheckpoint(), nowMs, full, CleanedOutput.NOWHERE);
    return Explanation.of(explained.getAsLong(), log, result, true, full);
  }

  public PassResult last() {
    return results.get(results.size() - 1);
  }

  public List<PassResult> results() {
    return List.copyOf(results);
  }

  public List<ListedBatch> listed() {
    return List.copyOf(listener.batches());
  }

  public long notListed() {
    return listener.notListed();
  }

  public Optional<Explanation> explanation() {
    return explanation;
  }
}
