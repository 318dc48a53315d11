package org.logdiff.analysis.model;

import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/**
 * What followed from a lost end marker: the replica's own cleaner acted on the wrong outcome, or a
 * replica copied from one whose cleaner had.
 *
 * @param trueOffset of the record that the replica should show as the latest of its key
 * @param actualOffset of the older record that it shows instead, if any
 */
public record Consequence(int replica, String key, long trueOffset, OptionalLong actualOffset) {

  Consequence shifted(long offsets) {
    return new Consequence(
        replica,
        key,
        trueOffset + offsets,
        actualOffset.isPresent()
            ? OptionalLong.of(actualOffset.getAsLong() + offsets)
            : actualOffset);
  }

  Consequence withKeys(UnaryOperator<String> rename) {
    return new Consequence(replica, rename.apply(key), trueOffset, actualOffset);
  }

  Consequence onReplica(int nodeId) {
    return new Consequence(nodeId, key, trueOffset, actualOffset);
  }
}
