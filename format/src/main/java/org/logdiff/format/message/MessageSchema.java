package org.logdiff.format.message;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The layout of a message in all its versions.
 *
 * <p>Schemas are written in files of a notation of our own, one block for each message:
 *
 * <pre>
 * value 2 GroupMetadataValue 0-4 flexible 4+
 *   protocolType string
 *   leader string?
 *   currentStateTimestamp int64 2+
 *   members []MemberMetadata
 *   topicId uuid 4+ tag 0
 *   struct MemberMetadata
 *     memberId string
 * </pre>
 *
 * <table>
 * <caption>Notation</caption>
 * <tr><th>line</th><th>says</th></tr>
 * <tr><td>role [type] name versions [flexible versions]</td><td>begins a message. Role: {@code key}
 * or {@code value} of a coordinator's record, {@code record} with a frame of its own, {@code
 * message} that stands in another's bytes. In flexible versions lengths are compact and every
 * structure ends with tagged fields</td></tr>
 * <tr><td>name type[?] [versions] [tag N] [private] [embeds message [if field text]]</td><td>a
 * field; {@code ?} for nullable, {@code []} before the type for an array. Without versions it is in
 * all of the message's. {@code private}: may hold a secret or data of users. {@code embeds}: bytes
 * that hold a version (int16) and that message, if so, only when a field of the outermost structure
 * has that text</td></tr>
 * <tr><td>... names a,b</td><td>what the numbers from 0 on mean</td></tr>
 * <tr><td>name {}</td><td>a field that is a structure of the deeper lines that follow</td></tr>
 * <tr><td>struct name</td><td>a structure used by name in the message above</td></tr>
 * </table>
 *
 * <p>Field names, order, types, versions and tags are those of Kafka's message definitions, which
 * are the format itself; a test compares every field with those of the Kafka release that we are
 * built against. Defaults are left out: nothing is made up for a field that is not there.
 *
 * @param type the number by which a topic names the kind
 * @param flexibleVersions those with compact lengths and tagged fields
 */
record MessageSchema(
    Role role,
    OptionalInt type,
    String name,
    VersionRange versions,
    VersionRange flexibleVersions,
    List<Field> fields) {

  enum Role {
    KEY,
    VALUE,
    RECORD,
    MESSAGE
  }

  enum Kind {
    BOOL,
    INT8,
    INT16,
    UINT16,
    INT32,
    INT64,
    FLOAT64,
    UUID,
    STRING,
    BYTES,
    STRUCT
  }

  /**
   * A field.
   *
   * @param tag -1 for a field that has its place in the order
   * @param names of the values from 0 on; empty for numbers that are just numbers
   * @param fields of a structure; else empty
   */
  record Field(
      String name,
      Kind kind,
      boolean isArray,
      boolean isNullable,
      VersionRange versions,
      int tag,
      boolean isPrivate,
      List<String> names,
      Optional<Embedding> embedding,
      List<Field> fields) {
    boolean isTagged() {
      return tag >= 0;
    }
  }

  /**
   * What bytes hold.
   *
   * @param conditionField a field of the outermost structure that must have the text; null if none
   */
  record Embedding(String message, String conditionField, String conditionText) {}
}
