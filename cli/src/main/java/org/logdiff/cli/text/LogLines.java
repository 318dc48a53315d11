package org.logdiff.cli.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.logdiff.analysis.inspect.Explained;
import org.logdiff.analysis.inspect.Item;
import org.logdiff.analysis.inspect.RecordKind;
import org.logdiff.format.Bytes;
import org.logdiff.format.batch.Compression;
import org.logdiff.format.batch.ControlRecord;
import org.logdiff.format.batch.FieldBytes;
import org.logdiff.format.batch.RecordBatchHeader;
import org.logdiff.format.batch.RecordHeader;
import org.logdiff.format.message.MessageReading;
import org.logdiff.format.message.MessageText;
import org.logdiff.format.message.RecordReading;

/** Batches and their records. */
final class LogLines {
  private static final int BATCH_INDENT = 2;
  private static final int BATCH_COLUMNS = 18;
  private static final int OFFSET_COLUMNS = 10;
  private static final int DETAIL_INDENT = 12;
  private static final int HEX_BYTES_A_LINE = 12;
  private static final int HEX_LINES = 8;

  private static final Set<String> VALUES = Set.of("value", "headerKey", "headerValue");

  private final Page page;
  private final InspectionStyle style;
  private final ShownBytes bytes;

  LogLines(Page page, InspectionStyle style, ShownBytes bytes) {
    this.page = page;
    this.style = style;
    this.bytes = bytes;
  }

  void batch(Item.Batch item) throws IOException {
    RecordBatchHeader header = item.header();
    String lead =
        ("batch "
                + header.baseOffset()
                + (header.lastOffset() > header.baseOffset() ? ".." + header.lastOffset() : ""))
            + "  ";
    String shownLead = padded(lead, BATCH_COLUMNS);
    for (List<String> facts : List.of(place(item, header), writer(header), times(header))) {
      if (!facts.isEmpty()) {
        page.item(BATCH_INDENT, shownLead, String.join(", ", facts));
        shownLead = " ".repeat(BATCH_COLUMNS);
      }
    }
    layout(item.layout(), true, true);
  }

  private static List<String> place(Item.Batch item, RecordBatchHeader header) {
    List<String> facts = new ArrayList<>();
    if (item.gapBefore() > 0) {
      facts.add("after a gap of " + Phrases.count(item.gapBefore(), "offset", "offsets"));
    }
    facts.add(
        header.isEmpty() ? "empty" : Phrases.count(header.recordsCount(), "record", "records"));
    facts.add("position " + item.position());
    facts.add(Phrases.count(header.sizeBytes(), "byte", "bytes"));
    facts.add("crc " + header.crc());
    if (item.isOversized()) {
      facts.add("too large to be decoded");
    }
    return facts;
  }

  private static List<String> writer(RecordBatchHeader header) {
    List<String> facts = new ArrayList<>();
    facts.add(
        header.isLegacy()
            ? "magic " + header.magic()
            : "leader epoch " + header.partitionLeaderEpoch());
    if (header.compressionId() != Compression.NONE.id()) {
      facts.add(
          Compression.of(header.compressionId())
              .map(Compression::kafkaName)
              .orElse("unknown compression " + header.compressionId()));
    }
    if (header.isTransactional()) {
      facts.add("transactional");
    }
    if (header.isControl()) {
      facts.add("control");
    }
    if (header.hasProducerId()) {
      facts.add("producer " + header.producerId() + " epoch " + header.producerEpoch());
    }
    if (header.baseSequence() >= 0) {
      facts.add("sequences " + header.baseSequence() + ".." + header.lastSequence());
    }
    return facts;
  }

  private List<String> times(RecordBatchHeader header) {
    List<String> facts = new ArrayList<>();
    if (header.maxTimestamp() >= 0) {
      facts.add(
          (header.isLogAppendTime() ? "LogAppendTime " : "CreateTime ")
              + Times.of(header.maxTimestamp()));
    }
    if (header.hasDeleteHorizon()) {
      facts.add(
          "delete horizon "
              + Times.of(header.baseTimestamp())
              + " ("
              + Times.until(header.baseTimestamp(), style.atMs())
              + ")");
    }
    return facts;
  }

  void record(Item.LogRecord item) throws IOException {
    String offset = Long.toString(item.record().offset());
    String lead =
        " ".repeat(Math.max(0, OFFSET_COLUMNS - offset.length()))
            + offset
            + "  "
            + time(item.record().timestamp())
            + "  ";
    page.item(0, lead, String.join(", ", summary(item)));
    details(item);
    layout(item.layout(), style.showsKeys(), style.showsValues());
  }

  private static String time(long timestamp) {
    return padded(timestamp == -1 ? "no timestamp" : Times.of(timestamp), Times.COLUMNS);
  }

  private List<String> summary(Item.LogRecord item) {
    List<String> summary = new ArrayList<>();
    summary.add(item.control().map(LogLines::control).orElseGet(() -> kind(item.kind())));
    boolean isRead = item.reading().isPresent() || item.control().isPresent();
    if (!isRead) {
      if (!style.showsKeys() || item.record().key().isEmpty()) {
        summary.add(item.record().key().map(k -> "key " + bytes.hidden(k)).orElse("no key"));
      }
      if (!style.showsValues()) {
        item.record()
            .value()
            .ifPresent(v -> summary.add("value " + Phrases.count(v.length(), "byte", "bytes")));
      }
    }
    if (item.record().sequence() >= 0) {
      summary.add("sequence " + item.record().sequence());
    }
    if (!style.showsValues() && !item.record().headers().isEmpty()) {
      summary.add(Phrases.count(item.record().headers().size(), "header", "headers"));
    }
    item.explained()
        .ifPresent(explained -> explain(explained, item.kind() == RecordKind.MARKER, summary));
    return summary;
  }

  private static String kind(RecordKind kind) {
    return kind == RecordKind.MARKER ? "an unreadable control record" : Phrases.name(kind);
  }

  private static String control(ControlRecord control) {
    String name =
        control.type() == ControlRecord.Type.UNKNOWN
            ? "control record of unknown type " + control.typeId()
            : control.type().name();
    return name
        + control.coordinatorEpoch().map(epoch -> ", coordinator epoch " + epoch).orElse("");
  }

  private static void explain(Explained explained, boolean isMarker, List<String> summary) {
    if (isMarker) {
      summary.add(
          explained.transactionFirstOffset().isPresent()
              ? "ends the transaction from " + explained.transactionFirstOffset().getAsLong()
              : "ends no transaction that is there");
    } else if (explained.outcome() != Explained.Outcome.NONE) {
      String end =
          explained.transactionEndOffset().isPresent()
              ? " by " + explained.transactionEndOffset().getAsLong()
              : "";
      summary.add(
          Phrases.name(explained.outcome())
              + end
              + " (transaction from "
              + explained.transactionFirstOffset().getAsLong()
              + ")");
    }
    if (explained.supersededBy().isPresent()) {
      summary.add("superseded by " + explained.supersededBy().getAsLong());
    }
  }

  private void details(Item.LogRecord item) throws IOException {
    Optional<MessageReading> key = item.reading().flatMap(RecordReading::key);
    Optional<MessageReading> value = item.reading().flatMap(RecordReading::value);
    boolean isControl = item.control().isPresent();
    if (key.isPresent()) {
      detail("key    ", bytes.message(MessageText.of(key.get(), style.showsKeys())));
    } else if (style.showsKeys() && !isControl && item.record().key().isPresent()) {
      detail("key    ", bytes.shown(item.record().key().get()));
    }
    if (value.isPresent()) {
      detail(
          "value  ", bytes.message(MessageText.of(value.get(), style.showsValues() || isControl)));
    } else if (style.showsValues() && !isControl && item.record().value().isPresent()) {
      Bytes stored = item.record().value().get();
      detail(
          "value  ",
          item.decoded()
              .filter(text -> !style.decodesPlainText())
              .map(bytes::decoded)
              .orElseGet(() -> bytes.shown(stored)));
    }
    if (style.showsValues()) {
      for (RecordHeader header : item.record().headers()) {
        detail(
            "header ",
            bytes.shown(header.key()) + " = " + header.value().map(bytes::shown).orElse("null"));
      }
    }
  }

  private void detail(String lead, String text) throws IOException {
    page.spaced(DETAIL_INDENT, lead, text);
  }

  private void layout(List<FieldBytes> layout, boolean showsKeys, boolean showsValues)
      throws IOException {
    for (FieldBytes field : layout) {
      boolean isKey = field.name().equals("key");
      boolean isValue = VALUES.contains(field.name());
      boolean isHidden = isKey && !showsKeys || isValue && !showsValues;
      if (isHidden) {
        hexRow(
            field.position(),
            "(" + Phrases.count(field.bytes().length(), "byte", "bytes") + ")",
            field.name());
      } else {
        hex(field);
      }
    }
  }

  private void hex(FieldBytes field) throws IOException {
    byte[] all = field.bytes().toArray();
    String name = field.name();
    for (int at = 0; at < Math.max(1, all.length); at += HEX_BYTES_A_LINE) {
      if (at == HEX_BYTES_A_LINE * HEX_LINES) {
        hexRow(field.position() + at, "... " + (all.length - at) + " more bytes", "");
        return;
      }
      int to = Math.min(all.length, at + HEX_BYTES_A_LINE);
      String digits = HexFormat.ofDelimiter(" ").formatHex(all, at, to);
      hexRow(field.position() + at, digits, name);
      name = "";
    }
  }

  private void hexRow(int position, String hex, String name) throws IOException {
    page.row(
        List.of(
            Page.Piece.plain(
                "%s%6d  %s%s"
                    .formatted(
                        " ".repeat(DETAIL_INDENT),
                        position,
                        padded(hex, HEX_BYTES_A_LINE * 3 + 1),
                        name))));
  }

  private static String padded(String text, int columns) {
    return text + " ".repeat(Math.max(0, columns - text.length()));
  }
}
