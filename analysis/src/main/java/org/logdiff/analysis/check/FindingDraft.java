package org.logdiff.analysis.check;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.logdiff.analysis.compare.Fingerprint;
import org.logdiff.analysis.report.Confidence;
import org.logdiff.analysis.report.Effect;
import org.logdiff.analysis.report.Exhibit;
import org.logdiff.analysis.report.Finding;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.analysis.report.OffsetRange;
import org.logdiff.analysis.report.Reading;
import org.logdiff.analysis.report.Step;

/** A finding in the making. What is not said stays empty. */
final class FindingDraft {
  private final CheckContext context;
  private final FindingKind kind;
  private final String summary;
  private final List<Step> reasoning = new ArrayList<>();
  private final List<String> assumptions = new ArrayList<>();
  private final List<Effect> effects = new ArrayList<>();
  private final List<String> remedy = new ArrayList<>();
  private final List<Exhibit> exhibits = new ArrayList<>();
  private final List<Reading> readings = new ArrayList<>();
  private Confidence confidence = Confidence.OBSERVED;
  private Long offset;
  private List<OffsetRange> candidates = List.of();
  private Long producerId;
  private long subject;

  FindingDraft(CheckContext context, FindingKind kind, String summary) {
    this.context = context;
    this.kind = kind;
    this.summary = summary;
  }

  /** What tells this fault from others of its kind in the same partition; in doubt the offset. */
  FindingDraft about(long what) {
    subject = what;
    return this;
  }

  /** The offset that it is about, for certain. */
  FindingDraft at(long where) {
    offset = where;
    candidates = List.of(new OffsetRange(where, where));
    subject = where;
    return this;
  }

  /** The offsets that it can be about; if it is just one, that is the offset. */
  FindingDraft among(List<OffsetRange> ranges) {
    candidates = ranges;
    boolean isOne = ranges.size() == 1 && ranges.get(0).count() == 1;
    offset = isOne ? (Long) ranges.get(0).first() : null;
    return this;
  }

  FindingDraft of(long producer) {
    producerId = producer;
    return this;
  }

  FindingDraft sure(Confidence howSure) {
    confidence = howSure;
    return this;
  }

  FindingDraft observed(String statement) {
    reasoning.add(new Step(Confidence.OBSERVED, statement, null));
    return this;
  }

  /**
   * @param rule row or law of docs/semantics.md
   */
  FindingDraft derived(String statement, String rule) {
    reasoning.add(new Step(Confidence.DERIVED, statement, rule));
    return this;
  }

  FindingDraft inferred(String statement, String rule) {
    reasoning.add(new Step(Confidence.INFERRED, statement, rule));
    return this;
  }

  FindingDraft assuming(String assumption) {
    assumptions.add(assumption);
    return this;
  }

  /** What consumers see under both isolation levels. */
  FindingDraft effect(String statement) {
    effects.add(new Effect(context.name(), null, statement));
    return this;
  }

  /** What consumers that read committed data only see. */
  FindingDraft effectOnCommitted(String statement) {
    effects.add(new Effect(context.name(), "read_committed", statement));
    return this;
  }

  FindingDraft remedy(String... steps) {
    remedy.addAll(List.of(steps));
    return this;
  }

  /** What to do if only another replica can help. */
  FindingDraft rebuild() {
    return remedy(
        "Keep a copy of the replica as it is.",
        "Rebuild it: stop that broker, move the directory "
            + context.partition()
            + " away, start it again, and wait until it is back in the ISR.");
  }

  FindingDraft exhibit(WalkedBatch batch, String shows) {
    return exhibit(
        batch.file(), batch.position(), batch.header().sizeBytes(), batch.baseOffset(), shows);
  }

  /**
   * @param at log offset; null for a file without one
   */
  FindingDraft exhibit(Path file, long position, long length, Long at, String shows) {
    exhibits.add(new Exhibit(context.name(), file, position, length, at, shows));
    return this;
  }

  /** A place in another replica's files. */
  FindingDraft exhibit(Exhibit elsewhere) {
    exhibits.add(elsewhere);
    return this;
  }

  FindingDraft reading(FindingKind other, String... conditions) {
    readings.add(new Reading(other, List.of(conditions)));
    return this;
  }

  Finding toFinding() {
    return new Finding(
        kind,
        Fingerprint.of(
            kind,
            context.partition(),
            context.topicId(),
            Fingerprint.node(context.nodeId(), context.name()),
            null,
            subject),
        confidence,
        context.name(),
        offset,
        candidates,
        null,
        producerId,
        summary,
        reasoning,
        assumptions,
        effects,
        remedy,
        exhibits,
        readings,
        null);
  }
}
