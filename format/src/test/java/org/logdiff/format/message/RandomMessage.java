package org.logdiff.format.message;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.Uuid;

/** Fills objects of Kafka's generated classes with what a version can hold. */
final class RandomMessage {
  private final Random random;

  RandomMessage(Random random) {
    this.random = random;
  }

  /** Fills the fields that a version has; leaves the others at their defaults. */
  void fill(Object message, List<MessageSchema.Field> fields, int version)
      throws ReflectiveOperationException {
    for (MessageSchema.Field field : fields) {
      boolean isThere = field.versions().contains(version);
      if (isThere && !(field.isTagged() && random.nextBoolean())) {
        Method setter = setter(message, field.name());
        setter.invoke(message, value(field, setter.getGenericParameterTypes()[0], version));
      }
    }
  }

  private static Method setter(Object message, String name) {
    String setter = "set" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
    for (Method method : message.getClass().getMethods()) {
      if (method.getName().equals(setter)) {
        return method;
      }
    }
    throw new IllegalStateException("no " + setter + " in " + message.getClass());
  }

  private Object value(MessageSchema.Field field, Type type, int version)
      throws ReflectiveOperationException {
    if (field.isNullable() && random.nextInt(4) == 0) {
      return null;
    }
    return field.isArray() ? array(field, type, version) : single(field, type, version);
  }

  @SuppressWarnings("unchecked")
  private Object array(MessageSchema.Field field, Type type, int version)
      throws ReflectiveOperationException {
    Collection<Object> items = new ArrayList<>();
    Type element;
    if (type instanceof ParameterizedType parameterized) {
      element = parameterized.getActualTypeArguments()[0];
    } else {
      Class<?> collection = (Class<?>) type;
      items = (Collection<Object>) collection.getConstructor().newInstance();
      element = ((ParameterizedType) collection.getGenericSuperclass()).getActualTypeArguments()[0];
    }
    int count = random.nextInt(4);
    for (int i = 0; i < count; i++) {
      items.add(single(field, element, version));
    }
    return items;
  }

  private Object single(MessageSchema.Field field, Type type, int version)
      throws ReflectiveOperationException {
    return switch (field.kind()) {
      case BOOL -> random.nextBoolean();
      case INT8 -> (byte) random.nextInt();
      case INT16 -> (short) random.nextInt();
      case UINT16 -> random.nextInt(1 << 16);
      case INT32 -> random.nextInt();
      case INT64 -> random.nextLong();
      case FLOAT64 -> random.nextDouble();
      case UUID -> Uuid.randomUuid();
      case STRING -> string();
      case BYTES -> bytes(type);
      case STRUCT -> struct(field, (Class<?>) type, version);
    };
  }

  private String string() {
    return new String[] {"", "a", "consumer", "caf\u00e9 \u65e5", "x".repeat(200)}
        [random.nextInt(5)];
  }

  private Object bytes(Type type) {
    byte[] bytes = new byte[random.nextInt(300)];
    random.nextBytes(bytes);
    return type == ByteBuffer.class ? ByteBuffer.wrap(bytes) : bytes;
  }

  private Object struct(MessageSchema.Field field, Class<?> type, int version)
      throws ReflectiveOperationException {
    Object struct = type.getConstructor().newInstance();
    fill(struct, field.fields(), version);
    return struct;
  }

  /** A tag that no version knows yet, in the outermost structure. */
  static void addUnknownTag(Object message, int tag, byte[] bytes)
      throws ReflectiveOperationException {
    Field unknown = message.getClass().getDeclaredField("_unknownTaggedFields");
    unknown.setAccessible(true);
    unknown.set(
        message,
        new ArrayList<>(
            List.of(new org.apache.kafka.common.protocol.types.RawTaggedField(tag, bytes))));
  }
}
