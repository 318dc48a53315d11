package org.logdiff.analysis.inspect;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.logdiff.analysis.replica.Unreadable;
import org.logdiff.format.batch.SegmentCursor;
import org.logdiff.format.batch.SpanKind;
import org.logdiff.format.message.InternalTopic;

/** Shows what is wanted of a log: the segments of a partition, or a single file. */
final class LogInspection {
  /**
   * After so many bytes of batches that are all later than wanted, the rest of the log is not read:
   * timestamps that producers set are nearly in order, but nothing enforces it.
   */
  private static final long LATE_BYTES = 256L << 10;

  private static final long UNKNOWN = -1;

  private final InspectionRequest request;
  private final Selection selection;
  private final Optional<InternalTopic> topic;
  private final InspectionListener listener;
  private final SegmentCursor cursor = new SegmentCursor();
  private Explanations explanations = Explanations.NONE;

  LogInspection(
      InspectionRequest request, Optional<InternalTopic> topic, InspectionListener listener) {
    this.request = request;
    this.selection = request.selection();
    this.topic = topic;
    this.listener = listener;
  }

  /** Shows a log. What cannot be read of it is complained about. */
  void show(List<LogPart> parts) {
    if (request.explains()) {
      explanations = explain(parts);
    }
    walk(parts, listener);
  }

  private Explanations explain(List<LogPart> parts) {
    Explanations.Gathering gathering = new Explanations.Gathering(listener);
    walk(parts, gathering);
    Explanations built = gathering.explanations();
    for (LogPart part : parts) {
      try (SegmentReader segment = SegmentReader.open(part)) {
        segment.openWhole(cursor);
        while (cursor.next() != null && listener.wantsMore()) {
          if (cursor.kind() == SpanKind.BATCH) {
            built.see(cursor);
          }
        }
      } catch (IOException e) {
        listener.failed(Unreadable.why(e));
      }
    }
    return built;
  }

  private void walk(List<LogPart> parts, InspectionListener to) {
    if (selection.isDescending() || selection.fromEnd()) {
      backward(parts, to);
    } else {
      forward(parts, to);
    }
  }

  private List<LogPart> wanted(List<LogPart> parts) {
    List<LogPart> wanted = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      long base = parts.get(i).baseOffset().orElse(Long.MIN_VALUE);
      long next =
          i + 1 < parts.size()
              ? parts.get(i + 1).baseOffset().orElse(Long.MAX_VALUE)
              : Long.MAX_VALUE;
      if (base <= selection.lastOffset() && next > selection.firstOffset()) {
        wanted.add(parts.get(i));
      }
    }
    return wanted;
  }

  private void forward(List<LogPart> parts, InspectionListener to) {
    Forward walk = new Forward(to);
    for (LogPart part : wanted(parts)) {
      if (!walk.isDone && to.wantsMore()) {
        try (SegmentReader segment = SegmentReader.open(part)) {
          walk.segment(segment);
        } catch (IOException e) {
          to.failed(Unreadable.why(e));
        }
      }
    }
  }

  /** From the first segment to the last. */
  private final class Forward implements ItemSink {
    private final InspectionListener to;
    private Path announced;
    private SegmentReader segment;
    private long left = selection.limit();
    private long nextOffset = UNKNOWN;
    private long lateBytes;
    private boolean isDone;

    Forward(InspectionListener to) {
      this.to = to;
    }

    void segment(SegmentReader reader) throws IOException {
      segment = reader;
      if (!selection.isNarrowed()) {
        announce();
      }
      if (selection.isExhaustive() || !reader.isBefore(selection.fromMs())) {
        read(new SpanItems(request, reader.part().log(), topic, explanations));
      } else {
        nextOffset = UNKNOWN;
      }
    }

    private void read(SpanItems items) throws IOException {
      long position = segment.start(selection);
      if (position > 0) {
        nextOffset = UNKNOWN;
      }
      boolean isWhole =
          position == 0
              && selection.lastOffset() == Long.MAX_VALUE
              && selection.toMs() == Long.MAX_VALUE
              && selection.limit() == Long.MAX_VALUE;
      long size = segment.log().sizeBytes();
      while (position < size && !isDone) {
        if (isWhole) {
          segment.openWhole(cursor);
        } else {
          segment.openRange(cursor, position, Math.min(size, position + SegmentReader.STEP_BYTES));
        }
        while (!isDone && cursor.next() != null) {
          position = cursor.position() + cursor.length();
          span(items);
        }
      }
    }

    private void span(SpanItems items) {
      boolean isBatch = cursor.kind() == SpanKind.BATCH || cursor.kind() == SpanKind.OVERSIZED;
      if (isBatch && isPast()) {
        isDone = true;
        return;
      }
      long gap = isBatch && nextOffset != UNKNOWN ? cursor.baseOffset() - nextOffset : 0;
      isDone = !items.tell(cursor, Math.max(0, gap), this) || !to.wantsMore();
      nextOffset = isBatch ? cursor.expectedOffset() : UNKNOWN;
    }

    /** Whether nothing that is wanted can follow, or is unlikely to. */
    private boolean isPast() {
      if (cursor.baseOffset() > selection.lastOffset()) {
        return true;
      }
      if (selection.toMs() == Long.MAX_VALUE || selection.isExhaustive()) {
        return false;
      }
      var header = cursor.header();
      if (header.maxTimestamp() < 0) {
        return false;
      }
      boolean isLate =
          header.maxTimestamp() > selection.toMs()
              && (header.hasDeleteHorizon() || header.baseTimestamp() > selection.toMs());
      lateBytes = isLate ? lateBytes + cursor.length() : 0;
      if (lateBytes <= LATE_BYTES) {
        return false;
      }
      to.found(
          new Item.Note(
              segment.part().log(),
              "not read from offset "
                  + cursor.baseOffset()
                  + " on: the last "
                  + lateBytes
                  + " bytes were all later than asked for"));
      return true;
    }

    private void announce() {
      Path file = segment.part().log();
      if (!file.equals(announced)) {
        announced = file;
        to.found(
            new Item.FileStart(
                file,
                segment.part().kind(),
                segment.log().sizeBytes(),
                segment.part().baseOffset(),
                false));
      }
    }

    @Override
    public boolean heading(Item item) {
      if (left <= 0) {
        return false;
      }
      announce();
      to.found(item);
      return true;
    }

    @Override
    public boolean entry(Item item) {
      if (left <= 0) {
        return false;
      }
      announce();
      to.found(item);
      return --left > 0;
    }
  }

  private void backward(List<LogPart> parts, InspectionListener to) {
    Backward walk = new Backward(to);
    List<LogPart> wanted = new ArrayList<>(wanted(parts));
    Collections.reverse(wanted);
    for (LogPart part : wanted) {
      if (!walk.isDone() && to.wantsMore()) {
        try (SegmentReader segment = SegmentReader.open(part)) {
          walk.segment(segment);
        } catch (IOException e) {
          to.failed(Unreadable.why(e));
        }
      }
    }
    walk.finish();
  }

  /** What one span gave: what heads it, if anything, and what counts. */
  private static final class Group implements ItemSink {
    private final Item.FileStart file;
    private Item heading;
    private List<Item> entries = new ArrayList<>();

    Group(Item.FileStart file) {
      this.file = file;
    }

    @Override
    public boolean heading(Item item) {
      heading = item;
      return true;
    }

    @Override
    public boolean entry(Item item) {
      entries.add(item);
      return true;
    }

    void keepLast(long most) {
      if (entries.size() > most) {
        entries = new ArrayList<>(entries.subList(entries.size() - (int) most, entries.size()));
      }
    }
  }

  /** From the last segment to the first, in steps that are each read forward. */
  private final class Backward {
    private final InspectionListener to;
    private final Deque<Group> tail = new ArrayDeque<>();
    private Path announced;
    private long left = selection.limit();

    Backward(InspectionListener to) {
      this.to = to;
    }

    boolean isDone() {
      return left <= 0 || !to.wantsMore();
    }

    void segment(SegmentReader reader) throws IOException {
      if (!selection.isExhaustive() && reader.isBefore(selection.fromMs())) {
        return;
      }
      Item.FileStart file =
          new Item.FileStart(
              reader.part().log(),
              reader.part().kind(),
              reader.log().sizeBytes(),
              reader.part().baseOffset(),
              false);
      SpanItems items = new SpanItems(request, reader.part().log(), topic, explanations);
      long first = reader.start(selection);
      long to = end(reader);
      while (to > first && !isDone()) {
        long from = Math.max(first, reader.seamBefore(to));
        tell(groups(reader, file, items, from, to));
        to = from;
      }
    }

    /** Above the last offset that is wanted nothing need be read. */
    private long end(SegmentReader reader) throws IOException {
      return reader.positionAfter(selection.lastOffset());
    }

    private List<Group> groups(
        SegmentReader reader, Item.FileStart file, SpanItems items, long from, long to)
        throws IOException {
      List<Group> groups = new ArrayList<>();
      reader.openRange(cursor, from, to);
      long nextOffset = UNKNOWN;
      while (cursor.next() != null) {
        boolean isBatch = cursor.kind() == SpanKind.BATCH || cursor.kind() == SpanKind.OVERSIZED;
        long gap = isBatch && nextOffset != UNKNOWN ? cursor.baseOffset() - nextOffset : 0;
        Group group = new Group(file);
        items.tell(cursor, Math.max(0, gap), group);
        nextOffset = isBatch ? cursor.expectedOffset() : UNKNOWN;
        if (!group.entries.isEmpty()) {
          group.keepLast(selection.limit());
          groups.add(group);
        }
      }
      return groups;
    }

    private void tell(List<Group> groups) {
      for (int i = groups.size() - 1; i >= 0 && !isDone(); i--) {
        Group group = groups.get(i);
        group.keepLast(left);
        left -= group.entries.size();
        if (selection.fromEnd() && !selection.isDescending()) {
          tail.addFirst(group);
        } else {
          Collections.reverse(group.entries);
          emit(group);
        }
      }
    }

    void finish() {
      tail.forEach(this::emit);
    }

    private void emit(Group group) {
      if (!group.file.file().equals(announced)) {
        announced = group.file.file();
        to.found(group.file);
      }
      if (group.heading != null) {
        to.found(group.heading);
      }
      group.entries.forEach(to::found);
    }
  }
}
