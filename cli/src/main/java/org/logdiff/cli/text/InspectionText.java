package org.logdiff.cli.text;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.logdiff.analysis.inspect.Item;
import org.logdiff.cli.console.Paint;
import org.logdiff.cli.console.Paint.Style;
import org.logdiff.cli.console.Printable;
import org.logdiff.cli.inspect.ItemRenderer;
import org.logdiff.format.Damage;
import org.logdiff.format.snapshot.ProducerEntry;

/** What an inspection finds, for people, at 80 columns. */
public final class InspectionText implements ItemRenderer {
  private static final int ENTRY_INDENT = 2;

  private final Page page;
  private final LogLines logLines;
  private Path directory;
  private boolean isInFile;

  public InspectionText(Appendable out, Paint paint, Printable printable, InspectionStyle style) {
    this.page = new Page(out, paint, printable);
    this.logLines = new LogLines(page, style, new ShownBytes(printable, style.cut()));
  }

  @Override
  public void failed(String complaint) {
    // standard error has it
  }

  @Override
  public void render(Item item) throws IOException {
    if (item instanceof Item.LogRecord found) {
      logLines.record(found);
    } else if (item instanceof Item.Batch found) {
      logLines.batch(found);
    } else if (item instanceof Item.BatchTrouble found) {
      page.item(ENTRY_INDENT, "! ", "the batch cannot be read on: " + found.trouble());
    } else if (item instanceof Item.Damaged found) {
      damaged(found.damage());
    } else if (item instanceof Item.Note found) {
      page.item(ENTRY_INDENT, "", "(" + found.text() + ")");
    } else if (!isPlace(item)) {
      entry(item);
    }
  }

  private boolean isPlace(Item item) throws IOException {
    if (item instanceof Item.DirectoryStart found) {
      start(found);
    } else if (item instanceof Item.FileStart found) {
      start(found);
    } else if (item instanceof Item.Listed found) {
      endFile();
      listed(name(found.file()), size(found.kind().words(), found.sizeBytes()));
    } else if (item instanceof Item.ListedPartition found) {
      endFile();
      listed(
          found.partition(),
          Phrases.count(found.segments(), "segment", "segments")
              + ", "
              + found.sizeBytes()
              + " bytes");
    } else {
      return false;
    }
    return true;
  }

  private void endFile() {
    if (isInFile) {
      page.blank();
      isInFile = false;
    }
  }

  private void start(Item.DirectoryStart item) throws IOException {
    directory = item.file();
    isInFile = false;
    page.blank();
    page.heading(0, Style.STRONG, item.file().toString());
    if (item.partition().isPresent()) {
      page.paragraph(
          ENTRY_INDENT,
          "partition "
              + item.partition().get()
              + item.state().map(state -> ", a " + state + " directory").orElse(""));
    }
    page.blank();
  }

  private void start(Item.FileStart item) throws IOException {
    page.blank();
    listed(
        name(item.file()),
        size(item.kind().words(), item.sizeBytes())
            + (item.isByContent() ? ", by its content" : ""));
    isInFile = true;
  }

  /** A name and what it is, on two lines if they are long. */
  private void listed(String name, String what) throws IOException {
    if (Printable.columns(page.shown(name)) + what.length() + 2 <= Page.WIDTH) {
      page.item(0, name + ": ", what);
    } else {
      page.path(0, "", name + ":");
      page.paragraph(ENTRY_INDENT, what);
    }
  }

  private String name(Path file) {
    return Objects.equals(directory, file.getParent())
        ? file.getFileName().toString()
        : file.toString();
  }

  private static String size(String what, long bytes) {
    return what + ", " + Phrases.count(bytes, "byte", "bytes");
  }

  private void damaged(Damage damage) throws IOException {
    for (String line :
        Wrapping.of(
            page.shown(
                "! damaged: "
                    + Phrases.name(damage.kind())
                    + ", "
                    + Phrases.count(damage.length(), "byte", "bytes")
                    + " at position "
                    + damage.position()
                    + "; "
                    + damage.field()
                    + ": stored "
                    + damage.stored()
                    + ", expected "
                    + damage.expected()),
            Page.WIDTH - ENTRY_INDENT)) {
      page.row(List.of(Page.Piece.plain("  "), new Page.Piece(Style.BAD, line)));
    }
  }

  private void entry(Item item) throws IOException {
    page.item(ENTRY_INDENT, "", text(item));
  }

  private static String text(Item item) {
    if (item instanceof Item.OffsetEntry found) {
      return at(found.offset(), found.relativeOffset()) + ", position " + found.logPosition();
    } else if (item instanceof Item.TimeEntry found) {
      return Times.of(found.timestamp()) + ", " + at(found.offset(), found.relativeOffset());
    } else if (item instanceof Item.AbortedTransaction found) {
      return "producer "
          + found.entry().producerId()
          + ", offsets "
          + found.entry().firstOffset()
          + ".."
          + found.entry().lastOffset()
          + ", last stable offset "
          + found.entry().lastStableOffset()
          + ", version "
          + found.entry().version();
    } else if (item instanceof Item.UnrecognisedTransaction found) {
      return "an entry of version "
          + found.version()
          + ", which Kafka 4.4 does not know, at position "
          + found.position();
    } else if (item instanceof Item.Snapshot found) {
      return "version "
          + found.version()
          + ", crc "
          + found.crc()
          + ", "
          + Phrases.count(found.producers(), "producer", "producers")
          + (found.offset().isPresent() ? ", at offset " + found.offset().getAsLong() : "");
    } else if (item instanceof Item.Producer found) {
      return producer(found.entry());
    } else if (item instanceof Item.LeaderEpoch found) {
      return "epoch " + found.epoch() + " from offset " + found.startOffset();
    } else if (item instanceof Item.Checkpoint found) {
      return found.topic() + "-" + found.partition() + ": " + found.offset();
    } else if (item instanceof Item.Property found) {
      return found.name() + " = " + found.value();
    } else if (item instanceof Item.Preallocated found) {
      return found.length()
          + " bytes of zeros from position "
          + found.position()
          + ", preallocated";
    }
    Item.UnrecognisedBatch found = (Item.UnrecognisedBatch) item;
    return "a batch of magic "
        + found.magic()
        + ", which Kafka 4.4 does not know: "
        + found.length()
        + " bytes at position "
        + found.position();
  }

  private static String at(java.util.OptionalLong offset, int relativeOffset) {
    return offset.isPresent()
        ? "offset " + offset.getAsLong()
        : "relative offset " + relativeOffset;
  }

  private static String producer(ProducerEntry entry) {
    String text =
        "producer "
            + entry.producerId()
            + " epoch "
            + entry.epoch()
            + ", coordinator epoch "
            + entry.coordinatorEpoch()
            + ", "
            + (entry.hasOpenTransaction()
                ? "transaction open from " + entry.currentTxnFirstOffset()
                : "no open transaction")
            + ", last timestamp "
            + Times.of(entry.timestamp());
    return entry.hasData()
        ? text
            + ", sequences "
            + (entry.lastSequence() - entry.offsetDelta())
            + ".."
            + entry.lastSequence()
            + " at offsets "
            + (entry.lastOffset() - entry.offsetDelta())
            + ".."
            + entry.lastOffset()
        : text;
  }
}
