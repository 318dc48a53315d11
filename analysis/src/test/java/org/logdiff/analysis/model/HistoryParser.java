package org.logdiff.analysis.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Reads the language of histories, see {@link History}. */
final class HistoryParser {

  private static final int DEFAULT_REPLICAS = 3;

  /** Enough that a superseded value, then its tombstone, then its marker are gone. */
  private static final int ROUNDS_OF_CLEANING = 5;

  private final TopicConfig config;
  private final String text;
  private final List<Event> events = new ArrayList<>();
  private int replicas = DEFAULT_REPLICAS;
  private int stepNumber;
  private String step;

  private HistoryParser(TopicConfig config, String text) {
    this.config = config;
    this.text = text;
  }

  static History parse(TopicConfig config, String text) {
    return new HistoryParser(config, text).parse();
  }

  private History parse() {
    for (String each : text.split("[|\n]")) {
      if (!each.isBlank()) {
        stepNumber++;
        step = each.strip();
        parseStep();
      }
    }
    return new History(config, replicas, events);
  }

  private void parseStep() {
    int colon = step.indexOf(':');
    if (colon >= 0) {
      String producer = step.substring(0, colon).strip();
      check(producer.matches("\\w+"), "'" + producer + "' is no name of a producer");
      producerStep(producer, words(step.substring(colon + 1)));
    } else if (!clusterStep(words(step))) {
      producerStep("", words(step));
    }
  }

  private boolean clusterStep(List<String> words) {
    List<String> rest = words.subList(1, words.size());
    switch (words.get(0)) {
      case "replicas" -> replicas = only(rest);
      case "leader" -> events.add(new Event.Elect(only(rest)));
      case "away", "kill", "cut" -> leave(words.get(0), rest);
      case "back" -> copy(rest, source -> replica -> new Event.Return(replica, source));
      case "rebuild" -> copy(rest, source -> replica -> new Event.Rebuild(replica, source));
      case "pass" -> eachReplica(rest, Event.Pass::new);
      case "fullpass" -> eachReplica(rest, Event.FullPass::new);
      case "roll" -> eachReplica(rest, Event.Roll::new);
      case "rollnext" -> eachReplica(rest, Event.RollWithNextAppend::new);
      case "expire" -> eachReplica(rest, Event.ExpireProducers::new);
      case "clean" -> clean(rest);
      case "start" -> events.add(new Event.DeleteRecords(only(rest)));
      case "wait" -> events.add(new Event.Wait(only(rest)));
      case "coordinator" -> {
        check(rest.isEmpty(), "'coordinator' stands alone");
        events.add(new Event.MoveCoordinator());
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void leave(String absence, List<String> rest) {
    Event.Absence how = Event.Absence.valueOf(absence.toUpperCase(Locale.ROOT));
    check(!rest.isEmpty(), "which replica?");
    rest.forEach(word -> events.add(new Event.Leave(number(word), how)));
  }

  private void copy(List<String> rest, Function<Integer, Function<Integer, Event>> event) {
    int from = rest.indexOf("from");
    List<String> targets = from < 0 ? rest : rest.subList(0, from);
    check(!targets.isEmpty(), "which replica?");
    int source = from < 0 ? Event.ALL : only(rest.subList(from + 1, rest.size()));
    targets.forEach(word -> events.add(event.apply(source).apply(number(word))));
  }

  private void eachReplica(List<String> rest, Function<Integer, Event> event) {
    if (rest.isEmpty()) {
      events.add(event.apply(Event.ALL));
    }
    rest.forEach(word -> events.add(event.apply(number(word))));
  }

  private void clean(List<String> rest) {
    for (int round = 0; round < ROUNDS_OF_CLEANING; round++) {
      eachReplica(rest, Event.Roll::new);
      eachReplica(rest, Event.FullPass::new);
      events.add(new Event.Wait(config.deleteRetentionMs()));
    }
  }

  private void producerStep(String producer, List<String> words) {
    check(!words.isEmpty(), "what does it do?");
    check(
        producer.isEmpty() || !words.get(0).equals("protocol") || words.size() == 2,
        "expected 'protocol 1' or 'protocol 2'");
    if (!producer.isEmpty() && words.get(0).equals("protocol")) {
      events.add(new Event.Speak(producer, protocol(words.get(1))));
      return;
    }
    for (String word : words) {
      events.add(producer.isEmpty() ? append(producer, word) : action(producer, word));
    }
  }

  private ProducerKind protocol(String version) {
    return switch (version) {
      case "1" -> ProducerKind.PROTOCOL_1;
      case "2" -> ProducerKind.PROTOCOL_2;
      default -> throw complaint("there is no protocol " + version);
    };
  }

  private Event action(String producer, String word) {
    return switch (word) {
      case "begin" -> new Event.Begin(producer);
      case "commit" -> new Event.End(producer, Outcome.COMMIT);
      case "abort" -> new Event.End(producer, Outcome.ABORT);
      case "fence" -> new Event.Fence(producer);
      default -> append(producer, word);
    };
  }

  private Event append(String producer, String word) {
    if (!word.startsWith("[")) {
      return new Event.Append(producer, List.of(write(word)), Codec.NONE);
    }
    int end = word.indexOf(']');
    List<String> records = words(word.substring(1, end));
    check(!records.isEmpty(), "a batch needs a record");
    return new Event.Append(
        producer, records.stream().map(this::write).toList(), codec(word.substring(end + 1)));
  }

  private Codec codec(String name) {
    return Arrays.stream(Codec.values())
        .filter(codec -> codec.text().equals(name.isEmpty() ? "none" : name))
        .findFirst()
        .orElseThrow(() -> complaint("there is no codec '" + name + "'"));
  }

  private Write write(String word) {
    int equals = word.indexOf('=');
    if (equals < 0) {
      check(word.matches("\\w+"), "'" + word + "' is no record, write key=value");
      return new Write(word, word);
    }
    String key = equals == 0 ? null : word.substring(0, equals);
    String value = word.substring(equals + 1);
    return new Write(key, value.equals(HistoryText.TOMBSTONE) ? null : value);
  }

  /** Splits at blanks, but not within brackets. */
  private List<String> words(String phrase) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean inBatch = false;
    for (char c : phrase.toCharArray()) {
      if (Character.isWhitespace(c) && !inBatch) {
        takeWord(words, word);
        continue;
      }
      check(c != '[' || (!inBatch && word.isEmpty()), "'[' in the wrong place");
      check(c != ']' || inBatch, "']' without '['");
      inBatch = c == '[' || (inBatch && c != ']');
      word.append(c);
    }
    check(!inBatch, "'[' without ']'");
    takeWord(words, word);
    return words;
  }

  private static void takeWord(List<String> words, StringBuilder word) {
    if (!word.isEmpty()) {
      words.add(word.toString());
      word.setLength(0);
    }
  }

  private int only(List<String> words) {
    check(words.size() == 1, "expected one number");
    return number(words.get(0));
  }

  private int number(String word) {
    check(word.matches("\\d{1,9}"), "'" + word + "' is no number");
    return Integer.parseInt(word);
  }

  private void check(boolean condition, String complaint) {
    if (!condition) {
      throw complaint(complaint);
    }
  }

  private IllegalArgumentException complaint(String complaint) {
    return new IllegalArgumentException("step " + stepNumber + " '" + step + "': " + complaint);
  }
}
