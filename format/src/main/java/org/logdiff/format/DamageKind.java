package org.logdiff.format;

/** The kinds of damage. A kind says what check failed, not what caused it. */
public enum DamageKind {
  /** The checksum does not match the bytes. */
  CHECKSUM,
  /** A length or a count cannot be right, or is above a named limit. */
  LENGTH,
  /** A field's value is not one that Kafka writes. */
  FIELD,
  /** The file ends inside a structure. */
  TRUNCATED,
  /** A payload cannot be decompressed or decoded although the checksum holds. */
  PAYLOAD,
  /** Entries are not in the order that the format demands. */
  ORDER,
  /** A version that is newer than we know. */
  VERSION,
  /** Text that does not follow the file's grammar. */
  SYNTAX
}
