package org.logdiff.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.logdiff.analysis.compare.ClusterWord;
import org.logdiff.analysis.witness.ConfigSetting;
import org.logdiff.analysis.witness.PartitionEvent;
import org.logdiff.analysis.witness.PartitionHistory;
import org.logdiff.analysis.witness.RecordPoint;
import org.logdiff.analysis.witness.Sighting;
import org.logdiff.analysis.witness.TopicHistory;
import org.logdiff.format.KafkaUuid;

/** What is told of the metadata's word: no more than it says. */
class MetadataWordTest {
  private static final PartitionEvent.Kind CREATED = PartitionEvent.Kind.CREATED;
  private static final PartitionEvent.Kind CHANGED = PartitionEvent.Kind.CHANGED;
  private static final PartitionEvent.Kind SNAPSHOT = PartitionEvent.Kind.SNAPSHOT;

  @Test
  void anAbsenceFromChangeToChange() {
    assertEquals(
        List.of(
            "node 2 was out of the ISR from 1970-01-01T00:00:02Z to 1970-01-01T00:00:05Z, by the"
                + " controller's clock"),
        absences(event(CREATED, 1, 1, 2), event(CHANGED, 2, 1), event(CHANGED, 5, 1, 2)));
  }

  @Test
  void anAbsenceThatIsNotOver() {
    assertEquals(
        List.of(
            "node 2 was out of the ISR from 1970-01-01T00:00:02Z on, by the controller's clock"),
        absences(event(CREATED, 1, 1, 2), event(CHANGED, 2, 1)));
  }

  /** When it left is not known: the snapshot's time is not that of the change. */
  @Test
  void anAbsenceThatASnapshotShows() {
    assertEquals(
        List.of(
            "node 2 was out of the ISR already at 1970-01-01T00:00:03Z, in a metadata snapshot,"
                + " until 1970-01-01T00:00:05Z, by the controller's clock"),
        absences(event(SNAPSHOT, 3, 1), event(CHANGED, 5, 1, 2)));
    assertEquals(
        List.of(
            "node 2 was out of the ISR already at 1970-01-01T00:00:03Z, in a metadata snapshot, and"
                + " still is, by the controller's clock"),
        absences(event(SNAPSHOT, 3, 1)));
  }

  @Test
  void theRetentionIsKnownOnlyIfItWasOneAllTheTime() {
    assertEquals(OptionalLong.of(1500), retention(4, setting(1, "1500")));
    assertEquals(OptionalLong.empty(), retention(4), "not set for the topic");
    assertEquals(OptionalLong.empty(), retention(0, setting(1, "1500")), "not known so early");
    assertEquals(OptionalLong.empty(), retention(4, setting(1, "1500"), setting(9, "7")));
    assertEquals(OptionalLong.empty(), retention(4, setting(1, "1500"), setting(9, null)));
    assertEquals(OptionalLong.of(7), retention(4, setting(1, "7"), setting(9, "7")));
    assertEquals(OptionalLong.empty(), retention(4, setting(1, "soon")));
  }

  private static List<String> absences(PartitionEvent... events) {
    return word(List.of(events), List.of()).absences(2).stream()
        .map(ClusterWord.Absence::text)
        .toList();
  }

  private static OptionalLong retention(long sinceSeconds, ConfigSetting... settings) {
    return word(List.of(event(CREATED, 1, 1, 2)), List.of(settings))
        .deleteRetentionMs(1000 * sinceSeconds);
  }

  private static MetadataWord word(List<PartitionEvent> events, List<ConfigSetting> settings) {
    return new MetadataWord(
        new TopicHistory(
            "foo",
            KafkaUuid.parse("4MgMLMMHRs2DYTS4ys3m0Q").orElseThrow(),
            point(1, false),
            Optional.empty(),
            Map.of(0, new PartitionHistory(0, events)),
            settings),
        0);
  }

  private static PartitionEvent event(PartitionEvent.Kind kind, long seconds, Integer... isr) {
    return new PartitionEvent(
        kind, point(seconds, kind == SNAPSHOT), 1, 0, List.of(1, 2), List.of(isr), false);
  }

  private static ConfigSetting setting(long seconds, String value) {
    return new ConfigSetting(
        ConfigSetting.Source.TOPIC,
        "foo",
        "delete.retention.ms",
        Optional.ofNullable(value),
        point(seconds, false));
  }

  private static RecordPoint point(long seconds, boolean isSnapshot) {
    return new RecordPoint(
        seconds,
        1000 * seconds,
        isSnapshot,
        new Sighting(Path.of("/logs"), Path.of("/logs/file"), 0, 1));
  }
}
