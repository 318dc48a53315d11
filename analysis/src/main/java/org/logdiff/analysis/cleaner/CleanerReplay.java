package org.logdiff.analysis.cleaner;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Replays one pass of the log cleaner. The evidence is only read; what the pass would write goes to
 * a {@link CleanedOutput}.
 *
 * <p>Memory: the key map ({@code LatestOffsets}, at most 96 bytes for each of {@link
 * CleanerConfig#keysPerPass} keys), the aborted transactions expected and the producers begun
 * ({@link CleanedTransactions}), the active producers ({@link LogState}), and one batch, up to the
 * limits of {@code FormatLimits}, before and after.
 */
public final class CleanerReplay {
  private final CleanerConfig config;
  private final CleanerProfile profile;
  private final LongConsumer bytesRead;

  /**
   * @param bytesRead is told of progress
   */
  public CleanerReplay(CleanerConfig config, CleanerProfile profile, LongConsumer bytesRead) {
    this.config = config;
    this.profile = profile;
    this.bytesRead = bytesRead;
  }

  /**
   * Replays a pass.
   *
   * @param nowMs the time of the pass
   * @throws IOException if the medium fails, or the output cannot be written
   */
  public PassResult pass(LogState log, long nowMs, PassListener listener, CleanedOutput output)
      throws IOException {
    CleaningRange range = CleaningRange.of(log, config, nowMs);
    if (!range.choice().isPass()) {
      return none(range, Optional.empty());
    }
    try (KeyMap keys = KeyMap.of(log, range, config.keysPerPass(), bytesRead)) {
      return pass(log, range, keys, nowMs, listener, output);
    } catch (UncleanableLog e) {
      return none(range, Optional.of(e.getMessage()));
    }
  }

  private PassResult none(CleaningRange range, Optional<String> obstacle) {
    return new PassResult(
        range, 0, config.keysPerPass(), false, range.firstDirtyOffset(), List.of(), obstacle);
  }

  private PassResult pass(
      LogState log,
      CleaningRange range,
      KeyMap keys,
      long nowMs,
      PassListener listener,
      CleanedOutput output)
      throws IOException, UncleanableLog {
    long cleanedTo = keys.latestOffset() + 1;
    PassRules rules = new PassRules(config, profile, log, range, keys, nowMs);
    List<PassResult.Group> groups = new ArrayList<>();
    for (List<LogSegment> group :
        SegmentGroups.of(log.segments(0, cleanedTo), config, range.firstUncleanableOffset())) {
      groups.add(new GroupCleaning(rules, listener, output, bytesRead).clean(group));
    }
    return new PassResult(
        range,
        keys.size(),
        config.keysPerPass(),
        keys.isFull(),
        cleanedTo,
        groups,
        Optional.empty());
  }
}
