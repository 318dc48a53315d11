package org.logdiff.analysis.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.logdiff.analysis.Comparison;
import org.logdiff.analysis.ComparisonRequest;
import org.logdiff.analysis.Progress;
import org.logdiff.analysis.replica.ReplicaSource;
import org.logdiff.analysis.report.ComparisonReport;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.analysis.report.Verdict;
import org.logdiff.format.TopicPartition;
import org.logdiff.samples.Sample;
import org.logdiff.samples.Samples;

/** Bad input: what is said, and what of the work is still done. */
class RequestResolverTest {
  @TempDir Path temporary;

  private Sample sample;
  private Path one;
  private Path two;
  private Path three;

  @BeforeEach
  void copySample() throws IOException {
    sample = Samples.named("lost-tombstone").copyTo(temporary.resolve("sample"));
    one = sample.broker("kafka1");
    two = sample.broker("kafka2");
    three = sample.broker("kafka3");
  }

  private static ComparisonRequest request(
      List<List<Path>> directories, List<String> partitions, List<String> globs) {
    return new ComparisonRequest(directories, partitions, globs, 1, 1 << 20, 100);
  }

  private static List<List<Path>> each(Path... directories) {
    return Stream.of(directories).map(List::of).toList();
  }

  private static RequestResolver resolver(Path... directories) {
    return new RequestResolver(request(each(directories), List.of(), List.of()));
  }

  private static ComparisonReport compare(Path... directories) {
    return Comparison.run(request(each(directories), List.of(), List.of()), Progress.NONE);
  }

  private void fails(String message, Path... directories) {
    RequestResolver resolver = resolver(directories);
    assertTrue(resolver.resolve().isEmpty());
    assertEquals(List.of(message), resolver.failures());
  }

  /** The rest is compared, and the failure is told all the same. */
  private void failsButGoesOn(String message, Path bad) {
    RequestResolver resolver = resolver(one, two, bad);
    SortedMap<TopicPartition, List<ReplicaSource>> resolved = resolver.resolve();
    assertEquals(List.of(message), resolver.failures());
    assertEquals(2, resolved.get(TopicPartition.parse("foo-0").orElseThrow()).size());
  }

  @Test
  void aPathThatDoesNotExist() {
    Path bad = temporary.resolve("nowhere");
    failsButGoesOn(bad + ": does not exist", bad);
  }

  @Test
  void aFile() {
    Path bad = one.resolve("meta.properties");
    failsButGoesOn(
        bad + ": is a file; give the broker's log dir (log.dirs), or a partition directory in it",
        bad);
  }

  @Test
  void anEmptyDirectory() throws IOException {
    Path bad = Files.createDirectory(temporary.resolve("empty"));
    failsButGoesOn(bad + ": is empty", bad);
  }

  @Test
  void notABrokersDirectory() {
    Path bad = sample.brokerConf();
    failsButGoesOn(
        bad + ": is not a broker's log dir: no meta.properties and no partition directories", bad);
  }

  @Test
  void theParentOfLogDirs() {
    Path bad = sample.directory();
    RequestResolver resolver = resolver(one, two, bad);
    resolver.resolve();
    assertEquals(1, resolver.failures().size());
    String failure = resolver.failures().get(0);
    assertTrue(
        failure.startsWith(bad + ": is not a broker's log dir; it looks like the parent of some: "),
        failure);
    assertTrue(failure.contains("kafka1") && failure.contains("kafka3"), failure);
  }

  @Test
  void segmentsInADirectoryOfAnotherName() throws IOException {
    Path bad = copy(three.resolve("foo-0"), temporary.resolve("backup"));
    failsButGoesOn(
        bad
            + ": holds segments, but its name is not that of a partition directory, as foo-0;"
            + " give a copy that name",
        bad);
  }

  @Test
  void theSameDirectoryTwice() {
    fails(one + ": given twice", one, two, one);
  }

  @Test
  void theSameDirectoryByAnotherName() throws IOException {
    Path link = Files.createSymbolicLink(temporary.resolve("link"), one);
    fails(link + ": given twice; it is the same as " + one, one, link);
  }

  @Test
  void onlyOneBroker() {
    fails("all that was given is of one broker, node 1; a comparison needs two", one);
  }

  @Test
  void twoLogDirsOfOneNodeAreOneBroker() throws IOException {
    Path second = Files.createDirectory(temporary.resolve("second"));
    Files.copy(one.resolve("meta.properties"), second.resolve("meta.properties"));
    Files.createDirectories(second.resolve("other-0"));
    Path log = second.resolve("other-0").resolve("00000000000000000000.log");
    Files.copy(one.resolve("foo-0").resolve("00000000000000000000.log"), log);
    RequestResolver resolver = resolver(one, second, two);
    SortedMap<TopicPartition, List<ReplicaSource>> resolved = resolver.resolve();
    assertEquals(List.of(), resolver.failures());
    assertEquals(2, resolved.get(TopicPartition.parse("foo-0").orElseThrow()).size());
    assertTrue(
        resolver
            .notes()
            .contains(
                new NotExamined(
                    "second", "taken together with kafka1", "both are log dirs of node 1", false)));
    assertTrue(
        resolver
            .notes()
            .contains(
                new NotExamined(
                    "kafka1", "other-0", "no other of the given directories holds it", false)));
  }

  @Test
  void onePartitionTwiceOnOneBroker() throws IOException {
    Path second = Files.createDirectory(temporary.resolve("second"));
    Files.copy(one.resolve("meta.properties"), second.resolve("meta.properties"));
    copy(one.resolve("foo-0"), second.resolve("foo-0"));
    RequestResolver resolver = resolver(one, second, two, three);
    SortedMap<TopicPartition, List<ReplicaSource>> resolved = resolver.resolve();
    assertEquals(
        List.of(
            "kafka1: holds foo-0 more than once: "
                + one.resolve("foo-0")
                + ", "
                + second.resolve("foo-0")
                + "; give only the one that the broker uses"),
        resolver.failures());
    assertEquals(2, resolved.get(TopicPartition.parse("foo-0").orElseThrow()).size());
  }

  @Test
  void onePartitionDirectoryGivenWithItsLogDir() {
    RequestResolver resolver =
        new RequestResolver(
            request(each(one, one.resolve("foo-0"), two), List.of("foo-0"), List.of()));
    assertEquals(2, resolver.resolve().get(TopicPartition.parse("foo-0").orElseThrow()).size());
    assertEquals(List.of(), resolver.failures());
  }

  @Test
  void joinedButOfDifferentNodes() {
    RequestResolver resolver =
        new RequestResolver(
            request(List.of(List.of(one, two), List.of(three)), List.of("foo-0"), List.of()));
    assertTrue(resolver.resolve().isEmpty());
    String failure = resolver.failures().get(0);
    assertTrue(
        failure.matches(
            "joined by a comma, but not log dirs of one broker: "
                + one
                + " of node 1 of cluster \\S+; "
                + two
                + " of node 2 of cluster \\S+; give the directories of different brokers apart"),
        failure);
  }

  /** A link that leads nowhere, in the place of a replica, is not the same as no replica. */
  @Test
  void whatIsNoPartitionDirectory() throws IOException {
    Path replica = three.resolve("foo-0");
    Files.move(replica, temporary.resolve("elsewhere"));
    Files.createSymbolicLink(replica, Path.of("foo-0"));
    failsButGoesOn("kafka3: " + replica + ": a symbolic link that leads nowhere", three);
    Files.delete(replica);
    Files.createFile(replica);
    failsButGoesOn("kafka3: " + replica + ": a file, where a partition directory belongs", three);
  }

  @Test
  void differentClusters() throws IOException {
    Path other = Samples.named("healthy").copyTo(temporary.resolve("other")).broker("kafka2");
    RequestResolver resolver = resolver(one, other);
    assertTrue(resolver.resolve().isEmpty());
    assertEquals(1, resolver.failures().size());
    String failure = resolver.failures().get(0);
    assertTrue(
        failure.matches(
            "the directories belong to different clusters: "
                + "kafka1 to cluster \\S+; kafka2 to cluster \\S+"),
        failure);
  }

  @Test
  void differentTopicsUnderOneName() throws IOException {
    Path metadata = two.resolve("foo-0").resolve("partition.metadata");
    Files.writeString(metadata, "version: 0\ntopic_id: AAAAAAAAAAAAAAAAAAAAFw");
    ComparisonReport report = compare(one, two, three);
    assertEquals(1, report.failures().size());
    String failure = report.failures().get(0);
    assertTrue(
        failure.startsWith(
            "foo-0: the directories hold different topics of that name: kafka1, kafka3 topic id "),
        failure);
    assertTrue(failure.contains("; kafka2 topic id AAAAAAAAAAAAAAAAAAAAFw; it was"), failure);
    assertTrue(report.partitions().stream().noneMatch(p -> p.partition().equals("foo-0")));
    assertTrue(!report.partitions().isEmpty(), "other partitions are compared");
    assertEquals(Verdict.UNDETERMINED, report.verdict());
  }

  @Test
  void anUnknownPartition() {
    RequestResolver resolver =
        new RequestResolver(request(each(one, two), List.of("fooo-0", "foo-0"), List.of()));
    SortedMap<TopicPartition, List<ReplicaSource>> resolved = resolver.resolve();
    assertEquals(1, resolver.failures().size());
    String failure = resolver.failures().get(0);
    assertTrue(
        failure.startsWith("fooo-0: no directory holds such a partition; the nearest are foo-0, "),
        failure);
    assertEquals("[foo-0]", resolved.keySet().toString());
  }

  @Test
  void noNameOfAPartition() {
    RequestResolver resolver =
        new RequestResolver(request(each(one, two), List.of("foo"), List.of()));
    assertTrue(resolver.resolve().isEmpty());
    assertTrue(
        resolver
            .failures()
            .get(0)
            .startsWith("foo: no directory holds such a partition; the nearest are foo-0"));
  }

  @Test
  void topicsByGlob() {
    RequestResolver resolver =
        new RequestResolver(request(each(one, two), List.of(), List.of("f?o", "b*z")));
    SortedMap<TopicPartition, List<ReplicaSource>> resolved = resolver.resolve();
    assertEquals("[foo-0]", resolved.keySet().toString());
    assertEquals(1, resolver.failures().size());
    assertTrue(
        resolver.failures().get(0).startsWith("b*z: no directory holds such a topic; the nearest"));
  }

  @Test
  void aDotInAGlobIsADot() {
    RequestResolver resolver =
        new RequestResolver(request(each(one, two), List.of(), List.of("f.o")));
    assertTrue(resolver.resolve().isEmpty());
    assertEquals(1, resolver.failures().size());
  }

  @Test
  void aNamedPartitionThatOnlyOneHas() throws IOException {
    Files.createDirectory(one.resolve("solo-0"));
    Files.copy(
        one.resolve("foo-0").resolve("00000000000000000000.log"),
        one.resolve("solo-0").resolve("00000000000000000000.log"));
    RequestResolver resolver =
        new RequestResolver(request(each(one, two), List.of("solo-0"), List.of()));
    assertTrue(resolver.resolve().isEmpty());
    assertEquals(List.of("solo-0: only kafka1 holds it; nothing to compare"), resolver.failures());
  }

  @Test
  void partitionDirectoriesByThemselves() throws IOException {
    Path alone = copy(two.resolve("foo-0"), temporary.resolve("alone").resolve("foo-0"));
    RequestResolver resolver = resolver(one.resolve("foo-0"), alone);
    SortedMap<TopicPartition, List<ReplicaSource>> resolved = resolver.resolve();
    assertEquals(List.of(), resolver.failures());
    List<ReplicaSource> sources = resolved.get(TopicPartition.parse("foo-0").orElseThrow());
    assertEquals(
        List.of("kafka1/foo-0", "alone/foo-0"), sources.stream().map(ReplicaSource::name).toList());
    assertTrue(sources.get(0).logDir().highWatermarks().isPresent(), "the parent's checkpoints");
    assertTrue(sources.get(1).logDir().highWatermarks().isEmpty());
  }

  @Test
  void replicasInOtherStatesAreLeftAside() throws IOException {
    String uuid = ".0123456789abcdef0123456789abcdef";
    for (String state : List.of("-future", "-delete", "-stray")) {
      copy(one.resolve("foo-0"), one.resolve("foo-0" + uuid + state));
    }
    RequestResolver resolver = resolver(one, two);
    SortedMap<TopicPartition, List<ReplicaSource>> resolved = resolver.resolve();
    assertEquals(List.of(), resolver.failures());
    assertEquals(2, resolved.get(TopicPartition.parse("foo-0").orElseThrow()).size());
    for (String state : List.of("-future", "-delete", "-stray")) {
      assertTrue(
          resolver.notes().stream().anyMatch(n -> n.what().equals("foo-0" + uuid + state)), state);
    }
  }

  private static Path copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
    return to;
  }
}
