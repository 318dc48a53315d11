package org.logdiff.analysis.model;

import static org.logdiff.analysis.model.LogStatement.log;

import org.junit.jupiter.api.Test;

class LogStatementTest {

  @Test
  void transactionsInterleave() {
    log("p1: begin a b | p2: begin c | p1: abort | p2: commit")
        .committed("c")
        .aborted("a", "b")
        .lastStableOffset(5);
  }

  @Test
  void anOpenTransactionHoldsEverythingBack() {
    log("k=1 | p1: begin a | k=2").committed("k=1").undecided("a").lastStableOffset(1);
  }

  @Test
  void whatIsBehindAnOpenTransactionIsNotUndecided() {
    log("p1: begin a | p2: begin b commit").committed().undecided("a").lastStableOffset(0);
  }

  @Test
  void onlyTheProducersOwnMarkerEndsItsTransaction() {
    log("p1: begin a | p2: abort | p1: commit").committed("a").aborted().lastStableOffset(3);
  }

  @Test
  void aFenceAborts() {
    log("p1: begin a | p1: fence | p1: begin b commit").committed("b").aborted("a");
  }

  @Test
  void tombstonesAndRecordsWithoutKey() {
    log("k=- | =1 | [j=2 k=3]gzip").committed("k=-", "=1", "j=2", "k=3").lastStableOffset(4);
  }

  @Test
  void belowTheLogStartNothingIsSeen() {
    log("k=1 | [j=2 k=3] | start 2").committed("k=3").lastStableOffset(3);
  }

  @Test
  void cleaningKeepsTheLatest() {
    log("k=1 | k=2 | p1: begin k=3 abort | j=1 | clean").committed("k=2", "j=1").aborted();
  }
}
