package org.logdiff.analysis.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Makes random histories; the same seed and options give the same history. */
public final class HistoryGenerator {

  private static final List<String> PRODUCERS = List.of("p1", "p2", "p3");
  private static final int MAX_RECORDS_PER_BATCH = 3;
  private static final String FILLER = "filler";

  private final HistoryOptions options;
  private final SplittableRandom random;
  private final Cluster cluster;
  private final List<Event> events = new ArrayList<>();
  private final int keys;
  private final int tombstonePercent;
  private final int endPercent;

  /** The producers that write in transactions; the others are idempotent. */
  private final List<String> transactional;

  private HistoryGenerator(HistoryOptions options, long seed) {
    this.options = options;
    this.random = new SplittableRandom(seed);
    this.cluster = new Cluster(options.config(), options.replicas());
    this.keys = random.nextInt(1, 2 * options.keys() + 1);
    this.tombstonePercent = random.nextInt(10, 60);
    this.endPercent = random.nextInt(30, 80);
    this.transactional =
        options.transactions()
            ? PRODUCERS.stream().filter(producer -> chance(75)).toList()
            : List.of();
  }

  /** A random history. */
  public static History generate(HistoryOptions options, long seed) {
    return new HistoryGenerator(options, seed).generate();
  }

  private History generate() {
    for (String producer : transactional) {
      if (chance(35)) {
        happen(new Event.Speak(producer, ProducerKind.PROTOCOL_1));
      }
    }
    int length = random.nextInt(options.maxOffsets() / 4, options.maxOffsets() + 1);
    while (cluster.leader().logEndOffset() < length) {
      step();
    }
    if (options.settled()) {
      settle();
    }
    return new History(options.config(), options.replicas(), events);
  }

  private void step() {
    int dice = random.nextInt(100);
    if (dice < 50) {
      write();
    } else if (dice < 62) {
      clean();
    } else if (dice < 72) {
      roll();
    } else if (dice < 78) {
      happen(new Event.Wait(random.nextLong(2 * options.config().deleteRetentionMs())));
    } else if (dice < 90) {
      changeReplicas();
    } else if (dice < 97) {
      cleanThoroughly();
    } else {
      rareThing();
    }
  }

  private void write() {
    String producer = chance(30) ? "" : pick(PRODUCERS);
    if (!transactional.contains(producer)) {
      append(producer);
    } else if (!cluster.inTransaction(producer)) {
      happen(new Event.Begin(producer));
      append(producer);
    } else if (chance(endPercent)) {
      end(producer);
    } else {
      append(producer);
    }
  }

  private void end(String producer) {
    int dice = random.nextInt(20);
    if (dice == 0) {
      happen(new Event.Fence(producer));
    } else {
      happen(new Event.End(producer, dice < 9 ? Outcome.ABORT : Outcome.COMMIT));
    }
    if (chance(3)) {
      happen(new Event.End(producer, Outcome.ABORT));
    }
  }

  private void append(String producer) {
    int count = chance(70) ? 1 : random.nextInt(2, MAX_RECORDS_PER_BATCH + 1);
    List<Write> writes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String key = "k" + random.nextInt(keys);
      String value = "v" + (cluster.leader().logEndOffset() + i);
      if (chance(2)) {
        key = null;
      }
      writes.add(new Write(key, chance(tombstonePercent) && key != null ? null : value));
    }
    Codec codec = chance(80) ? Codec.NONE : pick(List.of(Codec.values()));
    happen(new Event.Append(producer, writes, codec));
  }

  private void clean() {
    int nodeId = pick(cluster.inSync()).nodeId();
    boolean full = chance(15);
    if (chance(50)) {
      happen(new Event.Roll(nodeId));
    }
    pass(nodeId, full);
  }

  private void pass(int nodeId, boolean full) {
    if (options.lossPossible() || keepsWhatOthersNeed(nodeId, full)) {
      happen(full ? new Event.FullPass(nodeId) : new Event.Pass(nodeId));
    }
  }

  /**
   * What makes losses likely: enough rounds that tombstones and markers go, while some are away.
   */
  private void cleanThoroughly() {
    for (String producer : PRODUCERS) {
      if (cluster.inTransaction(producer) && chance(80)) {
        end(producer);
      }
    }
    List<ModelReplica> cleaned = chance(80) ? cluster.inSync() : List.of(pick(cluster.inSync()));
    for (int rounds = random.nextInt(2, 6); rounds > 0; rounds--) {
      boolean full = chance(60);
      if (!full) {
        happen(new Event.Append("", List.of(new Write(FILLER, "v" + rounds)), Codec.NONE));
      }
      for (ModelReplica replica : cleaned) {
        happen(new Event.Roll(replica.nodeId()));
        pass(replica.nodeId(), full);
      }
      happen(new Event.Wait(options.config().deleteRetentionMs()));
    }
  }

  private boolean keepsWhatOthersNeed(int nodeId, boolean full) {
    Optional<CleaningResult> result = cluster.dryRun(nodeId, full);
    if (result.isEmpty()) {
      return true;
    }
    List<ModelBatch> after =
        result.get().segments().stream().flatMap(segment -> segment.batches.stream()).toList();
    return cluster.replicas().stream()
        .filter(replica -> !replica.isOnline())
        .allMatch(
            replica ->
                needed(cluster.replica(nodeId).batches(), replica.logEndOffset())
                    .equals(needed(after, replica.logEndOffset())));
  }

  /** Offsets of the tombstones and full markers from an offset on. */
  private static List<Long> needed(List<ModelBatch> batches, long fromOffset) {
    List<Long> needed = new ArrayList<>();
    for (ModelBatch batch : batches) {
      if (batch.marker().isPresent() && batch.baseOffset() >= fromOffset) {
        needed.add(batch.baseOffset());
      }
      batch.records().stream()
          .filter(record -> record.isTombstone() && record.offset() >= fromOffset)
          .forEach(record -> needed.add(record.offset()));
    }
    return needed;
  }

  private void roll() {
    int nodeId = chance(40) ? Event.ALL : pick(cluster.inSync()).nodeId();
    happen(chance(20) ? new Event.Roll(nodeId) : new Event.RollWithNextAppend(nodeId));
  }

  private void changeReplicas() {
    List<ModelReplica> inSync = cluster.inSync();
    List<ModelReplica> absent =
        cluster.replicas().stream().filter(replica -> !replica.isOnline()).toList();
    if (!options.outages() || (absent.isEmpty() && chance(30))) {
      happen(new Event.Elect(pick(inSync).nodeId()));
    } else if (!absent.isEmpty() && chance(50)) {
      happen(new Event.Return(pick(absent).nodeId(), pick(inSync).nodeId()));
    } else if (inSync.size() > 1) {
      leaveOrBeRebuilt(inSync);
    }
  }

  private void leaveOrBeRebuilt(List<ModelReplica> inSync) {
    ModelReplica replica = pick(inSync);
    if (chance(85)) {
      happen(new Event.Leave(replica.nodeId(), pick(List.of(Event.Absence.values()))));
      return;
    }
    List<ModelReplica> sources = inSync.stream().filter(other -> other != replica).toList();
    happen(new Event.Rebuild(replica.nodeId(), pick(sources).nodeId()));
  }

  private void rareThing() {
    long end = cluster.leader().logEndOffset();
    switch (random.nextInt(4)) {
      case 0 -> happen(new Event.MoveCoordinator());
      case 1 -> happen(new Event.ExpireProducers(Event.ALL));
      case 2 -> {
        happen(new Event.Wait(options.config().producerIdExpirationMs()));
        happen(new Event.ExpireProducers(pick(cluster.inSync()).nodeId()));
      }
      default -> happen(new Event.DeleteRecords(random.nextLong(end / 3 + 1)));
    }
  }

  /** Everyone returns, and the cleaners have the time to do all that they can. */
  private void settle() {
    for (ModelReplica replica : cluster.replicas()) {
      if (!replica.isOnline()) {
        happen(new Event.Return(replica.nodeId(), Event.ALL));
      }
    }
    if (options.transactions() && chance(50)) {
      transactional.forEach(this::decide);
    }
    for (int round = 0; round < 3; round++) {
      happen(new Event.Append("", List.of(new Write(FILLER, "v" + round)), Codec.NONE));
      happen(new Event.Roll(Event.ALL));
      happen(new Event.Pass(Event.ALL));
      happen(new Event.Wait(options.config().deleteRetentionMs()));
    }
  }

  /** Where the end of an earlier transaction was lost, this one's decides that one too. */
  private void decide(String producer) {
    if (!cluster.inTransaction(producer)) {
      happen(new Event.Begin(producer));
    }
    append(producer);
    end(producer);
  }

  private void happen(Event event) {
    cluster.apply(event);
    events.add(event);
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
