package org.logdiff.analysis.model;

/**
 * What random histories are made of.
 *
 * @param maxOffsets how long the log may get
 * @param keys how many different ones
 * @param outages replicas are away at times, and rebuilt
 * @param lossPossible if not, no cleaner removes a tombstone or marker that an absent replica has
 *     not received
 * @param settled at the end everyone is back, and time has passed for the cleaners
 */
public record HistoryOptions(
    int replicas,
    int maxOffsets,
    int keys,
    boolean transactions,
    boolean outages,
    boolean lossPossible,
    boolean settled,
    TopicConfig config) {

  /** Up to 60 offsets, three replicas, four keys, outages with losses; no transactions. */
  public static HistoryOptions small() {
    return new HistoryOptions(3, 60, 4, false, true, true, false, TopicConfig.standard());
  }

  public HistoryOptions withReplicas(int count) {
    return new HistoryOptions(
        count, maxOffsets, keys, transactions, outages, lossPossible, settled, config);
  }

  public HistoryOptions withMaxOffsets(int count) {
    return new HistoryOptions(
        replicas, count, keys, transactions, outages, lossPossible, settled, config);
  }

  public HistoryOptions withKeys(int count) {
    return new HistoryOptions(
        replicas, maxOffsets, count, transactions, outages, lossPossible, settled, config);
  }

  public HistoryOptions withTransactions() {
    return new HistoryOptions(
        replicas, maxOffsets, keys, true, outages, lossPossible, settled, config);
  }

  public HistoryOptions withoutOutages() {
    return new HistoryOptions(
        replicas, maxOffsets, keys, transactions, false, lossPossible, settled, config);
  }

  public HistoryOptions withoutLoss() {
    return new HistoryOptions(
        replicas, maxOffsets, keys, transactions, outages, false, settled, config);
  }

  public HistoryOptions endingSettled() {
    return new HistoryOptions(
        replicas, maxOffsets, keys, transactions, outages, lossPossible, true, config);
  }

  public HistoryOptions withConfig(TopicConfig newConfig) {
    return new HistoryOptions(
        replicas, maxOffsets, keys, transactions, outages, lossPossible, settled, newConfig);
  }
}
