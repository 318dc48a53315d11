package org.logdiff.format.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.logdiff.format.Damage;
import org.logdiff.format.DamageKind;

class DamagesTest {
  @Test
  void keepsOrder() {
    Damages damages = new Damages();
    damages.add(DamageKind.ORDER, "a", 0, 1, "x", "y");
    damages.add(DamageKind.FIELD, "b", 1, 1, "x", "y");
    assertEquals(List.of("a", "b"), damages.list().stream().map(Damage::field).toList());
  }

  @Test
  void countsWhatItDropsAboveTheLimit() {
    Damages damages = new Damages();
    for (int i = 0; i < Damages.LIMIT + 7; i++) {
      damages.add(DamageKind.ORDER, "entry", i, 1, "x", "y");
    }
    List<Damage> list = damages.list();
    assertEquals(Damages.LIMIT + 1, list.size());
    Damage last = list.get(Damages.LIMIT);
    assertEquals("7 more, the last at this position", last.stored());
    assertEquals(Damages.LIMIT + 6, last.position());
  }
}
