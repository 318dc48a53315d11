package org.logdiff.format.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.kafka.common.message.ConsumerProtocolSubscription;
import org.apache.kafka.common.metadata.TopicRecord;
import org.apache.kafka.common.protocol.Message;
import org.apache.kafka.common.protocol.MessageUtil;
import org.apache.kafka.coordinator.group.generated.GroupMetadataKey;
import org.apache.kafka.coordinator.group.generated.GroupMetadataValue;
import org.apache.kafka.coordinator.group.generated.OffsetCommitKey;
import org.apache.kafka.coordinator.group.generated.OffsetCommitValue;
import org.junit.jupiter.api.Test;
import org.logdiff.format.Bytes;
import org.logdiff.format.DamageKind;

/** Framing: which message it is, and what is said when that is not known. */
class InternalTopicTest {
  private static final OffsetCommitKey KEY =
      new OffsetCommitKey().setGroup("g").setTopic("foo").setPartition(3);

  @Test
  void topicsAreKnownByTheirNames() {
    for (InternalTopic topic : InternalTopic.values()) {
      assertEquals(Optional.of(topic), InternalTopic.of(topic.topic()));
    }
    assertEquals(Optional.empty(), InternalTopic.of("foo"));
  }

  @Test
  void anOffsetCommit() {
    RecordReading reading =
        InternalTopic.CONSUMER_OFFSETS.read(
            framed(1, KEY, 0), framed(3, new OffsetCommitValue().setOffset(7).setMetadata("m"), 3));
    MessageReading.Read key = assertInstanceOf(MessageReading.Read.class, reading.key().get());
    assertEquals("OffsetCommitKey", key.name());
    assertEquals(Optional.of(new MessageValue.Text("foo")), key.fields().field("topic"));
    MessageReading.Read value = assertInstanceOf(MessageReading.Read.class, reading.value().get());
    assertEquals(3, value.version());
    assertEquals(Optional.of(new MessageValue.Whole(7)), value.fields().field("offset"));
    assertTrue(
        value.fields().fields().stream()
            .anyMatch(entry -> entry.name().equals("metadata") && entry.isPrivate()));
  }

  @Test
  void aTombstone() {
    RecordReading reading =
        InternalTopic.CONSUMER_OFFSETS.read(framed(1, KEY, 0), Optional.empty());
    assertTrue(reading.key().isPresent());
    assertEquals(Optional.empty(), reading.value());
  }

  @Test
  void aKindOfALaterRelease() {
    RecordReading reading =
        InternalTopic.CONSUMER_OFFSETS.read(framed(99, KEY, 0), bytes(0, 5, 1, 2));
    assertEquals(
        Optional.of(new MessageReading.UnknownType(99, OptionalInt.empty())), reading.key());
    assertEquals(
        Optional.of(new MessageReading.UnknownType(99, OptionalInt.of(5))), reading.value());
  }

  @Test
  void aVersionOfALaterRelease() {
    RecordReading reading =
        InternalTopic.CONSUMER_OFFSETS.read(framed(1, KEY, 0), bytes(0, 17, 1, 2));
    assertEquals(
        Optional.of(
            new MessageReading.UnknownVersion("OffsetCommitValue", OptionalInt.of(1), 17, 4)),
        reading.value());
  }

  @Test
  void aKeyTooShortToSayWhatItIs() {
    RecordReading reading = InternalTopic.TRANSACTION_STATE.read(bytes(0), bytes(0, 1));
    MessageReading.Unreadable key =
        assertInstanceOf(MessageReading.Unreadable.class, reading.key().get());
    assertEquals(DamageKind.TRUNCATED, key.damage().kind());
    assertEquals(Optional.empty(), reading.value());
  }

  @Test
  void aDamagedValueIsShownUpToTheDamage() {
    RecordReading reading =
        InternalTopic.CONSUMER_OFFSETS.read(
            framed(1, KEY, 0), bytes(0, 1, 0, 0, 0, 0, 0, 0, 0, 9, 0, 77, 1));
    MessageReading.Read value = assertInstanceOf(MessageReading.Read.class, reading.value().get());
    assertEquals(List.of("offset"), value.fields().fields().stream().map(f -> f.name()).toList());
    assertEquals("metadata", value.damage().get().field());
  }

  @Test
  void metadataHaveAFrame() {
    Optional<Bytes> topic = joined(bytes(1, 2, 0), message(new TopicRecord().setName("foo"), 0));
    MessageReading.Read read =
        assertInstanceOf(
            MessageReading.Read.class,
            InternalTopic.CLUSTER_METADATA.read(Optional.empty(), topic).value().get());
    assertEquals("TopicRecord", read.name());
    assertEquals(OptionalInt.of(2), read.type());
    MessageReading.Unreadable preview =
        assertInstanceOf(
            MessageReading.Unreadable.class,
            InternalTopic.CLUSTER_METADATA.read(Optional.empty(), bytes(0, 2, 0)).value().get());
    assertEquals(DamageKind.VERSION, preview.damage().kind());
  }

  @Test
  void soHaveRemoteLogMetadata() {
    MessageReading.UnknownVersion read =
        assertInstanceOf(
            MessageReading.UnknownVersion.class,
            InternalTopic.REMOTE_LOG_METADATA
                .read(Optional.empty(), bytes(1, 2, 9, 1))
                .value()
                .get());
    assertEquals("RemotePartitionDeleteMetadataRecord", read.name());
  }

  @Test
  void aConsumersSubscriptionIsReadToo() {
    MessageReading.Read subscription = subscription("consumer", 1);
    assertEquals("ConsumerProtocolSubscription", subscription.name());
    assertEquals(
        Optional.of(new MessageValue.Items(List.of(new MessageValue.Text("foo")))),
        subscription.fields().field("topics"));
  }

  @Test
  void aNewerSubscriptionIsReadAsClientsDo() {
    MessageReading.Read subscription = subscription("consumer", 9);
    assertEquals(9, subscription.version());
    assertEquals(Optional.empty(), subscription.damage());
    assertEquals(
        Optional.of(new MessageValue.Items(List.of(new MessageValue.Text("foo")))),
        subscription.fields().field("topics"));
  }

  @Test
  void bytesOfAnotherProtocolAreLeftAlone() {
    assertEquals(Optional.empty(), embedded("connect", 1));
  }

  private static MessageReading.Read subscription(String protocolType, int storedVersion) {
    return assertInstanceOf(MessageReading.Read.class, embedded(protocolType, storedVersion).get());
  }

  private static Optional<MessageReading> embedded(String protocolType, int storedVersion) {
    Optional<Bytes> subscription =
        framed(
            storedVersion,
            new ConsumerProtocolSubscription().setTopics(List.of("foo")),
            Math.min(storedVersion, 3));
    GroupMetadataValue group =
        new GroupMetadataValue()
            .setProtocolType(protocolType)
            .setMembers(
                List.of(
                    new GroupMetadataValue.MemberMetadata()
                        .setSubscription(subscription.get().toArray())));
    RecordReading reading =
        InternalTopic.CONSUMER_OFFSETS.read(
            framed(2, new GroupMetadataKey().setGroup("g"), 0), framed(4, group, 4));
    MessageReading.Read value = (MessageReading.Read) reading.value().get();
    MessageValue.Items members = (MessageValue.Items) value.fields().field("members").get();
    MessageValue.Struct member = (MessageValue.Struct) members.values().get(0);
    return ((MessageValue.Raw) member.field("subscription").get()).embedded();
  }

  private static Optional<Bytes> framed(int head, Message message, int version) {
    return joined(bytes(head >> 8, head), message(message, version));
  }

  private static Optional<Bytes> message(Message message, int version) {
    ByteBuffer buffer = MessageUtil.toByteBufferAccessor(message, (short) version).buffer();
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return Optional.of(Bytes.copyOf(bytes));
  }

  private static Optional<Bytes> joined(Optional<Bytes> first, Optional<Bytes> second) {
    ByteBuffer all = ByteBuffer.allocate(first.get().length() + second.get().length());
    return Optional.of(
        Bytes.copyOf(all.put(first.get().toArray()).put(second.get().toArray()).array()));
  }

  private static Optional<Bytes> bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return Optional.of(Bytes.copyOf(bytes));
  }
}
