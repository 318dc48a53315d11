package org.logdiff.analysis.inspect;

/** Takes what was found in a log. */
interface ItemSink {
  /**
   * Something that heads what follows it, as a batch its records.
   *
   * @return false if nothing more is wanted
   */
  boolean heading(Item item);

  /**
   * Something that counts as one.
   *
   * @return false if nothing more is wanted
   */
  boolean entry(Item item);
}
