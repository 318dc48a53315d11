package org.logdiff.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SampleTest {
  private static final Pattern FILE =
      Pattern.compile("\"path\":\"(.+?)\",\"size\":(\\d+),\"sha256\":\"(.+?)\"");

  @TempDir Path temporary;

  static List<Sample> samples() {
    return Samples.all();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everyFileIsAsItWasCaptured(Sample sample) throws Exception {
    Map<String, String> stated = new TreeMap<>();
    for (String line : Files.readAllLines(sample.manifest())) {
      Matcher file = FILE.matcher(line);
      if (file.find()) {
        stated.put(file.group(1), file.group(2) + " " + file.group(3));
      }
    }
    Map<String, String> found = new TreeMap<>();
    DirectoryFingerprint.of(sample.directory())
        .entries()
        .forEach(
            (name, entry) -> {
              if (entry.sizeInBytes() >= 0 && !name.equals("MANIFEST.json")) {
                found.put(name, entry.sizeInBytes() + " " + entry.sha256());
              }
            });
    assertEquals(stated, found);
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everySampleHasItsBrokersTheirDumpsAndTheTruth(Sample sample) throws Exception {
    assertEquals(
        List.of("kafka1", "kafka2", "kafka3"),
        sample.brokers().stream().map(Path::getFileName).map(Path::toString).toList());
    for (Path broker : sample.brokers()) {
      assertEquals(broker, sample.broker(broker.getFileName().toString()));
      assertTrue(Files.exists(broker.resolve("meta.properties")), broker::toString);
      assertTrue(Files.size(sample.dump(broker.getFileName().toString())) > 0);
    }
    assertTrue(Files.size(sample.truth()) > 0);
    assertTrue(Files.size(sample.truthJson()) > 0);
    assertTrue(Files.isDirectory(sample.brokerConf()));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void nothingTellsOfTheMachineThatCaptured(Sample sample) throws Exception {
    try (Stream<Path> files = Files.list(sample.directory())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String text = Files.readString(file);
        assertFalse(text.contains("/tmp/"), file::toString);
        assertFalse(text.contains(System.getProperty("user.home") + "/"), file::toString);
      }
    }
  }

  @Test
  void aCopyHasTheBytesAndTheModificationTimesOfTheCapture() throws Exception {
    Sample sample = Samples.named("lost-tombstone");
    DirectoryFingerprint before = DirectoryFingerprint.of(sample.directory());
    Sample copy = sample.copyTo(temporary.resolve("new"));
    assertEquals(before, DirectoryFingerprint.of(sample.directory()));
    assertEquals(sample.name(), copy.name());
    assertEquals(digests(sample), digests(copy));
    Map<String, Long> times = ManifestTimes.read(sample.manifest());
    assertEquals(new TreeSet<>(times.keySet()), withoutManifest(digests(copy)));
    for (Map.Entry<String, Long> time : times.entrySet()) {
      assertEquals(
          time.getValue(),
          Files.getLastModifiedTime(copy.directory().resolve(time.getKey())).toMillis(),
          time.getKey());
    }
  }

  private static Map<String, String> digests(Sample sample) throws Exception {
    return DirectoryFingerprint.of(sample.directory()).entries().entrySet().stream()
        .filter(entry -> entry.getValue().sizeInBytes() >= 0)
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, entry -> entry.getValue().sha256(), (a, b) -> a, TreeMap::new));
  }

  private static TreeSet<String> withoutManifest(Map<String, String> digests) {
    TreeSet<String> names = new TreeSet<>(digests.keySet());
    assertTrue(names.remove("MANIFEST.json"));
    return names;
  }

  @Test
  void aDirectoryThatIsNotEmptyIsNoTarget() throws Exception {
    Files.createFile(temporary.resolve("something"));
    Sample sample = Samples.named("lost-tombstone");
    assertThrows(IllegalArgumentException.class, () -> sample.copyTo(temporary));
  }

  @Test
  void whatIsNotThereIsAnError() {
    Sample sample = Samples.named("lost-tombstone");
    assertThrows(IllegalArgumentException.class, () -> sample.broker("kafka9"));
    assertThrows(IllegalArgumentException.class, () -> sample.dump("kafka9"));
    assertThrows(IllegalArgumentException.class, () -> sample.consumed("kafka1", "dirty"));
  }
}
