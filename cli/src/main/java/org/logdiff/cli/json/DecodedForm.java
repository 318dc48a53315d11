package org.logdiff.cli.json;

/** In what form a decoder gives values. */
public enum DecodedForm {
  /** The value's own text, which is shown anyway. */
  PLAIN_TEXT,
  /** JSON, numbers included. */
  JSON,
  /** Text that is something else than the value's own. */
  OTHER_TEXT
}
