package org.logdiff.analysis.evidence;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.logdiff.analysis.report.Exhibit;
import org.logdiff.analysis.report.ExhibitContent;
import org.logdiff.analysis.report.Finding;
import org.logdiff.format.Bytes;
import org.logdiff.format.batch.RecordBatchHeader;
import org.logdiff.format.batch.SegmentCursor;
import org.logdiff.format.batch.SpanKind;
import org.logdiff.format.disk.ReadOnlyFile;

/** Reads back what lies at the places that findings name. */
public final class ExhibitReader {
  /** More than that does not belong into a document. */
  static final int MOST_BYTES = 1 << 20;

  /** Longer stretches, of damage, are named and not digested. */
  private static final long LONGEST_DIGESTED_BYTES = 256L << 20;

  private final boolean withBytes;
  private final List<String> failures;

  /**
   * @param withBytes whether the bytes themselves are wanted
   * @param failures takes what could not be read
   */
  public ExhibitReader(boolean withBytes, List<String> failures) {
    this.withBytes = withBytes;
    this.failures = failures;
  }

  /** The same findings, their exhibits with what lies there. */
  public List<Finding> read(List<Finding> findings) {
    return findings.stream().map(this::read).toList();
  }

  private Finding read(Finding finding) {
    List<Exhibit> exhibits = new ArrayList<>();
    for (Exhibit exhibit : finding.exhibits()) {
      exhibits.add(read(exhibit));
    }
    return finding.with(finding.timeline(), exhibits);
  }

  private Exhibit read(Exhibit exhibit) {
    if (exhibit.length() > LONGEST_DIGESTED_BYTES) {
      return exhibit;
    }
    try {
      return exhibit.with(content(exhibit, withBytes));
    } catch (IOException e) {
      failures.add("an exhibit could not be read back: " + e.getMessage());
      return exhibit;
    }
  }

  /**
   * What lies at an exhibit's place now.
   *
   * @throws IOException if the file cannot be read or ends before
   */
  public static ExhibitContent content(Exhibit exhibit, boolean withBytes) throws IOException {
    try (ReadOnlyFile file = ReadOnlyFile.open(exhibit.file())) {
      return content(file, exhibit.position(), exhibit.length(), withBytes);
    }
  }

  private static ExhibitContent content(
      ReadOnlyFile file, long position, long length, boolean withBytes) throws IOException {
    String digest = new FileDigest().of(file, position, length);
    Optional<Bytes> bytes = Optional.empty();
    if (withBytes && length <= MOST_BYTES) {
      byte[] read = new byte[(int) length];
      file.readFully(read, 0, read.length, position);
      bytes = Optional.of(Bytes.copyOf(read));
    }
    return new ExhibitContent(digest, header(file, position, length), bytes);
  }

  /** Of a batch that fills the place and whose checksum holds; older messages have no such one. */
  private static Optional<RecordBatchHeader> header(ReadOnlyFile file, long position, long length)
      throws IOException {
    if (length < RecordBatchHeader.SIZE_BYTES) {
      return Optional.empty();
    }
    byte[] head = new byte[RecordBatchHeader.SIZE_BYTES];
    file.readFully(head, 0, head.length, position);
    RecordBatchHeader header = RecordBatchHeader.read(head, 0);
    if (header.magic() != RecordBatchHeader.MAGIC) {
      return Optional.empty();
    }
    SegmentCursor cursor = new SegmentCursor();
    cursor.open(file, 0, position, position + length, 0);
    boolean isBatch = cursor.next() == SpanKind.BATCH && cursor.length() == length;
    return isBatch ? Optional.of(header) : Optional.empty();
  }
}
