package org.logdiff.analysis.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.report.Confidence;
import org.logdiff.analysis.report.Effect;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.analysis.report.Step;

/** A log never ends below what its own checkpoint and producer snapshots say it has reached. */
final class LogEndFindings {
  private final PartitionContext context;
  private final Survey survey;

  LogEndFindings(PartitionContext context, Survey survey) {
    this.context = context;
    this.survey = survey;
  }

  List<Finding> findings() throws IOException {
    List<Finding> findings = new ArrayList<>();
    for (int r = 0; r < context.replicas().size(); r++) {
      if (isDamagedAtEnd(r)) {
        continue; // that is why, and told already
      }
      Replica replica = context.replicas().get(r);
      List<Step> steps = new ArrayList<>();
      Exhibits exhibits = new Exhibits();
      long end = replica.logEndOffset();
      if (replica.highWatermark().orElse(end) > end) {
        steps.add(observed("its stored high watermark is " + replica.highWatermark().getAsLong()));
      }
      for (Replica.SnapshotAt snapshot : replica.snapshots()) {
        if (snapshot.offset() > end) {
          steps.add(observed("it has a producer snapshot of offset " + snapshot.offset()));
          exhibits.snapshot(
              replica, snapshot, "taken when the log had reached " + snapshot.offset());
        }
      }
      if (!steps.isEmpty()) {
        findings.add(finding(replica, steps, exhibits));
      }
    }
    return findings;
  }

  private boolean isDamagedAtEnd(int replica) {
    return survey.damages.stream().anyMatch(span -> span.replica() == replica && span.reachesEnd());
  }

  private static Step observed(String statement) {
    return new Step(Confidence.OBSERVED, statement, null);
  }

  private Finding finding(Replica replica, List<Step> seen, Exhibits exhibits) {
    long end = replica.logEndOffset();
    List<Step> steps = new ArrayList<>();
    steps.add(observed("the log of " + replica.name() + " ends at " + end));
    steps.addAll(seen);
    return new Finding(
        FindingKind.TORN_TAIL,
        Fingerprint.of(FindingKind.TORN_TAIL, context, replica, null, end),
        Confidence.OBSERVED,
        replica.name(),
        end,
        List.of(),
        null,
        null,
        "the log of " + replica.name() + " once reached further than " + end,
        steps,
        List.of(),
        List.of(
            new Effect(
                replica.name(),
                null,
                "what followed is not there; a broker that starts with this copies it anew from the"
                    + " leader, and if it becomes leader itself, it is lost")),
        List.of(
            "If this is a copy, see whether files are missing, or copy again from a stopped broker.",
            "Else do not let " + replica.name() + " lead before it has caught up."),
        exhibits.toList(),
        List.of(),
        null);
  }
}
