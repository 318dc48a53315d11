package org.logdiff.analysis.cleaner;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.logdiff.analysis.model.RamDirectory;
import org.logdiff.analysis.replica.LogDir;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.replica.ReplicaOpener;
import org.logdiff.analysis.replica.ReplicaSource;
import org.logdiff.analysis.replica.SmallFiles;
import org.logdiff.format.TopicPartition;
import org.logdiff.format.layout.LogDirectory;

/**
 * Passes of a broker's own cleaner over a copy of a log, and ours over the original: after each the
 * same segments, byte by byte, their indexes too, and the same checkpoint.
 */
final class ComparedPasses {
  /** The one thing that 3.9 does and we do not: it rewrites compressed messages in their format. */
  private static final String NOT_REPLAYED = "is not replayed";

  private final BrokerVersion version;
  private final CleanerConfig config;
  private int passes;

  ComparedPasses(BrokerVersion version, CleanerConfig config) {
    this.version = version;
    this.config = config;
  }

  /** How many passes the broker made. */
  int passes() {
    return passes;
  }

  /**
   * Compares them.
   *
   * @param logDir holds the partition, and is left as it is
   * @param timesMs of the passes
   */
  void compare(String name, Path logDir, TopicPartition partition, long... timesMs)
      throws Exception {
    try (RamDirectory scratch = new RamDirectory();
        Replica replica = open(logDir, partition)) {
      Path copy = scratch.path().resolve("broker");
      copy(logDir, copy, partition);
      LogState state = LogStateReader.read(replica, config, timesMs[0]);
      List<Closeable> reopened = new ArrayList<>();
      try (BrokerVersion.Cleaner cleaner =
          version.open(
              copy,
              partition.topic(),
              partition.partition(),
              state,
              opensAtSnapshot(replica, state),
              config,
              timesMs[0])) {
        for (int i = 0; i < timesMs.length; i++) {
          String where = name + ", " + version + ", pass " + (i + 1);
          long checkpoint = cleaner.pass(timesMs[i]);
          Path ours = Files.createDirectory(scratch.path().resolve("pass" + i));
          PassResult pass =
              new CleanerReplay(config, version.profile, bytes -> {})
                  .pass(state, timesMs[i], PassListener.NOBODY, new SegmentFilesOutput(ours));
          if (pass.obstacle().filter(why -> why.contains(NOT_REPLAYED)).isPresent()) {
            assertEquals(BrokerVersion.KAFKA_3_9, version, where);
            return;
          }
          assertEquals(List.of(), pass.obstacle().stream().toList(), where);
          assertEquals(checkpoint, pass.isPass() ? pass.cleanedTo() : -1, where + ": checkpoint");
          if (pass.isPass()) {
            passes++;
            state = LogStateReader.after(state, pass, ours, reopened);
            compare(where, copy.resolve(partition.toString()), pass, ours, state);
          }
        }
      } finally {
        for (Closeable each : reopened) {
          each.close();
        }
      }
    }
  }

  private static void compare(String where, Path broker, PassResult pass, Path ours, LogState state)
      throws IOException {
    Set<Long> theirs = new TreeSet<>(files(broker, ".log").keySet());
    Set<Long> bases = new TreeSet<>();
    state.segments().forEach(segment -> bases.add(segment.baseOffset()));
    assertEquals(theirs, bases, where + ": segments");
    for (PassResult.Group group : pass.groups()) {
      for (String ending : List.of(".log", ".index", ".timeindex", ".txnindex")) {
        assertArrayEquals(
            bytes(files(broker, ending).get(group.baseOffset())),
            bytes(files(ours, ending).get(group.baseOffset())),
            where + ": " + group.baseOffset() + ending);
      }
    }
  }

  /**
   * Whether the broker is to open the log as after a clean stop: with a snapshot to begin with, and
   * with indexes that its configuration can hold.
   */
  private boolean opensAtSnapshot(Replica replica, LogState state) throws IOException {
    long base = state.activeSegment().baseOffset();
    Path index = files(replica.directory(), ".index").get(base);
    boolean isTooLarge = index != null && Files.size(index) > config.segmentIndexBytes();
    return !isTooLarge
        && replica.snapshots().stream()
            .anyMatch(
                snapshot ->
                    snapshot.offset() > replica.logStartOffset()
                        && snapshot.offset() <= replica.logEndOffset());
  }

  private static byte[] bytes(Path file) throws IOException {
    return file == null ? new byte[0] : Files.readAllBytes(file);
  }

  private static TreeMap<Long, Path> files(Path directory, String ending) throws IOException {
    TreeMap<Long, Path> files = new TreeMap<>();
    try (Stream<Path> children = Files.list(directory)) {
      children
          .filter(path -> path.getFileName().toString().matches("[0-9]{20}\\" + ending))
          .forEach(
              path ->
                  files.put(Long.parseLong(path.getFileName().toString().substring(0, 20)), path));
    }
    return files;
  }

  static Replica open(Path logDir, TopicPartition partition) throws IOException {
    LogDirectory directory = LogDirectory.list(logDir).orElseThrow();
    LogDir files =
        LogDir.read(directory, new SmallFiles("test", new ArrayList<>(), new ArrayList<>()));
    return ReplicaOpener.open(
            new ReplicaSource("test", files, logDir.resolve(partition.toString()), partition),
            new ArrayList<>(),
            new ArrayList<>())
        .orElseThrow();
  }

  private static void copy(Path from, Path to, TopicPartition partition) throws IOException {
    Files.createDirectories(to.resolve(partition.toString()));
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
    try (Stream<Path> files = Files.list(from.resolve(partition.toString()))) {
      for (Path file : files.toList()) {
        Files.copy(
            file,
            to.resolve(partition.toString()).resolve(file.getFileName()),
            StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }
}
