package org.logdiff.analysis.truth;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.logdiff.analysis.report.PartitionReport;
import org.logdiff.samples.Sample;
import org.logdiff.samples.Samples;

/**
 * The samples are of brokers with the cleaner's bugs fixed: none is named, whatever the picture.
 */
class NoOldBugInSamplesTest {
  static Stream<Sample> samples() {
    return Samples.all().stream();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void noneIsNamed(Sample sample) {
    for (PartitionReport partition : new CapturedCase(sample.directory()).compare().partitions()) {
      partition.findings().stream()
          .flatMap(finding -> finding.reasoning().stream())
          .forEach(
              step ->
                  assertFalse(step.statement().contains("the picture also fits"), step::statement));
    }
  }
}
