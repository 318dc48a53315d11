package org.logdiff.samples.capture;

import java.util.ArrayList;
import java.util.List;

/** All scenarios, in the order in which they are captured. */
final class Scenarios {
  private Scenarios() {}

  static List<Scenario> all() {
    List<Scenario> all = new ArrayList<>();
    all.add(new Healthy());
    all.add(new LostTombstone());
    all.add(new LastSurvivingTombstone());
    all.add(new TombstoneGoneBeforeCatchUp());
    all.add(new Behind());
    all.add(new NotCompacted());
    all.add(new UncleanElection());
    all.add(new DivergedTail());
    all.add(new HealthyAfterOutage());
    all.add(new RebuiltReplica());
    all.add(new HalfCleanedAbort());
    all.add(new HangingOnAll());
    all.add(new LastSurvivingMarker());
    all.add(new MarkerGoneBeforeCatchUp());
    for (int transactionVersion : new int[] {2, 0}) {
      all.add(new HealthyTransactions(transactionVersion));
      all.add(new StuckLsoAborted(new Variant(transactionVersion, true, false, false)));
      for (boolean killed : new boolean[] {true, false}) {
        for (boolean cleaned : new boolean[] {false, true}) {
          Variant plain = new Variant(transactionVersion, killed, cleaned, false);
          all.add(new LostTombstoneOfTransaction(plain));
          all.add(new LostAbortMarker(plain));
          all.add(new LostCommitMarker(plain));
          all.add(new StuckLso(plain));
        }
      }
    }
    // Under protocol 0 no gravestone comes about: the last data batch, emptied, holds the marker.
    for (boolean killed : new boolean[] {true, false}) {
      for (boolean cleaned : new boolean[] {false, true}) {
        Variant gravestone = new Variant(2, killed, cleaned, true);
        all.add(new LostAbortMarker(gravestone));
        all.add(new LostCommitMarker(gravestone));
        all.add(new StuckLso(gravestone));
      }
    }
    all.add(new StuckLsoAborted(new Variant(2, true, false, true)));
    all.add(new MessageFormats());
    all.add(new MessageFormatsOf010());
    all.add(new RewrittenAsMagic2());
    all.add(new LostTombstoneBefore3(MessageFormat.MAGIC_0, "uncompressed"));
    all.add(new LostTombstoneBefore3(MessageFormat.MAGIC_1, "gzip"));
    return all;
  }

  static Scenario named(String name) {
    return all().stream()
        .filter(scenario -> scenario.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no scenario " + name));
  }
}
