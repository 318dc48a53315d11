package org.logdiff.format;

/**
 * Damaged content, as a value: what was read, what would have been right, and where.
 *
 * @param kind what is wrong, from a closed list
 * @param field the field's name in Kafka's words, as in {@code batchLength}
 * @param position where in the file the field or the range starts, in bytes
 * @param length how many bytes the damage covers
 * @param stored what the file says
 * @param expected what it should say
 */
public record Damage(
    DamageKind kind, String field, long position, long length, String stored, String expected) {

  @Override
  public String toString() {
    return field + " at position " + position + ": stored " + stored + ", expected " + expected;
  }
}
