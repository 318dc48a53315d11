package org.logdiff.samples.capture;

import java.util.List;

/** All scenarios, in the order in which they are captured. */
final class Scenarios {
  private Scenarios() {}

  static List<Scenario> all() {
    return List.of(new LostTombstone(), new Healthy());
  }

  static Scenario named(String name) {
    return all().stream()
        .filter(scenario -> scenario.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no scenario " + name));
  }
}
