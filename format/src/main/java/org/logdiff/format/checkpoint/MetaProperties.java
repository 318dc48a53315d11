package org.logdiff.format.checkpoint;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import org.logdiff.format.Damage;
import org.logdiff.format.DamageKind;
import org.logdiff.format.Decoded;
import org.logdiff.format.KafkaUuid;
import org.logdiff.format.damage.Damages;
import org.logdiff.format.disk.WholeFile;

/**
 * {@code meta.properties}: which node, cluster and directory a log dir belongs to. A Java
 * properties file.
 *
 * <table>
 * <caption>Properties</caption>
 * <tr><th>name</th><th>version 0</th><th>version 1</th></tr>
 * <tr><td>version</td><td>0, or missing</td><td>1</td></tr>
 * <tr><td>broker.id</td><td>optional</td><td></td></tr>
 * <tr><td>node.id</td><td></td><td>required</td></tr>
 * <tr><td>cluster.id</td><td>optional</td><td>required</td></tr>
 * <tr><td>directory.id</td><td>optional</td><td>optional</td></tr>
 * </table>
 *
 * <p>Version 0 is that of brokers under ZooKeeper, version 1 that of KRaft. Of another version the
 * properties are kept, and the ids read by the names of version 1, beside damage of kind VERSION.
 *
 * <p>Source: {@code org.apache.kafka.metadata.properties.MetaProperties}, {@code
 * MetaPropertiesVersion}, {@code PropertiesUtils}, Kafka 4.4.0.
 *
 * @param version 0 or 1 in an intact file
 * @param nodeId node.id, or broker.id in version 0
 * @param clusterId free text
 * @param directoryId tells log dirs of one node apart
 * @param properties all that the file says, by name, those above included
 */
public record MetaProperties(
    int version,
    OptionalInt nodeId,
    Optional<String> clusterId,
    Optional<KafkaUuid> directoryId,
    SortedMap<String, String> properties) {
  /** The file's name. */
  public static final String FILE_NAME = "meta.properties";

  /** The newest version known. */
  public static final int VERSION = 1;

  /** Largest file that is read; an intact one has some hundred bytes. */
  public static final int LIMIT_BYTES = 64 << 10;

  private static final String VERSION_KEY = "version";
  private static final String BROKER_ID_KEY = "broker.id";
  private static final String NODE_ID_KEY = "node.id";
  private static final String CLUSTER_ID_KEY = "cluster.id";
  private static final String DIRECTORY_ID_KEY = "directory.id";

  public MetaProperties {
    properties = Collections.unmodifiableSortedMap(new TreeMap<>(properties));
  }

  /**
   * Reads a file.
   *
   * @throws IOException if it cannot be read
   */
  public static Decoded<MetaProperties> read(Path path) throws IOException {
    return WholeFile.decode(path, LIMIT_BYTES, MetaProperties::decode);
  }

  /** Decodes the bytes of a file. */
  public static Decoded<MetaProperties> decode(byte[] file) {
    Damages damages = new Damages();
    SortedMap<String, String> properties = new TreeMap<>();
    if (!load(file, properties, damages)) {
      return Decoded.nothing(damages.list());
    }
    Source source = new Source(TextLine.split(file), file.length, properties, damages);
    int version = source.version();
    OptionalInt nodeId = source.nodeId(version == 0 ? BROKER_ID_KEY : NODE_ID_KEY);
    Optional<String> clusterId = Optional.ofNullable(properties.get(CLUSTER_ID_KEY));
    if (version != 0) {
      source.require(NODE_ID_KEY);
      source.require(CLUSTER_ID_KEY);
    }
    Optional<KafkaUuid> directoryId = source.directoryId();
    return Decoded.of(
        new MetaProperties(version, nodeId, clusterId, directoryId, properties), damages.list());
  }

  private static boolean load(byte[] file, SortedMap<String, String> into, Damages damages) {
    Properties properties = new Properties();
    try {
      properties.load(new ByteArrayInputStream(file));
    } catch (IllegalArgumentException | IOException e) {
      damages.add(
          DamageKind.SYNTAX,
          "properties",
          0,
          file.length,
          "a malformed \\u escape",
          "a properties file");
      return false;
    }
    properties.stringPropertyNames().forEach(name -> into.put(name, properties.getProperty(name)));
    return true;
  }

  /** The properties with the lines they come from, to say where one is wrong. */
  private record Source(
      List<TextLine> lines, int sizeBytes, SortedMap<String, String> properties, Damages damages) {

    int version() {
      String text = properties.get(VERSION_KEY);
      if (text == null) {
        return 0;
      }
      try {
        int version = Integer.parseInt(text.trim());
        if (version < 0 || version > VERSION) {
          add(DamageKind.VERSION, VERSION_KEY, "0 to " + VERSION);
        }
        return version;
      } catch (NumberFormatException e) {
        add(DamageKind.SYNTAX, VERSION_KEY, "a number");
        return 0;
      }
    }

    OptionalInt nodeId(String key) {
      String text = properties.get(key);
      if (text == null) {
        return OptionalInt.empty();
      }
      try {
        int nodeId = Integer.parseInt(text);
        if (nodeId < 0) {
          add(DamageKind.FIELD, key, "0 or more");
        }
        return OptionalInt.of(nodeId);
      } catch (NumberFormatException e) {
        add(DamageKind.SYNTAX, key, "a number");
        return OptionalInt.empty();
      }
    }

    Optional<KafkaUuid> directoryId() {
      String text = properties.get(DIRECTORY_ID_KEY);
      Optional<KafkaUuid> directoryId = Optional.ofNullable(text).flatMap(KafkaUuid::parse);
      if (text != null && directoryId.isEmpty()) {
        add(DamageKind.SYNTAX, DIRECTORY_ID_KEY, "22 characters of base64");
      } else if (text != null && !directoryId.get().toString().equals(text)) {
        add(DamageKind.FIELD, DIRECTORY_ID_KEY, directoryId.get().toString());
      }
      return directoryId;
    }

    void require(String key) {
      if (!properties.containsKey(key)) {
        damages.add(DamageKind.FIELD, key, sizeBytes, 0, "nothing", "a line " + key + "=value");
      }
    }

    private void add(DamageKind kind, String key, String expected) {
      damages.add(
          lines.stream()
              .filter(line -> line.textOrEmpty().trim().startsWith(key))
              .findFirst()
              .map(line -> line.damage(kind, key, expected))
              .orElseGet(() -> new Damage(kind, key, 0, sizeBytes, properties.get(key), expected)));
    }
  }
}
