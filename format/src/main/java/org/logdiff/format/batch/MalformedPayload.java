package org.logdiff.format.batch;

/** Leaves a decompressor at the first thing that cannot be right. Never leaves this package. */
final class MalformedPayload extends Exception {
  private static final long serialVersionUID = 1;

  MalformedPayload(String message) {
    super(message, null, false, false);
  }
}
