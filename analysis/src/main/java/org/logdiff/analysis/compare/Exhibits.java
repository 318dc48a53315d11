package org.logdiff.analysis.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.logdiff.analysis.align.BatchLocator;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.report.Exhibit;
import org.logdiff.format.disk.DirectoryEntry;
import org.logdiff.format.disk.ReadOnlyFile;

/** Collects the places in the evidence that show what a finding says. */
final class Exhibits {
  private final BatchLocator locator = new BatchLocator();
  private final List<Exhibit> exhibits = new ArrayList<>();

  /** The batch of a replica that holds an offset. */
  Exhibits batch(Replica replica, long offset, String shows) throws IOException {
    Optional<BatchLocator.Located> located = locator.holding(replica, offset);
    if (located.isPresent()) {
      exhibits.add(
          new Exhibit(
              replica.name(),
              located.get().segment().log().path(),
              located.get().position(),
              located.get().header().sizeBytes(),
              offset,
              shows));
    }
    return this;
  }

  /** The place where a replica goes on above an offset that it does not have. */
  Exhibits absence(Replica replica, long offset, String shows) throws IOException {
    Optional<BatchLocator.Located> located = locator.firstAbove(replica, offset);
    if (located.isPresent()) {
      exhibits.add(
          new Exhibit(
              replica.name(),
              located.get().segment().log().path(),
              located.get().position(),
              located.get().header().sizeBytes(),
              located.get().header().baseOffset(),
              shows));
    }
    return this;
  }

  /** A whole small file. */
  Exhibits snapshot(Replica replica, Replica.SnapshotAt snapshot, String shows) throws IOException {
    DirectoryEntry entry = ReadOnlyFile.describe(snapshot.file());
    long length = entry == null ? 0 : entry.sizeBytes();
    exhibits.add(new Exhibit(replica.name(), snapshot.file(), 0, length, snapshot.offset(), shows));
    return this;
  }

  Exhibits add(Exhibit exhibit) {
    exhibits.add(exhibit);
    return this;
  }

  List<Exhibit> toList() {
    return List.copyOf(exhibits);
  }
}
