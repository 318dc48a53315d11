package org.logdiff.cli.json;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.io.Writer;
import org.logdiff.analysis.inspect.Item;
import org.logdiff.cli.inspect.ItemRenderer;

/** What an inspection finds, as JSON lines: one object each, the first says what follows. */
public final class InspectionJson implements ItemRenderer {
  /** Changes when a reader of the old shape would misunderstand the new one. */
  static final String SCHEMA = "logdiff-inspection/1";

  private final JsonLines lines;
  private final ShownParts shown;
  private final DecodedForm form;
  private final long atMs;

  /**
   * @param form of what decoders give
   * @param atMs when delete horizons are looked at
   */
  public InspectionJson(Writer out, ShownParts shown, DecodedForm form, long atMs) {
    this.lines = new JsonLines(out);
    this.shown = shown;
    this.form = form;
    this.atMs = atMs;
  }

  /** Writes the first line. */
  public void start(ToolJson tool) throws IOException {
    lines.write(new FileItemJson.StartJson("inspection", SCHEMA, tool));
  }

  @Override
  public void failed(String complaint) throws IOException {
    lines.write(new FileItemJson.FailureJson("failure", complaint));
  }

  @Override
  public void render(Item item) throws IOException {
    lines.write(json(item));
  }

  private Object json(Item item) {
    if (item instanceof Item.LogRecord found) {
      return LogItemJson.RecordJson.of(found, shown, decoded(found), atMs);
    } else if (item instanceof Item.Batch found) {
      return LogItemJson.BatchJson.of(found, atMs);
    } else if (item instanceof Item.BatchTrouble found) {
      return LogItemJson.BatchTroubleJson.of(found);
    } else if (item instanceof Item.OffsetEntry found) {
      return FileItemJson.OffsetEntryJson.of(found);
    } else if (item instanceof Item.TimeEntry found) {
      return FileItemJson.TimeEntryJson.of(found);
    } else if (item instanceof Item.AbortedTransaction found) {
      return FileItemJson.AbortedTxnJson.of(found);
    } else if (item instanceof Item.UnrecognisedTransaction found) {
      return FileItemJson.UnrecognisedTxnJson.of(found);
    } else if (item instanceof Item.Snapshot found) {
      return FileItemJson.SnapshotJson.of(found);
    } else if (item instanceof Item.Producer found) {
      return FileItemJson.ProducerJson.of(found);
    } else if (item instanceof Item.LeaderEpoch found) {
      return FileItemJson.EpochJson.of(found);
    } else if (item instanceof Item.Checkpoint found) {
      return FileItemJson.CheckpointJson.of(found);
    } else if (item instanceof Item.Property found) {
      return FileItemJson.PropertyJson.of(found);
    } else if (item instanceof Item.Damaged found) {
      return FileItemJson.DamageJson.of(found);
    } else if (item instanceof Item.Note found) {
      return FileItemJson.NoteJson.of(found);
    }
    return place(item);
  }

  private static Object place(Item item) {
    String file = item.file().toString();
    if (item instanceof Item.DirectoryStart found) {
      return FileItemJson.DirectoryJson.of(found);
    } else if (item instanceof Item.FileStart found) {
      return FileItemJson.FileJson.of(found);
    } else if (item instanceof Item.Listed found) {
      return FileItemJson.FileJson.of(found);
    } else if (item instanceof Item.ListedPartition found) {
      return FileItemJson.PartitionJson.of(found);
    } else if (item instanceof Item.Preallocated found) {
      return new LogItemJson.StretchJson(
          "preallocated", file, found.position(), found.length(), null);
    }
    Item.UnrecognisedBatch found = (Item.UnrecognisedBatch) item;
    return new LogItemJson.StretchJson(
        "unrecognisedBatch", file, found.position(), found.length(), (int) found.magic());
  }

  /** What the decoder made of a value, as JSON; null if nothing, or if the text is there anyway. */
  private String decoded(Item.LogRecord item) {
    if (item.decoded().isEmpty() || form == DecodedForm.PLAIN_TEXT) {
      return null;
    }
    String text = item.decoded().get();
    return form == DecodedForm.JSON
        ? ascii(text)
        : '"' + ascii(new String(JsonStringEncoder.getInstance().quoteAsString(text))) + '"';
  }

  /** In JSON other characters than ASCII stand in strings only. */
  private static String ascii(String json) {
    StringBuilder escaped = new StringBuilder(json.length());
    for (char c : json.toCharArray()) {
      escaped.append(c < 0x7f ? String.valueOf(c) : "\\u%04x".formatted((int) c));
    }
    return escaped.toString();
  }
}
