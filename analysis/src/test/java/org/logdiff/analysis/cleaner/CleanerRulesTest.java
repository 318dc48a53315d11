package org.logdiff.analysis.cleaner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.logdiff.analysis.cleaner.BatchCase.ControlKind;
import org.logdiff.analysis.cleaner.RecordCase.TombstoneRule;

/** The lettered rows over all combinations, each against the sentence that the rule is. */
class CleanerRulesTest {
  private static final List<Boolean> EITHER = List.of(false, true);

  @Test
  void dataOfAnAbortedTransactionGoes() {
    assertEquals(BatchCase.A, BatchCase.ofData(true));
    assertEquals(BatchCase.B, BatchCase.ofData(false));
  }

  @Test
  void controlBatches() {
    for (ControlKind kind : ControlKind.values()) {
      for (boolean isMet : EITHER) {
        for (Horizon horizon : Horizon.values()) {
          BatchCase row = BatchCase.ofControl(kind, isMet, horizon);
          boolean isLone = kind == ControlKind.END && !isMet;
          assertEquals(
              kind == ControlKind.EMPTY || isLone && horizon == Horizon.PAST, row.discards());
          assertEquals(isLone && horizon == Horizon.UNSET, row.stampsMarker());
        }
      }
    }
  }

  @Test
  void everyRowOfABatchIsReached() {
    Set<BatchCase> rows = new HashSet<>(List.of(BatchCase.ofData(true), BatchCase.ofData(false)));
    for (ControlKind kind : ControlKind.values()) {
      for (boolean isMet : EITHER) {
        for (Horizon horizon : Horizon.values()) {
          rows.add(BatchCase.ofControl(kind, isMet, horizon));
        }
      }
    }
    assertEquals(Set.of(BatchCase.values()), rows);
  }

  @Test
  void records() {
    Set<RecordCase> rows = new HashSet<>(List.of(RecordCase.DISCARDED, RecordCase.CONTROL));
    for (boolean isBeyond : EITHER) {
      for (boolean hasKey : EITHER) {
        for (boolean isSuperseded : EITHER) {
          for (boolean hasValue : EITHER) {
            for (boolean isLegacy : EITHER) {
              for (boolean isYoung : EITHER) {
                for (Horizon horizon : Horizon.values()) {
                  RecordCase row =
                      RecordCase.of(
                          isBeyond,
                          hasKey,
                          isSuperseded,
                          hasValue,
                          TombstoneRule.of(isLegacy, isYoung, horizon));
                  boolean mayDelete = isLegacy ? !isYoung : horizon == Horizon.PAST;
                  assertEquals(
                      isBeyond || hasKey && !isSuperseded && (hasValue || !mayDelete), row.keeps());
                  rows.add(row);
                }
              }
            }
          }
        }
      }
    }
    assertEquals(Set.of(RecordCase.values()), rows);
  }

  @Test
  void whatABatchIsKeptForWithoutRecords() {
    Set<KeptFor> rows = new HashSet<>();
    for (boolean isControl : EITHER) {
      for (boolean isLastOffset : EITHER) {
        for (boolean isEpoch : EITHER) {
          for (boolean carriesEnd : EITHER) {
            for (Optional<Boolean> hasData :
                List.of(Optional.<Boolean>empty(), Optional.of(true), Optional.of(false))) {
              ActiveProducer producer =
                  hasData.map(has -> new ActiveProducer(has ? 7 : -1, (short) 3)).orElse(null);
              KeptFor row =
                  KeptFor.of(
                      isControl,
                      isLastOffset ? 7 : 6,
                      (short) (isEpoch ? 3 : 2),
                      producer,
                      carriesEnd);
              boolean isLastData = hasData.equals(Optional.of(true)) && isLastOffset;
              boolean isEpochMarker = hasData.equals(Optional.of(false)) && isControl && isEpoch;
              assertEquals(isLastData || isEpochMarker || carriesEnd, row != KeptFor.NOTHING);
              assertEquals(isLastData, row == KeptFor.LAST_SEQUENCE);
              assertEquals(isEpochMarker, row == KeptFor.LAST_EPOCH);
              rows.add(row);
            }
          }
        }
      }
    }
    assertEquals(Set.of(KeptFor.values()), rows);
  }

  @Test
  void whatIsLeftOfABatch() {
    for (int records = 0; records <= 2; records++) {
      for (int kept = 0; kept <= records; kept++) {
        for (boolean mustRewrite : EITHER) {
          for (KeptFor keptFor : KeptFor.values()) {
            BatchFate fate = BatchFate.of(records, kept, mustRewrite, keptFor);
            assertEquals(kept > 0, fate.hasRecords());
            assertEquals(kept > 0 && kept == records && !mustRewrite, fate == BatchFate.UNCHANGED);
            assertEquals(kept == 0 && keptFor == KeptFor.NOTHING, fate == BatchFate.REMOVED);
          }
        }
      }
    }
  }

  @Test
  void whichBatchCarriesTheLogEnd() {
    for (boolean isUncleanable : EITHER) {
      for (boolean isHighWatermark : EITHER) {
        long firstUncleanable = isUncleanable ? 10 : 11;
        long highWatermark = isHighWatermark ? 10 : 12;
        for (CleanerProfile profile : CleanerProfile.values()) {
          boolean expected =
              switch (profile) {
                case V3_9 -> false;
                case V4_0, V4_1 -> isUncleanable;
                case V4_4 -> isHighWatermark;
              };
          assertEquals(
              expected, profile.carriesLogEnd(10, firstUncleanable, highWatermark), profile.id());
        }
      }
    }
  }

  @Test
  void profilesOfVersions() {
    assertEquals(Optional.of(CleanerProfile.V3_9), CleanerProfile.of("2.8.2"));
    assertEquals(Optional.of(CleanerProfile.V3_9), CleanerProfile.of("3.9"));
    assertEquals(Optional.of(CleanerProfile.V4_0), CleanerProfile.of("4.0.1"));
    assertEquals(Optional.of(CleanerProfile.V4_1), CleanerProfile.of("4.1"));
    assertEquals(Optional.of(CleanerProfile.V4_1), CleanerProfile.of("4.3.0"));
    assertEquals(Optional.of(CleanerProfile.V4_4), CleanerProfile.of("4.4"));
    assertEquals(Optional.of(CleanerProfile.V4_4), CleanerProfile.of("5.0"));
    for (String none : List.of("", "4", "four.0", "4.x", "4.4.0.1", "4.-1", "-4.1")) {
      assertEquals(Optional.empty(), CleanerProfile.of(none), none);
    }
    Arrays.stream(CleanerProfile.values())
        .forEach(profile -> assertEquals(Optional.of(profile), CleanerProfile.of(profile.id())));
  }

  @Test
  void horizons() {
    assertEquals(Horizon.UNSET, Horizon.of(OptionalLong.empty(), 5));
    assertEquals(Horizon.AHEAD, Horizon.of(OptionalLong.of(6), 5));
    assertEquals(Horizon.PAST, Horizon.of(OptionalLong.of(5), 5));
    assertEquals(Horizon.PAST, Horizon.of(OptionalLong.of(4), 5));
  }

  @Test
  void lettersAreNotUsedTwice() {
    Set<Character> letters = new HashSet<>();
    for (BatchCase row : BatchCase.values()) {
      assertEquals(true, letters.add(row.letter()), row.toString());
    }
    for (RecordCase row : RecordCase.values()) {
      assertEquals(true, letters.add(row.letter()), row.toString());
    }
    for (KeptFor row : KeptFor.values()) {
      assertEquals(true, letters.add(row.letter()), row.toString());
    }
  }
}
