package org.logdiff.analysis.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.logdiff.analysis.replica.LogDir;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.replica.ReplicaOpener;
import org.logdiff.analysis.replica.ReplicaSource;
import org.logdiff.analysis.replica.SmallFiles;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.NotExamined;
import org.logdiff.format.TopicPartition;
import org.logdiff.format.layout.LogDirectory;

/** The transaction checks on one partition of a log dir, as a test asks for them. */
final class CheckedReplica {
  private CheckedReplica() {}

  static List<Finding> findings(Path logDirPath, String partition) {
    try {
      TopicPartition name = TopicPartition.parse(partition).orElseThrow();
      List<NotExamined> notes = new ArrayList<>();
      List<String> failures = new ArrayList<>();
      LogDir logDir =
          LogDir.read(
              LogDirectory.list(logDirPath).orElseThrow(), new SmallFiles("test", notes, failures));
      ReplicaSource source =
          new ReplicaSource(
              logDirPath.getFileName().toString(), logDir, logDirPath.resolve(partition), name);
      try (Replica replica = ReplicaOpener.open(source, notes, failures).orElseThrow()) {
        ReplicaFindings findings =
            new ReplicaFindings(CheckContext.of(replica, partition, null, Set.of()));
        Coordinator coordinator = new Coordinator(List.of(logDirPath));
        new ReplicaWalk(replica, true)
            .tell(
                TransactionChecks.of(findings, producer -> coordinator.endOf(producer, name)),
                bytes -> {});
        return findings.listed();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As in {@code lost-end-marker on kafka2 at 5 of producer 1000}. */
  static List<String> texts(Path logDirPath, String partition) {
    return findings(logDirPath, partition).stream().map(CheckedReplica::text).sorted().toList();
  }

  static String text(Finding finding) {
    return finding.kind().id()
        + (finding.offset() == null
            ? " in " + finding.candidateOffsets()
            : " at " + finding.offset())
        + (finding.producerId() == null ? "" : " of producer " + finding.producerId());
  }
}
