package org.logdiff.analysis.model;

/** Whether the disks can show a loss. */
public enum Visibility {
  /** It must be found, and named as it is. */
  SHOWN,
  /** It must be found, but which kind of end marker was lost may stay open. */
  KIND_OPEN,
  /** What is left allows a conclusion, but more than one reading fits. */
  DERIVABLE,
  /** The disks look as if nothing were lost: every replica shows the same, or might in health. */
  INVISIBLE
}
