package org.logdiff.analysis.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.logdiff.analysis.model.History.history;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The language of histories. */
class HistoryTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "k=1",
        "k=-",
        "=1",
        "=-",
        "k=",
        "p1: k=a=b",
        "[k=1 j=2]",
        "p1: [k=1 j=-]zstd",
        "p1: begin | p1: k=1 | p1: commit",
        "p1: begin | p1: k=1 | p1: abort",
        "p1: fence",
        "p1: protocol 1 | p1: k=1",
        "coordinator",
        "leader 2",
        "away 2 | back 2 from 3",
        "kill 2 | back 2",
        "cut 2",
        "rebuild 2 from 1",
        "pass 1",
        "pass",
        "fullpass 2",
        "roll",
        "rollnext 3",
        "k=1 | start 1",
        "wait 1500",
        "expire 1"
      })
  void aStepIsWrittenAsItIsRead(String text) {
    History read = history(text);
    assertEquals("replicas 3 | " + text, read.text());
    read.replay();
  }

  @Test
  void stepsJoin() {
    assertEquals(
        history("p1: begin | p1: a=a | p1: b=2 | p1: commit"), history("p1: begin a b=2 commit"));
    assertEquals(history("away 2 | away 3"), history("away 2 3"));
    assertEquals(history("k=1 | k=2"), history("k=1\n  k=2\n"));
  }

  @Test
  void cleaningIsRoundsOfRollingPassingAndWaiting() {
    String round = "roll 1 | roll 3 | fullpass 1 | fullpass 3 | wait 1000";
    assertEquals(
        history(String.join(" | ", round, round, round, round, round)), history("clean 1 3"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "k=1 | back two; step 2 'back two': 'two' is no number",
        "away; step 1 'away': which replica?",
        "leader 1 2; step 1 'leader 1 2': expected one number",
        "back 2 from; step 1 'back 2 from': expected one number",
        "p1:; step 1 'p1:': what does it do?",
        "p 1: a; step 1 'p 1: a': 'p 1' is no name of a producer",
        "p1: protocol 3; step 1 'p1: protocol 3': there is no protocol 3",
        "p1: protocol; step 1 'p1: protocol': expected 'protocol 1' or 'protocol 2'",
        "[k=1; step 1 '[k=1': '[' without ']'",
        "k=1]; step 1 'k=1]': ']' without '['",
        "[]; step 1 '[]': a batch needs a record",
        "[a]zip; step 1 '[a]zip': there is no codec 'zip'",
        "a-b; step 1 'a-b': 'a-b' is no record, write key=value",
        "coordinator 1; step 1 'coordinator 1': 'coordinator' stands alone"
      })
  void whatCannotBeReadIsNamed(String text, String complaint) {
    var e = assertThrows(IllegalArgumentException.class, () -> history(text));
    assertEquals(complaint, e.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "k=1 | back 2; event 2 'back 2': replica 2 is not away",
        "away 2 | away 2; event 2 'away 2': replica 2 is away",
        "pass 4; event 1 'pass 4': there is no replica 4",
        "away 2 3 | away 1; event 3 'away 1': no other replica could lead",
        "p1: begin commit a; event 3 'p1: a=a': p1 writes in transactions only",
        "p1: a begin; event 2 'p1: begin': p1 has written outside a transaction",
        "p1: begin begin; event 2 'p1: begin': p1 is in a transaction",
        "start 1; event 1 'start 1': the log ends before 1",
        "rebuild 1 from 1; event 1 'rebuild 1 from 1': a replica cannot be rebuilt from itself",
        "p1: a | p1: protocol 1; event 2 'p1: protocol 1': p1 has written already"
      })
  void whatCannotHappenIsNamed(String text, String complaint) {
    History history = history(text);
    var e = assertThrows(IllegalArgumentException.class, history::replay);
    assertEquals(complaint, e.getMessage());
  }
}
