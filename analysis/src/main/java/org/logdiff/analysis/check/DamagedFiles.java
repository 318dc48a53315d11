package org.logdiff.analysis.check;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.format.Damage;
import org.logdiff.format.checkpoint.LeaderEpochCheckpoint;
import org.logdiff.format.checkpoint.PartitionMetadata;
import org.logdiff.format.layout.LogFile;
import org.logdiff.format.layout.PartitionDirectory;
import org.logdiff.format.layout.SegmentFiles;

/**
 * Small files of a partition directory that are damaged by themselves: transaction indexes,
 * producer snapshots, leader-epoch-checkpoint and partition.metadata. Whatever else is checked
 * leaves them out.
 */
final class DamagedFiles {
  private final Map<Path, Damaged> damaged = new LinkedHashMap<>();

  private record Damaged(FindingKind kind, List<Damage> damages) {}

  /** Of a directory that is not there. */
  static DamagedFiles none() {
    return new DamagedFiles();
  }

  /**
   * Reads them all.
   *
   * @throws IOException if one cannot be read
   */
  static DamagedFiles in(PartitionDirectory directory) throws IOException {
    DamagedFiles files = new DamagedFiles();
    for (SegmentFiles segment : directory.segments()) {
      if (segment.transactionIndex().isPresent()) {
        LogFile file = segment.transactionIndex().get();
        files.add(
            file.path(),
            FindingKind.DAMAGED_TRANSACTION_INDEX,
            PartitionDirectory.readTransactionIndex(file).damages());
      }
    }
    for (LogFile file : directory.producerSnapshots()) {
      files.add(
          file.path(),
          FindingKind.DAMAGED_SNAPSHOT,
          PartitionDirectory.readProducerSnapshot(file).damages());
    }
    files.add(
        directory.path().resolve(LeaderEpochCheckpoint.FILE_NAME),
        FindingKind.DAMAGED_LEADER_EPOCH_CHECKPOINT,
        directory.leaderEpochs().damages());
    files.add(
        directory.path().resolve(PartitionMetadata.FILE_NAME),
        FindingKind.DAMAGED_PARTITION_METADATA,
        directory.partitionMetadata().damages());
    return files;
  }

  private void add(Path file, FindingKind kind, List<Damage> damages) {
    if (!damages.isEmpty()) {
      damaged.put(file, new Damaged(kind, damages));
    }
  }

  Set<Path> paths() {
    return damaged.keySet();
  }

  /** One finding for each file. */
  List<FindingDraft> drafts(CheckContext context) {
    List<FindingDraft> drafts = new ArrayList<>();
    damaged.forEach((file, what) -> drafts.add(draft(context, file, what)));
    return drafts;
  }

  private static FindingDraft draft(CheckContext context, Path file, Damaged what) {
    String name = file.getFileName().toString();
    Damage first = what.damages().get(0);
    int more = what.damages().size() - 1;
    FindingDraft draft =
        new FindingDraft(context, what.kind(), "the file " + name + " is damaged")
            .about(name.hashCode())
            .observed(first + (more > 0 ? "; and " + more + " more" : ""))
            .exhibit(file, first.position(), first.length(), null, first.field());
    return switch (what.kind()) {
      case DAMAGED_TRANSACTION_INDEX ->
          draft
              .effectOnCommitted("aborted data may be served, or committed data be dropped")
              .rebuild();
      case DAMAGED_SNAPSHOT ->
          draft
              .effect("none: a broker that starts drops it and replays from the one before")
              .remedy("Nothing, if the log before it is intact.");
      case DAMAGED_LEADER_EPOCH_CHECKPOINT ->
          draft
              .effect("a broker that starts takes its whole log dir offline")
              .remedy(
                  "Do not start the broker with it. Rebuild the replica: move the directory "
                      + context.partition()
                      + " away before the broker is started.");
      default ->
          draft
              .effect("a broker that starts takes its whole log dir offline")
              .remedy(
                  "Copy the file from another replica of the same topic: all have the same content.");
    };
  }
}
