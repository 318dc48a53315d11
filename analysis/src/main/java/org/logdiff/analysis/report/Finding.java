package org.logdiff.analysis.report;

import java.util.List;

/**
 * One fault that was found, with everything that is needed to check it by hand.
 *
 * @param fingerprint the same for the same fault on the same evidence, whatever the order of the
 *     directories and their paths
 * @param replica name of the replica that is at fault; null if it cannot be said
 * @param offset where the missing or conflicting thing is: the only candidate, or the likeliest
 *     under the assumptions; null if several remain alike
 * @param candidateOffsets all offsets it can have, smallest first; one range of one offset if
 *     {@code offset} is certain
 * @param key null if the finding is about no key
 * @param producerId null if the finding is about no producer
 * @param summary what is missing or wrong, where, in one sentence without keys or values
 * @param reasoning why we say so, in order
 * @param assumptions what an inference rests on; empty for an observation
 * @param effects what consumers see
 * @param remedy what to do, in order
 * @param readings if several remain: all of them, the likelier first; else empty
 * @param picture null if there is nothing to draw
 * @param timeline when it happened, as far as is known: the clauses of one sentence, in order
 */
public record Finding(
    FindingKind kind,
    String fingerprint,
    Confidence confidence,
    String replica,
    Long offset,
    List<OffsetRange> candidateOffsets,
    KeyEvidence key,
    Long producerId,
    String summary,
    List<Step> reasoning,
    List<String> assumptions,
    List<Effect> effects,
    List<String> remedy,
    List<Exhibit> exhibits,
    List<Reading> readings,
    Picture picture,
    List<Step> timeline) {
  public Finding {
    candidateOffsets = List.copyOf(candidateOffsets);
    reasoning = List.copyOf(reasoning);
    assumptions = List.copyOf(assumptions);
    effects = List.copyOf(effects);
    remedy = List.copyOf(remedy);
    exhibits = List.copyOf(exhibits);
    readings = List.copyOf(readings);
    timeline = List.copyOf(timeline);
  }

  /** A finding of which it is not known when it happened. */
  public Finding(
      FindingKind kind,
      String fingerprint,
      Confidence confidence,
      String replica,
      Long offset,
      List<OffsetRange> candidateOffsets,
      KeyEvidence key,
      Long producerId,
      String summary,
      List<Step> reasoning,
      List<String> assumptions,
      List<Effect> effects,
      List<String> remedy,
      List<Exhibit> exhibits,
      List<Reading> readings,
      Picture picture) {
    this(
        kind,
        fingerprint,
        confidence,
        replica,
        offset,
        candidateOffsets,
        key,
        producerId,
        summary,
        reasoning,
        assumptions,
        effects,
        remedy,
        exhibits,
        readings,
        picture,
        List.of());
  }

  /** The same finding with another timeline and other exhibits. */
  public Finding with(List<Step> otherTimeline, List<Exhibit> otherExhibits) {
    return new Finding(
        kind,
        fingerprint,
        confidence,
        replica,
        offset,
        candidateOffsets,
        key,
        producerId,
        summary,
        reasoning,
        assumptions,
        effects,
        remedy,
        otherExhibits,
        readings,
        picture,
        otherTimeline);
  }

  /** The same finding with other readings. */
  public Finding with(List<Reading> otherReadings) {
    return new Finding(
        kind,
        fingerprint,
        confidence,
        replica,
        offset,
        candidateOffsets,
        key,
        producerId,
        summary,
        reasoning,
        assumptions,
        effects,
        remedy,
        exhibits,
        otherReadings,
        picture);
  }

  public Severity severity() {
    return kind.severity();
  }
}
