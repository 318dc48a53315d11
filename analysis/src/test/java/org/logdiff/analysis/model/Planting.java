package org.logdiff.analysis.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * Withholds exactly one tombstone or end marker from exactly one replica: lets it be away when the
 * one was written, and come back, if at all, when the cleaners of the others have removed it.
 * Nothing else about the others changes. What the replica's own cleaner does to its keys for want
 * of a marker belongs to the one loss.
 */
public final class Planting {

  private static final int MAX_TRIES = 100;

  private final History healthy;
  private final Plant plant;
  private final SplittableRandom random;

  /** Events that write what is to be withheld. */
  private final List<Integer> writes = new ArrayList<>();

  private final List<Integer> passes = new ArrayList<>();

  /** Before each event, which replicas follow: in sync, but not leading. */
  private final List<Set<Integer>> followers = new ArrayList<>();

  private Planting(History healthy, Plant plant, long seed) {
    this.healthy = healthy;
    this.plant = plant;
    this.random = new SplittableRandom(seed);
    Cluster cluster = new Cluster(healthy.config(), healthy.replicas());
    for (Event event : healthy.events()) {
      if (writesWanted(event, cluster)) {
        writes.add(followers.size());
      }
      if (event instanceof Event.Pass || event instanceof Event.FullPass) {
        passes.add(followers.size());
      }
      followers.add(
          cluster.inSync().stream()
              .filter(replica -> replica != cluster.leader())
              .map(ModelReplica::nodeId)
              .collect(Collectors.toSet()));
      cluster.apply(event);
    }
  }

  /**
   * Plants a loss.
   *
   * @param healthy a history without any loss; one that ends settled is the best soil
   * @return empty if no absence of one replica within this history loses exactly that
   */
  public static Optional<Planted> plant(History healthy, Plant plant, long seed) {
    return new Planting(healthy, plant, seed).plant();
  }

  private Optional<Planted> plant() {
    for (int tries = 0; tries < MAX_TRIES && !writes.isEmpty(); tries++) {
      int write = writes.get(random.nextInt(writes.size()));
      List<Integer> later = passes.stream().filter(pass -> pass > write).toList();
      if (!later.isEmpty()) {
        int end =
            plant.returns() ? later.get(random.nextInt(later.size())) + 1 : healthy.events().size();
        Optional<Planted> planted = tryAbsence(1 + random.nextInt(healthy.replicas()), write, end);
        if (planted.isPresent()) {
          return planted;
        }
      }
    }
    return Optional.empty();
  }

  private boolean writesWanted(Event event, Cluster cluster) {
    return switch (plant) {
      case TOMBSTONE ->
          event instanceof Event.Append append
              && append.writes().stream().anyMatch(write -> deletes(write, cluster.leader()));
      case COMMIT, LAST_COMMIT, COMMIT_BEFORE_CATCH_UP ->
          event instanceof Event.End end && end.outcome() == Outcome.COMMIT;
      case ABORT, ABORT_BEFORE_CATCH_UP ->
          event instanceof Event.Fence
              || (event instanceof Event.End end && end.outcome() == Outcome.ABORT);
    };
  }

  private static boolean deletes(Write write, ModelReplica leader) {
    return write.value() == null
        && leader.batches().stream()
            .flatMap(batch -> batch.records().stream())
            .anyMatch(record -> record.value() != null && write.key().equals(record.key()));
  }

  private Optional<Planted> tryAbsence(int replica, int from, int to) {
    List<Event> events = healthy.events();
    if (!followers.get(from).contains(replica)
        || events.subList(from, to).stream().anyMatch(event -> isAboutMoving(event, replica))) {
      return Optional.empty();
    }
    List<Event> changed = new ArrayList<>(events.subList(0, from));
    Event.Absence absence = Event.Absence.values()[random.nextInt(Event.Absence.values().length)];
    changed.add(new Event.Leave(replica, absence));
    events.subList(from, to).stream()
        .filter(event -> !isWorkOf(event, replica))
        .forEach(changed::add);
    if (plant.returns()) {
      changed.add(new Event.Return(replica, Event.ALL));
    }
    changed.addAll(events.subList(to, events.size()));
    return check(new History(healthy.config(), healthy.replicas(), changed), replica);
  }

  private Optional<Planted> check(History history, int replica) {
    Aftermath aftermath;
    try {
      aftermath = history.replay();
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // somebody was already away, or needs this replica
    }
    Truth truth = aftermath.truth();
    boolean exactlyOne =
        truth.losses().size() == 1
            && truth.losses().get(0).kind() == plant.loss()
            && truth.losses().get(0).replica() == replica
            && truth.losses().get(0).allOffsets().size() == 1
            && truth.atRisk().isEmpty()
            && (plant.isOfMarker() || truth.consequences().isEmpty())
            && (plant != Plant.LAST_COMMIT || isPinned(aftermath, truth.losses().get(0)));
    return exactlyOne
        ? Optional.of(new Planted(history, aftermath, truth.losses().get(0)))
        : Optional.empty();
  }

  private static boolean isPinned(Aftermath aftermath, Loss loss) {
    return aftermath.replica(loss.replica()).lastStableOffset() <= loss.orphanOffset();
  }

  /** Whether it leaves or joins, leads, or is copied from. */
  private static boolean isAboutMoving(Event event, int replica) {
    return (event instanceof Event.Elect elect && elect.replica() == replica)
        || (event instanceof Event.Leave leave && leave.replica() == replica)
        || (event instanceof Event.Return back
            && (back.replica() == replica || back.source() == replica))
        || (event instanceof Event.Rebuild rebuild
            && (rebuild.replica() == replica || rebuild.source() == replica));
  }

  private static boolean isWorkOf(Event event, int replica) {
    return (event instanceof Event.Pass pass && pass.replica() == replica)
        || (event instanceof Event.FullPass fullPass && fullPass.replica() == replica)
        || (event instanceof Event.Roll roll && roll.replica() == replica)
        || (event instanceof Event.ExpireProducers expire && expire.replica() == replica);
  }
}
