package org.logdiff.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.logdiff.analysis.model.Aftermath;
import org.logdiff.analysis.model.Histories;
import org.logdiff.analysis.model.History;
import org.logdiff.analysis.model.HistoryOptions;
import org.logdiff.analysis.model.Plant;
import org.logdiff.analysis.model.Planted;
import org.logdiff.analysis.model.Planting;
import org.logdiff.analysis.model.ReplicaState;
import org.logdiff.analysis.report.ComparisonReport;

/** What is to hold for random histories of a kind. */
enum HistoryProperty {
  TELLS_JUST_THE_LOSSES_WITHOUT_TRANSACTIONS(HistoryOptions.small()),
  TELLS_JUST_THE_LOSSES_WITH_TRANSACTIONS(HistoryOptions.small().withTransactions()),
  IS_SILENT_WHERE_NOTHING_NEEDED_IS_CLEANED(
      HistoryOptions.small().withTransactions().withoutLoss()),
  IS_SILENT_ON_REPLICAS_NEVER_AWAY(HistoryOptions.small().withTransactions().withoutOutages()),
  SAYS_THE_SAME_AT_HIGH_OFFSETS_WITH_OTHER_KEYS_AND_REPLICAS(
      HistoryOptions.small().withTransactions()),
  FINDS_THE_WITHHELD_TOMBSTONE(Plant.TOMBSTONE, HistoryOptions.small()),
  FINDS_THE_WITHHELD_ABORT(Plant.ABORT, HistoryOptions.small().withTransactions()),
  FINDS_THE_WITHHELD_COMMIT(Plant.COMMIT, HistoryOptions.small().withTransactions()),
  FINDS_THE_WITHHELD_LAST_COMMIT(Plant.LAST_COMMIT, HistoryOptions.small().withTransactions()),
  FINDS_THE_ABORT_GONE_BEFORE_CATCH_UP(
      Plant.ABORT_BEFORE_CATCH_UP, HistoryOptions.small().withTransactions()),
  FINDS_THE_COMMIT_GONE_BEFORE_CATCH_UP(
      Plant.COMMIT_BEFORE_CATCH_UP, HistoryOptions.small().withTransactions());

  private final HistoryOptions options;
  private final Optional<Plant> plant;

  HistoryProperty(HistoryOptions options) {
    this.options = options;
    this.plant = Optional.empty();
  }

  HistoryProperty(Plant plant, HistoryOptions options) {
    this.options = options.withoutOutages();
    this.plant = Optional.of(plant);
  }

  /** Whether its histories have one loss each, and planting it costs several times a history. */
  boolean isPlanted() {
    return plant.isPresent();
  }

  /**
   * Checks the histories of the seeds from the first one on.
   *
   * @return how many of each sort there were
   * @throws AssertionError for the first history for which it does not hold
   */
  SortedMap<String, Integer> check(long firstSeed, int count) {
    SortedMap<String, Integer> counts = new TreeMap<>();
    PlantedCheck answers = new PlantedCheck();
    for (long seed = firstSeed; seed < firstSeed + count; seed++) {
      long each = seed;
      Histories.forEach(options(seed), seed, 1, history -> check(history, each, counts, answers));
    }
    counts.putAll(answers.counts());
    return counts;
  }

  /** What is planted is found in settled soil, and also where cleaners were still at work. */
  private HistoryOptions options(long seed) {
    return plant.isPresent() && seed % 2 == 0 ? options.endingSettled() : options;
  }

  private void check(
      History history, long seed, SortedMap<String, Integer> counts, PlantedCheck answers) {
    List<String> problems = new ArrayList<>();
    if (plant.isPresent()) {
      Optional<Planted> planted = Planting.plant(history, plant.get(), seed);
      counts.merge(planted.isPresent() ? "planted" : "not planted", 1, Integer::sum);
      planted.ifPresent(p -> problems.addAll(problems(p, answers)));
    } else {
      problems.addAll(problems(replay(history), counts));
    }
    if (!problems.isEmpty()) {
      throw new AssertionError(String.join("\n", problems));
    }
  }

  private List<String> problems(Planted planted, PlantedCheck answers) {
    ComparisonReport report = HistoryCheck.compare(planted.aftermath());
    List<String> problems = HistoryCheck.problems(planted.aftermath(), report);
    if (plant.orElseThrow() != Plant.TOMBSTONE) {
      answers.check(planted, report).ifPresent(problems::add);
    }
    if (!problems.isEmpty()) {
      problems.add("planted: " + planted.history().text());
    }
    return problems;
  }

  private static List<String> problems(Aftermath aftermath, SortedMap<String, Integer> counts) {
    counts.merge(aftermath.truth().isHealthy() ? "healthy" : "with losses", 1, Integer::sum);
    return HistoryCheck.problems(aftermath, HistoryCheck.compare(aftermath));
  }

  private Aftermath replay(History history) {
    Aftermath aftermath = history.replay();
    return this == SAYS_THE_SAME_AT_HIGH_OFFSETS_WITH_OTHER_KEYS_AND_REPLICAS
        ? aftermath
            .shiftOffsets(1L << 33)
            .renameKeys(key -> "other-" + key)
            .permuteReplicas(permutation(aftermath))
        : aftermath;
  }

  /** Each node takes the place of the next. */
  private static int[] permutation(Aftermath aftermath) {
    int[] nodes = aftermath.replicas().stream().mapToInt(ReplicaState::nodeId).toArray();
    int[] rotated = new int[nodes.length];
    for (int i = 0; i < nodes.length; i++) {
      rotated[i] = nodes[(i + 1) % nodes.length];
    }
    return rotated;
  }
}
