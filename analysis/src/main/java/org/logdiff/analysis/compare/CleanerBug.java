package org.logdiff.analysis.compare;

/**
 * Old bugs of Kafka's cleaner that remove a marker while data of its transaction is left, against
 * law M (docs/semantics.md, section 3). Which versions have the fix was read from the jars of
 * kafka_2.12 and kafka_2.13 2.2.0 to 3.2.1.
 */
enum CleanerBug {
  /** Which transactions have data left was forgotten from one group of segments to the next. */
  KAFKA_8351(
      "KAFKA-8351",
      "a cleaner forgot at a segment's end which transactions had data left, and took a marker in a"
          + " later segment for one without data",
      "2.2.2 and 2.3.0"),
  /** The index of a segment that was cleaned in part lost the aborted transactions of the rest. */
  KAFKA_13727(
      "KAFKA-13727",
      "a cleaner whose key map filled up within a segment left aborted transactions of the rest out"
          + " of the .txnindex, so that it later took their data for committed and removed their"
          + " ABORT",
      "2.8.2, 3.0.2, 3.1.1 and 3.2.0"),
  /** A record with the key of a marker superseded markers. */
  KAFKA_14055(
      "KAFKA-14055",
      "a cleaner took a marker for superseded by a later record whose key has the same bytes as the"
          + " marker's",
      "3.0.2, 3.2.1 and 3.3.0");

  private final String id;
  private final String what;
  private final String fixedIn;

  CleanerBug(String id, String what, String fixedIn) {
    this.id = id;
    this.what = what;
    this.fixedIn = fixedIn;
  }

  String id() {
    return id;
  }

  /** What it does, in a clause. */
  String what() {
    return what;
  }

  /** The first versions of each line with the fix. */
  String fixedIn() {
    return fixedIn;
  }
}
