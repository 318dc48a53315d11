package org.logdiff.analysis.check;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.replica.ReplicaSource;
import org.logdiff.analysis.replica.Segment;
import org.logdiff.analysis.report.Finding;
import org.logdiff.format.layout.LogFileName;

/**
 * A replica to be checked, or one file of it.
 *
 * @param stored what the log dir's checkpoints say of it
 * @param file of the partition directory, if only that was asked for
 */
record CheckTarget(ReplicaSource source, StoredOffsets stored, Optional<Path> file) {

  boolean isWhole() {
    return file.isEmpty();
  }

  /** The part of a replica that has to be read: of a segment's file only that segment. */
  Replica part(Replica replica) {
    OptionalLong base = segmentAskedFor();
    if (base.isEmpty()) {
      return replica;
    }
    List<Segment> segments =
        replica.segments().stream().filter(s -> s.baseOffset() == base.getAsLong()).toList();
    return segments.isEmpty()
        ? replica
        : new Replica(
            replica.name(),
            replica.directory(),
            replica.nodeId(),
            segments,
            replica.logStartOffset(),
            replica.logEndOffset(),
            replica.highWatermark(),
            replica.cleanedTo(),
            replica.knowsCheckpoints(),
            replica.leaderEpochs(),
            List.of(),
            replica.abortedTransactions(),
            List.of(),
            replica.lastStop());
  }

  private OptionalLong segmentAskedFor() {
    LogFileName name =
        file.map(f -> LogFileName.parse(f.getFileName().toString()))
            .filter(n -> n.isInUse() && n.kind().isOfSegment())
            .orElse(null);
    return name == null ? OptionalLong.empty() : name.offset();
  }

  /** Whether a finding concerns what was asked for. */
  boolean isAsked(Finding finding) {
    return file.isEmpty()
        || finding.exhibits().stream()
            .anyMatch(e -> e.file().getFileName().equals(file.get().getFileName()));
  }
}
