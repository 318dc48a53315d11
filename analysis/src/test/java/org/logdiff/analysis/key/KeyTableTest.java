package org.logdiff.analysis.key;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KeyTableTest {
  private static final int STATES = 3;
  private static final long AMPLE_BYTES = 64 << 20;
  private static final long SCANTY_BYTES = 1;

  private static KeyHash hash(int key) {
    byte[] bytes = ("key-" + key).getBytes(StandardCharsets.UTF_8);
    return KeyHash.of(bytes, 0, bytes.length);
  }

  private static KeyTable table(int states, long budgetBytes) {
    KeyTable table = new KeyTable(new PagePool(budgetBytes));
    table.giveStates(states);
    return table;
  }

  private static Map<KeyHash, List<Long>> content(KeyTable table) {
    Map<KeyHash, List<Long>> content = new HashMap<>();
    table.forEach(
        (hash, states) ->
            assertEquals(
                null,
                content.put(hash, IntStream.range(0, STATES).mapToObj(i -> states[i]).toList()),
                "each key once"));
    return content;
  }

  @Test
  void holdsWhatWasAddedAndTheHighestStates() {
    KeyTable table = table(STATES, AMPLE_BYTES);
    assertTrue(table.isEmpty());
    for (int key = 0; key < 100_000; key++) {
      table.add(hash(key));
      table.add(hash(key));
      table.raise(hash(key), 0b101, KeyState.value(key));
      table.raise(hash(key), 0b001, KeyState.value(key / 2));
      table.raise(hash(key), 0b100, KeyState.tombstone(key + 1));
    }
    assertFalse(table.isEmpty());
    assertEquals(List.of(), table.postponed());
    Map<KeyHash, List<Long>> content = content(table);
    assertEquals(100_000, content.size());
    for (int key = 0; key < 100_000; key++) {
      assertEquals(
          List.of(KeyState.value(key), KeyState.NONE, KeyState.tombstone(key + 1)),
          content.get(hash(key)));
    }
  }

  @Test
  void raisesNothingThatIsNotInIt() {
    KeyTable table = table(STATES, AMPLE_BYTES);
    table.raise(hash(1), 0b111, KeyState.value(1));
    assertTrue(table.isEmpty());
    assertEquals(Map.of(), content(table));
  }

  @Test
  void whatDoesNotFitIsWorkedOffInRounds() {
    int keys = 20_000;
    Map<KeyHash, List<Long>> all = new HashMap<>();
    Deque<HashRange> open = new ArrayDeque<>(List.of(HashRange.ALL));
    int rounds = 0;
    KeyTable table = new KeyTable(new PagePool(SCANTY_BYTES));
    while (!open.isEmpty()) {
      table.restart(open.poll());
      for (int key = 0; key < keys; key++) {
        table.add(hash(key));
      }
      table.giveStates(STATES);
      for (int key = 0; key < keys; key++) {
        table.raise(hash(key), 0b010, KeyState.value(key));
      }
      for (Map.Entry<KeyHash, List<Long>> entry : content(table).entrySet()) {
        assertEquals(null, all.put(entry.getKey(), entry.getValue()), "each key in one round");
      }
      open.addAll(table.postponed());
      rounds++;
    }
    assertTrue(rounds > 4, "rounds: " + rounds);
    assertEquals(keys, all.size());
    for (int key = 0; key < keys; key++) {
      assertEquals(List.of(KeyState.NONE, KeyState.value(key), KeyState.NONE), all.get(hash(key)));
    }
  }

  @Test
  void keepsStatesWhenItGrows() {
    KeyTable table = table(1, AMPLE_BYTES);
    table.add(hash(0));
    table.raise(hash(0), 1, KeyState.value(7));
    for (int key = 1; key < 10_000; key++) {
      table.add(hash(key));
    }
    List<Long> states = new ArrayList<>();
    table.forEach(
        (hash, row) -> {
          if (hash.equals(hash(0))) {
            states.add(row[0]);
          }
        });
    assertEquals(List.of(KeyState.value(7)), states);
  }

  @Test
  void collectedUpdatesAreThereAfterTheFlush() {
    KeyTable table = new KeyTable(new PagePool(AMPLE_BYTES));
    KeyUpdates updates = new KeyUpdates(table);
    for (int key = 0; key < 10_000; key++) {
      updates.add(hash(key));
    }
    updates.flush();
    table.giveStates(STATES);
    for (int key = 0; key < 20_000; key++) {
      updates.raise(hash(key), 0b110, KeyState.value(key));
    }
    updates.flush();
    Map<KeyHash, List<Long>> content = content(table);
    assertEquals(10_000, content.size());
    for (int key = 0; key < 10_000; key++) {
      long state = KeyState.value(key);
      assertEquals(List.of(KeyState.NONE, state, state), content.get(hash(key)));
    }
  }

  @Test
  void theEmptyKeyIsAKeyToo() {
    KeyTable table = table(STATES, AMPLE_BYTES);
    KeyHash empty = KeyHash.of(new byte[0], 0, 0);
    table.add(empty);
    table.raise(empty, 0b001, KeyState.value(4));
    assertEquals(
        Map.of(empty, List.of(KeyState.value(4), KeyState.NONE, KeyState.NONE)), content(table));
  }

  @Test
  void usesPagesAgain() {
    PagePool pool = new PagePool(SCANTY_BYTES);
    KeyTable table = new KeyTable(pool);
    table.add(hash(1));
    table.close();
    assertTrue(table.isEmpty());
    table.restart(HashRange.ALL);
    table.giveStates(1);
    assertEquals(Map.of(), content(table));
  }

  @Test
  void servesSeveralThreads() {
    KeyTable table = table(STATES, AMPLE_BYTES);
    IntStream.range(0, 40_000)
        .parallel()
        .forEach(
            i -> {
              table.add(hash(i % 1000));
              table.raise(hash(i % 1000), 0b111, KeyState.value(i));
            });
    Map<KeyHash, List<Long>> content = content(table);
    assertEquals(1000, content.size());
    for (int key = 0; key < 1000; key++) {
      long highest = KeyState.value(39_000 + key);
      assertEquals(List.of(highest, highest, highest), content.get(hash(key)));
    }
  }

  @Test
  void aHashIsOfTheBytesAlone() {
    byte[] bytes = "xxuser-17yy".getBytes(StandardCharsets.UTF_8);
    byte[] same = "user-17".getBytes(StandardCharsets.UTF_8);
    assertEquals(KeyHash.of(same, 0, same.length), KeyHash.of(bytes, 2, same.length));
    assertArrayEquals("xxuser-17yy".getBytes(StandardCharsets.UTF_8), bytes);
    assertFalse(KeyHash.of(same, 0, 6).equals(KeyHash.of(same, 0, 7)));
  }
}
