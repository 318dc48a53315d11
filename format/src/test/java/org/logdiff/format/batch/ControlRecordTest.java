package org.logdiff.format.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.logdiff.format.Bytes;
import org.logdiff.format.batch.ControlRecord.Type;

/** Control records as newer brokers, or damaged memory, may write them. */
class ControlRecordTest {
  private static final Bytes EPOCH_7 = bytes(0, 0, 0, 0, 0, 7);

  @Test
  void aKeyThatIsTooShortIsNone() {
    assertEquals(Optional.empty(), ControlRecord.of(record(null, EPOCH_7)));
    assertEquals(Optional.empty(), ControlRecord.of(record(bytes(), EPOCH_7)));
    assertEquals(Optional.empty(), ControlRecord.of(record(bytes(0, 0, 1), EPOCH_7)));
  }

  @Test
  void whatANewerVersionAppendsIsPassedOver() {
    ControlRecord control = of(bytes(0, 1, 0, 1, 9, 9), bytes(0, 1, 0, 0, 0, 7, 9, 9));
    assertEquals(Type.COMMIT, control.type());
    assertEquals(1, control.version());
    assertEquals(Optional.of(7), control.coordinatorEpoch());
    assertEquals(8, control.value().orElseThrow().length());
  }

  @Test
  void unknownTypesAreKeptAsTheyAre() {
    ControlRecord control = of(bytes(0, 0, 0, 42), EPOCH_7);
    assertEquals(Type.UNKNOWN, control.type());
    assertEquals(42, control.typeId());
    assertEquals(Optional.empty(), control.coordinatorEpoch());
    assertEquals(Optional.of(EPOCH_7), control.value());
    assertFalse(control.type().isEndTransaction());
  }

  @Test
  void aNegativeVersionIsOfNoKnownType() {
    assertEquals(Type.UNKNOWN, of(bytes(0xff, 0xff, 0, 1), EPOCH_7).type());
  }

  @Test
  void aMarkerWithoutAProperValueHasNoCoordinatorEpoch() {
    assertEquals(Optional.empty(), of(bytes(0, 0, 0, 0), null).coordinatorEpoch());
    assertEquals(Optional.empty(), of(bytes(0, 0, 0, 0), bytes(0, 0, 0, 0, 0)).coordinatorEpoch());
    assertEquals(
        Optional.empty(), of(bytes(0, 0, 0, 0), bytes(0xff, 0, 0, 0, 0, 7)).coordinatorEpoch());
  }

  private static ControlRecord of(Bytes key, Bytes value) {
    return ControlRecord.of(record(key, value)).orElseThrow();
  }

  private static Record record(Bytes key, Bytes value) {
    return new Record(
        5, 6, -1, (byte) 0, Optional.ofNullable(key), Optional.ofNullable(value), List.of());
  }

  private static Bytes bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return Bytes.copyOf(bytes);
  }
}
