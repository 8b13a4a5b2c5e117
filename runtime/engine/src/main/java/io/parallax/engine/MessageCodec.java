package io.parallax.engine;

import io.parallax.core.Failure;
import io.parallax.core.ProtocolViolation;
import io.parallax.math.Matrix;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Converts records to bytes and back: the same bytes in process and over a network.
 *
 * <p>The components follow each other, little-endian: numbers as they are; bytes, a string and a
 * matrix with their lengths first. The reader states the expected record type; the bytes name no
 * class. Every length is compared with the available bytes before anything is allocated, and only
 * finite numbers are accepted.
 */
public final class MessageCodec {
  private static final Map<Class<?>, Layout> LAYOUTS = new ConcurrentHashMap<>();

  private MessageCodec() {}

  /** Encodes a record, after {@code reserved} bytes left free for an envelope. */
  static ByteBuffer encode(Record message, int reserved) {
    ByteBuffer bytes = littleEndian(ByteBuffer.allocate(Math.addExact(reserved, size(message))));
    bytes.position(reserved);
    write(message, bytes);
    return bytes;
  }

  public static byte[] encode(Record message) {
    return encode(message, 0).array();
  }

  /** Decodes a record of this type; the bytes must hold exactly one. */
  public static <T extends Record> T decode(Class<T> type, byte[] bytes) {
    return decode(type, ByteBuffer.wrap(bytes));
  }

  static <T extends Record> T decode(Class<T> type, ByteBuffer bytes) {
    T message = type.cast(read(type, littleEndian(bytes), type.getSimpleName()));
    if (bytes.hasRemaining()) {
      throw new ProtocolViolation(
          type.getSimpleName() + " is followed by " + bytes.remaining() + " bytes too many");
    }
    return message;
  }

  static ByteBuffer littleEndian(ByteBuffer bytes) {
    return bytes.order(ByteOrder.LITTLE_ENDIAN);
  }

  private static int size(Object value) {
    if (value instanceof Matrix m) {
      return Math.addExact(8, Math.multiplyExact(8, Math.multiplyExact(m.rows(), m.cols())));
    } else if (value instanceof Double || value instanceof Long) {
      return 8;
    } else if (value instanceof Integer) {
      return 4;
    } else if (value instanceof Boolean) {
      return 1;
    } else if (value instanceof byte[] b) {
      return Math.addExact(4, b.length);
    } else if (value instanceof String s) {
      return 4 + s.getBytes(StandardCharsets.UTF_8).length;
    }
    int size = 0;
    for (Object part : layoutOf(value.getClass()).parts(value)) {
      size = Math.addExact(size, size(part));
    }
    return size;
  }

  private static void write(Object value, ByteBuffer to) {
    if (value instanceof Matrix m) {
      to.putInt(m.rows()).putInt(m.cols());
      m.write(to);
    } else if (value instanceof Double d) {
      to.putDouble(d);
    } else if (value instanceof Long l) {
      to.putLong(l);
    } else if (value instanceof Integer i) {
      to.putInt(i);
    } else if (value instanceof Boolean b) {
      to.put((byte) (b ? 1 : 0));
    } else if (value instanceof byte[] b) {
      to.putInt(b.length).put(b);
    } else if (value instanceof String s) {
      byte[] text = s.getBytes(StandardCharsets.UTF_8);
      to.putInt(text.length).put(text);
    } else {
      for (Object part : layoutOf(value.getClass()).parts(value)) {
        write(part, to);
      }
    }
  }

  private static Object read(Class<?> type, ByteBuffer from, String what) {
    if (type == Matrix.class) {
      return readMatrix(from, what);
    } else if (type == double.class) {
      double value = need(from, 8, what).getDouble();
      requireFinite(Double.isFinite(value));
      return value;
    } else if (type == long.class) {
      return need(from, 8, what).getLong();
    } else if (type == byte[].class) {
      byte[] bytes = new byte[length(need(from, 4, what).getInt(), 1, from, what)];
      from.get(bytes);
      return bytes;
    } else if (type == int.class) {
      return need(from, 4, what).getInt();
    } else if (type == boolean.class) {
      return readFlag(need(from, 1, what).get(), what);
    } else if (type == String.class) {
      return readText(from, what);
    }
    return layoutOf(type).read(from);
  }

  private static boolean readFlag(byte flag, String what) {
    if (flag != 0 && flag != 1) {
      throw new ProtocolViolation(what + " is neither true nor false");
    }
    return flag == 1;
  }

  private static String readText(ByteBuffer from, String what) {
    int length = length(need(from, 4, what).getInt(), 1, from, what);
    ByteBuffer text = from.slice(from.position(), length);
    from.position(from.position() + length);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(text).toString();
    } catch (CharacterCodingException e) { // replaced, it would be another message than was sent
      throw new ProtocolViolation(what + " is no text in UTF-8");
    }
  }

  private static Matrix readMatrix(ByteBuffer from, String what) {
    int rows = need(from, 8, what).getInt();
    int cols = from.getInt();
    if (rows < 1 || cols < 1) {
      throw new ProtocolViolation(what + " is a matrix without rows or columns");
    }
    length((long) rows * cols, 8, from, what);
    Matrix matrix = Matrix.read(rows, cols, from);
    requireFinite(matrix.isFinite());
    return matrix;
  }

  /** Reads a count of items, and checks that so many items follow. */
  private static int length(long count, int bytesEach, ByteBuffer from, String what) {
    if (count < 0 || count > from.remaining() / bytesEach) {
      throw new ProtocolViolation(
          what + " announces more than the " + from.remaining() + " bytes that follow");
    }
    return (int) count;
  }

  private static ByteBuffer need(ByteBuffer from, int bytes, String what) {
    if (from.remaining() < bytes) {
      throw new ProtocolViolation(what + " ends too early");
    }
    return from;
  }

  private static void requireFinite(boolean finite) {
    if (!finite) {
      throw new ProtocolViolation("a message holds a number that is not finite");
    }
  }

  private static Layout layoutOf(Class<?> type) {
    return LAYOUTS.computeIfAbsent(type, Layout::new);
  }

  /** Converts one record type to components and back. */
  private static final class Layout {
    private final Constructor<?> constructor;
    private final RecordComponent[] components;

    Layout(Class<?> type) {
      if (!type.isRecord()) {
        throw new IllegalArgumentException("a message cannot hold a " + type.getName());
      }
      components = type.getRecordComponents();
      Class<?>[] types =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      try {
        constructor = type.getDeclaredConstructor(types);
        constructor.setAccessible(true);
      } catch (NoSuchMethodException e) {
        throw new IllegalStateException(e);
      }
      for (RecordComponent component : components) {
        component.getAccessor().setAccessible(true);
      }
    }

    Object[] parts(Object message) {
      Object[] parts = new Object[components.length];
      for (int i = 0; i < parts.length; i++) {
        Method accessor = components[i].getAccessor();
        try {
          parts[i] = accessor.invoke(message);
        } catch (IllegalAccessException | InvocationTargetException e) {
          throw new IllegalStateException(e);
        }
      }
      return parts;
    }

    Object read(ByteBuffer from) {
      Object[] parts = new Object[components.length];
      for (int i = 0; i < parts.length; i++) {
        parts[i] = MessageCodec.read(components[i].getType(), from, components[i].getName());
      }
      return build(parts);
    }

    Object build(Object[] parts) {
      try {
        return constructor.newInstance(parts);
      } catch (InvocationTargetException e) {
        throw new ProtocolViolation(
            constructor.getDeclaringClass().getSimpleName()
                + ": "
                + Failure.of(e.getCause()).told());
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Returns the values of a record's components, in order. */
  public static Object[] parts(Record message) {
    return layoutOf(message.getClass()).parts(message);
  }

  /** Makes a record from its components. */
  public static <T extends Record> T build(Class<T> type, Object[] parts) {
    return type.cast(layoutOf(type).build(parts));
  }
}
