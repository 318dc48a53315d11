package org.logdiff.analysis.check;

/** How much of a replica is checked. */
public enum CheckLevel {
  /** Headers, checksums and the small files; nothing is decompressed. */
  QUICK,
  /** All records are decompressed and decoded as well. */
  NORMAL,
  /** The payloads of internal topics are decoded as well. */
  DEEP
}
