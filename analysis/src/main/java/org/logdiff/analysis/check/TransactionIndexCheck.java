package org.logdiff.analysis.check;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.logdiff.analysis.align.BatchLocator;
import org.logdiff.analysis.replica.Replica;
import org.logdiff.analysis.report.FindingKind;
import org.logdiff.analysis.transaction.ProducerEvent;
import org.logdiff.format.index.AbortedTxn;
import org.logdiff.format.index.TransactionIndex;
import org.logdiff.format.layout.LogFileName;

/**
 * Each ABORT that ends data has an entry in the transaction index of its segment, and each entry
 * has its ABORT.
 *
 * <p>What cleaning makes of a right index is right too: an entry may begin before the data that is
 * left, for the first batches are gone; it may belong to an ABORT of which no data is left, until
 * the next pass; its last stable offset may name a transaction of which the log shows less now or
 * nothing. An ABORT without data has no entry.
 *
 * <table>
 * <caption>Rows</caption>
 * <tr><td>A</td><td>an ABORT ends data at f, and no entry names it</td><td>missing entry</td></tr>
 * <tr><td>B</td><td>an entry names an offset at which there is no ABORT</td><td>unfounded entry</td></tr>
 * <tr><td>C</td><td>the entry of an ABORT names another producer</td><td>wrong entry</td></tr>
 * <tr><td>D</td><td>it begins above f: aborted data below it is served as committed</td><td>wrong
 *     entry</td></tr>
 * <tr><td>E</td><td>it begins at or below the producer's marker before: what that marker committed
 *     is hidden</td><td>wrong entry</td></tr>
 * <tr><td>F</td><td>its last stable offset lies above the first offset of a transaction that was
 *     open then: the search for aborted transactions ends too early</td><td>wrong entry</td></tr>
 * <tr><td>G</td><td>its last stable offset is no offset where another producer's transaction can
 *     have begun</td><td>wrong entry</td></tr>
 * </table>
 *
 * <p>Nothing is said of an ABORT if damage between its data and it can hide another end.
 *
 * <p>Source: {@code ProducerAppendInfo.appendEndTxnMarker}, {@code
 * ProducerStateManager.lastStableOffset}, {@code TransactionIndex.collectAbortedTxns}, {@code
 * CleanedTransactionMetadata}, Kafka 4.4.0.
 */
final class TransactionIndexCheck implements ReplicaCheck {
  private final ReplicaFindings findings;
  private final Replica replica;
  private final BatchLocator locator = new BatchLocator();
  private final Map<Path, List<Replica.AbortedIn>> entriesByFile;

  /** Entries of the current segment, by last offset, of which no ABORT was met yet. */
  private final Map<Long, Numbered> open = new LinkedHashMap<>();

  /** ABORTs of the current segment without an entry. */
  private final List<Missing> missing = new ArrayList<>();

  private boolean isReadable;

  /** An entry and its number in its file. */
  private record Numbered(Replica.AbortedIn in, int number) {
    AbortedTxn entry() {
      return in.entry();
    }

    long position() {
      return (long) number * TransactionIndex.ENTRY_SIZE_BYTES;
    }

    String text() {
      return "producer %d, %d to %d, last stable offset %d"
          .formatted(
              entry().producerId(),
              entry().firstOffset(),
              entry().lastOffset(),
              entry().lastStableOffset());
    }
  }

  private record Missing(WalkedBatch abort, long firstOffset) {}

  TransactionIndexCheck(ReplicaFindings findings) {
    this.findings = findings;
    this.replica = findings.context().replica();
    this.entriesByFile =
        replica.abortedTransactions().stream()
            .collect(Collectors.groupingBy(Replica.AbortedIn::file));
  }

  @Override
  public void segment(int segment) {
    open.clear();
    missing.clear();
    Path file = SegmentPath.of(replica.segments().get(segment), LogFileName.Kind.TRANSACTION_INDEX);
    isReadable = !findings.context().isDamaged(file);
    if (isReadable) {
      int number = 0;
      for (Replica.AbortedIn in : entriesByFile.getOrDefault(file, List.of())) {
        open.put(in.entry().lastOffset(), new Numbered(in, number++));
      }
    }
  }

  @Override
  public void batch(WalkedBatch batch, ProducerReplay before) throws IOException {
    if (!isReadable
        || batch.kind() != ProducerEvent.Kind.ABORT
        || !batch.header().hasProducerId()) {
      return;
    }
    ProducerReplay.State producer = before.of(batch.header().producerId());
    boolean isSure =
        producer != null
            && producer.isOpen()
            && producer.openFirstOffset >= replica.logStartOffset()
            && !before.hides(producer.openFirstOffset, batch.baseOffset());
    Numbered entry = open.remove(batch.baseOffset());
    if (entry != null) {
      judge(entry, batch, producer, isSure, before);
    } else if (isSure) {
      missing.add(new Missing(batch, producer.openFirstOffset));
    }
  }

  private void judge(
      Numbered numbered,
      WalkedBatch abort,
      ProducerReplay.State producer,
      boolean isSure,
      ProducerReplay before)
      throws IOException {
    AbortedTxn entry = numbered.entry();
    long producerId = abort.header().producerId();
    if (entry.producerId() != producerId) {
      findings.add(
          wrong(numbered, abort, "the ABORT there is of producer " + producerId, "C")
              .effectOnCommitted(
                  "data of producer "
                      + producerId
                      + " that was aborted is served, and data of producer "
                      + entry.producerId()
                      + " may be hidden"));
      return;
    }
    if (isSure && entry.firstOffset() > producer.openFirstOffset) {
      long first = producer.openFirstOffset;
      findings.add(
          wrong(numbered, abort, "its data begins at " + first + ", below the entry", "D")
              .effectOnCommitted(
                  "the aborted data from "
                      + first
                      + " to below "
                      + entry.firstOffset()
                      + " is served"));
    } else if (producer != null
        && producer.endOffset != ProducerReplay.NONE
        && entry.firstOffset() <= producer.endOffset) {
      String end = producer.endKind + " at " + producer.endOffset;
      findings.add(
          wrong(numbered, abort, "the producer's " + end + " lies within the entry", "E")
              .effectOnCommitted(
                  "data from " + entry.firstOffset() + " to that marker is dropped as if aborted"));
    } else {
      judgeStableOffset(numbered, abort, before);
    }
  }

  private void judgeStableOffset(Numbered numbered, WalkedBatch abort, ProducerReplay before)
      throws IOException {
    AbortedTxn entry = numbered.entry();
    long stored = entry.lastStableOffset();
    Optional<Long> oldest = before.oldestOpenBut(entry.producerId());
    long replayed = oldest.orElse(abort.lastOffset() + 1);
    if (stored > replayed && !before.hides(replayed, abort.baseOffset())) {
      findings.add(
          wrong(numbered, abort, "a transaction that began at " + replayed + " was open then", "F")
              .effectOnCommitted(
                  "fetches that end between "
                      + replayed
                      + " and "
                      + stored
                      + " may miss later entries, so that aborted data is served"));
    } else if (stored < replayed && !canBeginTransaction(stored, entry.producerId())) {
      findings.add(
          wrong(numbered, abort, "no transaction of another producer began at " + stored, "G"));
    }
  }

  /** Whether a transaction can have begun at an offset; what is not there any more, can. */
  private boolean canBeginTransaction(long offset, long otherThan) throws IOException {
    if (offset < replica.segments().get(0).baseOffset()) {
      return true;
    }
    Optional<BatchLocator.Located> batch = locator.holding(replica, offset);
    return batch.isEmpty()
        || (batch.get().header().baseOffset() == offset
            && batch.get().header().isTransactional()
            && !batch.get().header().isControl()
            && batch.get().header().producerId() != otherThan);
  }

  private FindingDraft wrong(
      Numbered numbered, WalkedBatch abort, String contradiction, String row) {
    return findings
        .draft(
            FindingKind.TRANSACTION_INDEX_WRONG_ENTRY,
            "the transaction index misdescribes the transaction that was aborted at "
                + abort.baseOffset())
        .at(abort.baseOffset())
        .of(abort.header().producerId())
        .observed("the entry says: " + numbered.text())
        .derived(contradiction, "4, transaction index " + row)
        .exhibit(
            numbered.in().file(),
            numbered.position(),
            TransactionIndex.ENTRY_SIZE_BYTES,
            numbered.entry().lastOffset(),
            "the entry")
        .exhibit(abort, "the ABORT")
        .rebuild();
  }

  @Override
  public void endOfSegment(ProducerReplay state) {
    for (Missing abort : missing) {
      Optional<Numbered> strayed =
          open.values().stream()
              .filter(e -> e.entry().producerId() == abort.abort().header().producerId())
              .filter(e -> e.entry().firstOffset() == abort.firstOffset())
              .findFirst();
      if (strayed.isPresent()) {
        open.remove(strayed.get().entry().lastOffset());
        long offset = abort.abort().baseOffset();
        findings.add(
            wrong(strayed.get(), abort.abort(), "its ABORT is at " + offset, "B")
                .effectOnCommitted(
                    "aborted data from " + abort.firstOffset() + " on may be served"));
      } else {
        missing(abort);
      }
    }
    for (Numbered entry : open.values()) {
      if (!state.hides(entry.entry().lastOffset(), entry.entry().lastOffset())) {
        unfounded(entry);
      }
    }
  }

  private void missing(Missing abort) {
    findings.add(
        findings
            .draft(
                FindingKind.TRANSACTION_INDEX_MISSING_ENTRY,
                "the transaction index does not know the transaction that was aborted at "
                    + abort.abort().baseOffset())
            .at(abort.abort().baseOffset())
            .of(abort.abort().header().producerId())
            .observed(
                "producer "
                    + abort.abort().header().producerId()
                    + " has data from "
                    + abort.firstOffset()
                    + " on, and its next marker is the ABORT at "
                    + abort.abort().baseOffset())
            .observed("no entry of that segment's transaction index names this ABORT")
            .derived(
                "a broker appends an entry with every ABORT that ends data, and the cleaner keeps it"
                    + " as long as any of the data is there",
                "4, transaction index A")
            .effectOnCommitted("the aborted data is served as if it were committed")
            .exhibit(abort.abort(), "the ABORT")
            .rebuild());
  }

  private void unfounded(Numbered entry) {
    findings.add(
        findings
            .draft(
                FindingKind.TRANSACTION_INDEX_UNFOUNDED_ENTRY,
                "the transaction index calls a transaction aborted that the log does not")
            .at(entry.entry().lastOffset())
            .of(entry.entry().producerId())
            .observed("an entry says: " + entry.text())
            .observed("its segment has no ABORT at " + entry.entry().lastOffset())
            .derived("an ABORT stays at least as long as its entry", "4, transaction index B")
            .effectOnCommitted(
                "data of producer "
                    + entry.entry().producerId()
                    + " from "
                    + entry.entry().firstOffset()
                    + " on may be dropped as if aborted")
            .exhibit(
                entry.in().file(),
                entry.position(),
                TransactionIndex.ENTRY_SIZE_BYTES,
                entry.entry().lastOffset(),
                "the entry")
            .rebuild());
  }
}
