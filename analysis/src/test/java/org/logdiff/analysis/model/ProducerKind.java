package org.logdiff.analysis.model;

/** How a producer writes. */
public enum ProducerKind {
  /** Without a producer id. */
  PLAIN,
  /** Transaction protocol 2: each end bumps the epoch, and the marker carries the bumped one. */
  PROTOCOL_2,
  /** The older protocol: epochs stay, sequences run on. */
  PROTOCOL_1
}
