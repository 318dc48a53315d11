package org.logdiff.analysis.inspect;

/** Is told what is found, in order. */
public interface InspectionListener {
  /** Something to show. */
  void found(Item item);

  /** Whether anybody still looks; if not, the inspection ends. */
  boolean wantsMore();

  /** Something that was asked for could not be done. */
  void failed(String complaint);
}
