package org.logdiff.analysis.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever is selected, by whichever way the indexes lead: it is what a look at every record gives.
 */
class SelectionTest {
  private static final int ROUNDS = 120;

  @TempDir Path scratch;
  private Path partition;
  private List<Item.LogRecord> all;
  private long endOffset;
  private long endMs;

  @BeforeEach
  void write() throws IOException {
    WrittenPartition written = new WrittenPartition(scratch.resolve("foo-0"), 7);
    written.segment(0, 0, 3000);
    written.segment(written.nextOffset(), 0, 5000);
    written.segment(written.nextOffset() + 100, 0, 2000);
    partition = written.directory();
    endOffset = written.nextOffset();
    endMs = written.timestamp();
    Collected everything = Collected.of(partition, Selection.ALL, Detail.RECORDS);
    all = everything.records();
    assertEquals(List.of(), everything.failures);
    assertTrue(all.size() > 10_000, "records: " + all.size());
  }

  @Test
  void withIndexes() {
    compare();
  }

  @Test
  void withoutIndexes() throws IOException {
    for (Path index : indexes()) {
      Files.delete(index);
    }
    compare();
  }

  @Test
  void withIndexesOfGarbage() throws IOException {
    Random random = new Random(3);
    for (Path index : indexes()) {
      byte[] bytes = new byte[(int) Files.size(index)];
      random.nextBytes(bytes);
      Files.write(index, bytes);
    }
    compare();
  }

  @Test
  void withIndexesThatLeadAside() throws IOException {
    for (Path index : indexes()) {
      if (index.toString().endsWith(".index")) {
        byte[] bytes = Files.readAllBytes(index);
        for (int i = 7; i < bytes.length; i += 8) {
          bytes[i] ^= 1;
        }
        Files.write(index, bytes);
      }
    }
    compare();
  }

  private List<Path> indexes() throws IOException {
    try (Stream<Path> files = Files.list(partition)) {
      return files.filter(file -> file.toString().endsWith("index")).toList();
    }
  }

  private void compare() {
    Random random = new Random(11);
    for (int i = 0; i < ROUNDS; i++) {
      Selection selection = selection(random);
      Collected found = Collected.of(partition, selection, Detail.RECORDS);
      assertEquals(expected(selection), found.offsets(), selection.toString());
      assertEquals(List.of(), found.failures);
    }
  }

  private Selection selection(Random random) {
    boolean byOffset = random.nextInt(3) > 0;
    boolean byTime = random.nextInt(3) == 0;
    long first = (long) (random.nextDouble() * endOffset);
    long from =
        WrittenPartition.FIRST_MS
            + (long) (random.nextDouble() * (endMs - WrittenPartition.FIRST_MS));
    Set<RecordKind> kinds = EnumSet.noneOf(RecordKind.class);
    if (random.nextInt(3) == 0) {
      kinds.add(RecordKind.values()[random.nextInt(3)]);
      kinds.add(RecordKind.values()[random.nextInt(3)]);
    }
    return new Selection(
        byOffset ? first : Long.MIN_VALUE,
        byOffset && random.nextBoolean() ? first + random.nextInt(500) : Long.MAX_VALUE,
        byTime ? from : Long.MIN_VALUE,
        byTime && random.nextBoolean() ? from + random.nextInt(20_000) : Long.MAX_VALUE,
        random.nextInt(4) == 0
            ? Optional.of(KeyFilter.parse(random.nextBoolean() ? "k7" : "/^k1./"))
            : Optional.empty(),
        random.nextInt(4) == 0 ? OptionalLong.of(random.nextInt(2)) : OptionalLong.empty(),
        OptionalInt.empty(),
        random.nextInt(6) == 0 ? OptionalInt.of(random.nextInt(3)) : OptionalInt.empty(),
        kinds,
        random.nextInt(6) == 0 ? Optional.of(Pattern.compile("v1")) : Optional.empty(),
        random.nextInt(2) == 0 ? 1 + random.nextInt(40) : Long.MAX_VALUE,
        random.nextInt(3) == 0,
        random.nextInt(3) == 0,
        false);
  }

  private List<Long> expected(Selection selection) {
    List<Long> offsets =
        new ArrayList<>(
            all.stream()
                .filter(item -> isWanted(item, selection))
                .map(item -> item.record().offset())
                .toList());
    int most = (int) Math.min(offsets.size(), selection.limit());
    if (selection.isDescending()) {
      Collections.reverse(offsets);
      return offsets.subList(0, most);
    }
    return selection.fromEnd()
        ? offsets.subList(offsets.size() - most, offsets.size())
        : offsets.subList(0, most);
  }

  private static boolean isWanted(Item.LogRecord item, Selection selection) {
    long offset = item.record().offset();
    long timestamp = item.record().timestamp();
    boolean isKey =
        selection.key().isEmpty()
            || item.kind() != RecordKind.MARKER
                && item.record()
                    .key()
                    .map(key -> selection.key().get().matches(key.toArray(), 0, key.length()))
                    .orElse(false);
    boolean isFound =
        selection.grep().isEmpty()
            || item.record()
                .value()
                .map(value -> selection.grep().get().matcher(value.toString()).find())
                .orElse(false);
    return selection.firstOffset() <= offset
        && offset <= selection.lastOffset()
        && selection.fromMs() <= timestamp
        && timestamp <= selection.toMs()
        && isKey
        && isFound
        && (selection.kinds().isEmpty() || selection.kinds().contains(item.kind()))
        && (selection.producerId().isEmpty()
            || selection.producerId().getAsLong() == item.batch().producerId())
        && (selection.leaderEpoch().isEmpty()
            || selection.leaderEpoch().getAsInt() == item.batch().partitionLeaderEpoch());
  }
}
