package org.logdiff.analysis.truth;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.logdiff.samples.DirectoryFingerprint;
import org.logdiff.samples.Mutation;
import org.logdiff.samples.Sample;
import org.logdiff.samples.Samples;

/** A comparison changes no byte, no name and no modification time of what it reads. */
class EvidenceUntouchedTest {
  private static final String SEGMENT = "kafka2/foo-0/00000000000000000000.log";

  @TempDir Path temporary;

  static Stream<Sample> samples() {
    return Samples.all().stream();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void staysAsItIs(Sample sample) throws IOException {
    assertUntouched(sample);
  }

  /** Damage is where other tools repair, truncate or rebuild. */
  @ParameterizedTest
  @MethodSource("damages")
  void staysAsItIsWhenDamaged(Mutation mutation) throws IOException {
    Sample copy = Samples.named("lost-tombstone").copyTo(temporary);
    mutation.apply(copy.directory());
    assertUntouched(copy);
  }

  static List<Mutation> damages() {
    return List.of(
        new Mutation.CutAt(SEGMENT, 100),
        new Mutation.FlipBit(SEGMENT, 8 * 77),
        new Mutation.ZeroRange(SEGMENT, 0, 61),
        new Mutation.DropFile(SEGMENT.replace(".log", ".index")),
        new Mutation.DropFile("kafka2/foo-0/leader-epoch-checkpoint"),
        new Mutation.DropFile("kafka2/cleaner-offset-checkpoint"),
        new Mutation.DropFile("kafka2/meta.properties"));
  }

  private static void assertUntouched(Sample sample) throws IOException {
    DirectoryFingerprint before = DirectoryFingerprint.of(sample.directory());
    new CapturedCase(sample.directory()).compare();
    assertEquals(
        List.of(), before.differencesTo(DirectoryFingerprint.of(sample.directory())), sample::name);
  }
}
