package org.logdiff.analysis.inspect;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What an inspection told. */
final class Collected implements InspectionListener {
  final List<Item> items = new ArrayList<>();
  final List<String> failures = new ArrayList<>();

  static Collected of(Path path, Selection selection, Detail detail) {
    return of(path, selection, detail, false);
  }

  static Collected of(Path path, Selection selection, Detail detail, boolean explains) {
    Collected collected = new Collected();
    InspectionRequest request =
        new InspectionRequest(
            List.of(path.toString()),
            selection,
            detail,
            Optional.empty(),
            true,
            false,
            false,
            explains,
            Optional.empty());
    Inspection.run(request, collected);
    return collected;
  }

  List<Item.LogRecord> records() {
    return items.stream()
        .filter(Item.LogRecord.class::isInstance)
        .map(Item.LogRecord.class::cast)
        .toList();
  }

  List<Long> offsets() {
    return records().stream().map(item -> item.record().offset()).toList();
  }

  <T extends Item> List<T> all(Class<T> type) {
    return items.stream().filter(type::isInstance).map(type::cast).toList();
  }

  @Override
  public void found(Item item) {
    items.add(item);
  }

  @Override
  public boolean wantsMore() {
    return true;
  }

  @Override
  public void failed(String complaint) {
    failures.add(complaint);
  }
}
