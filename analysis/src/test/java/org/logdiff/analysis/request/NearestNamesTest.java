package org.logdiff.analysis.request;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestNamesTest {
  @Test
  void nearestFirstAndThreeAtMost() {
    assertEquals(
        List.of("foo-1", "foo-0", "foo-10"),
        NearestNames.to("foo-1", List.of("bar-0", "foo-0", "foo-10", "foo-1", "zzz-77")));
  }

  @Test
  void oneEditOfAnyKindIsNear() {
    List<String> names = List.of("orders-0", "payments-0", "x-0");
    assertEquals("orders-0", NearestNames.to("order-0", names).get(0));
    assertEquals("orders-0", NearestNames.to("orderss-0", names).get(0));
    assertEquals("orders-0", NearestNames.to("ordars-0", names).get(0));
    assertEquals("payments-0", NearestNames.to("payment-0", names).get(0));
  }

  @Test
  void equallyNearOnesInTheirOrder() {
    assertEquals(List.of("a", "b", "c"), NearestNames.to("", List.of("c", "b", "a")));
    assertEquals(List.of(), NearestNames.to("foo-0", List.of()));
  }
}
