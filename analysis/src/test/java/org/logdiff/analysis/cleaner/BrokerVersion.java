package org.logdiff.analysis.cleaner;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/**
 * A version of Kafka whose own cleaner runs in these tests, with that version's jars in a class
 * loader that sees nothing of ours. The modules below {@code oracles} fetch the jars.
 */
enum BrokerVersion {
  KAFKA_3_9("3.9", CleanerProfile.V3_9),
  KAFKA_4_2("4.2", CleanerProfile.V4_1),
  KAFKA_4_4("4.4", CleanerProfile.V4_4);

  private static final int IO_BUFFER_BYTES = 64 << 10;

  final CleanerProfile profile;
  private final String directory;
  private Constructor<?> constructor;

  BrokerVersion(String version, CleanerProfile profile) {
    this.directory = "kafka-" + version;
    this.profile = profile;
  }

  /** A cleaner over one log. */
  static final class Cleaner implements AutoCloseable {
    private final Object cleaner;

    private Cleaner(Object cleaner) {
      this.cleaner = cleaner;
    }

    /** The new checkpoint, or -1 if there was no pass. */
    long pass(long nowMs) {
      return ((LongUnaryOperator) cleaner).applyAsLong(nowMs);
    }

    @Override
    public void close() {
      try {
        ((AutoCloseable) cleaner).close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Opens a log with the broker's classes, which may change the directory. */
  Cleaner open(
      Path logDir,
      String topic,
      int partition,
      LogState log,
      boolean hasSnapshot,
      CleanerConfig config,
      long loadedAtMs) {
    Map<String, String> settings =
        Map.of(
            "cleanup.policy", config.compacted() ? "compact" : "delete",
            "delete.retention.ms", Long.toString(config.deleteRetentionMs()),
            "min.cleanable.dirty.ratio", Double.toString(config.minCleanableDirtyRatio()),
            "min.compaction.lag.ms", Long.toString(config.minCompactionLagMs()),
            "max.compaction.lag.ms", Long.toString(config.maxCompactionLagMs()),
            "internal.segment.bytes", Integer.toString(config.segmentBytes()),
            "segment.index.bytes", Integer.toString(config.segmentIndexBytes()),
            "index.interval.bytes", Integer.toString(config.indexIntervalBytes()),
            "segment.ms", Long.toString(Long.MAX_VALUE));
    try {
      return new Cleaner(
          constructor()
              .newInstance(
                  logDir.toString(),
                  topic,
                  partition,
                  settings,
                  log.logStartOffset(),
                  log.activeSegment().baseOffset(),
                  hasSnapshot,
                  (int) config.producerIdExpirationMs(),
                  (int) config.dedupeBufferBytes(),
                  config.dedupeBufferLoadFactor(),
                  IO_BUFFER_BYTES,
                  loadedAtMs));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The loader lives as long as the tests do. */
  @SuppressWarnings("resource")
  private synchronized Constructor<?> constructor() {
    if (constructor == null) {
      try {
        URLClassLoader loader = new URLClassLoader(urls(), ClassLoader.getPlatformClassLoader());
        constructor = loader.loadClass("org.logdiff.oracle.KafkaCleaner").getConstructors()[0];
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (ClassNotFoundException e) {
        throw new IllegalStateException(e);
      }
    }
    return constructor;
  }

  private URL[] urls() throws IOException {
    Path target = Path.of("..", "oracles", directory, "target").toAbsolutePath().normalize();
    List<URL> urls = new ArrayList<>();
    urls.add(url(target.resolve("classes")));
    String paths = Files.readString(target.resolve("classpath"));
    for (String path : paths.trim().split(java.io.File.pathSeparator)) {
      urls.add(url(Path.of(path)));
    }
    return urls.toArray(URL[]::new);
  }

  private static URL url(Path path) throws MalformedURLException {
    return path.toUri().toURL();
  }
}
