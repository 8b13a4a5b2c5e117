package io.parallax.engine;

import io.parallax.core.ProtocolViolation;
import io.parallax.core.Scaled;
import io.parallax.core.Summand;
import io.parallax.math.Matrix;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** Describes the bytes of an answer for people: its components and the first numbers of each. */
public final class MessageText {
  private static final int FIRST = 6;
  private static final int LONGEST = 200;

  private MessageText() {}

  /**
   * Returns a line for each component.
   *
   * @param type the answer's type
   * @param parties how many parties its sum is over
   * @param masked whether only the sum over the parties can be read
   * @throws io.parallax.core.ProtocolViolation if the bytes are no such answer
   */
  public static List<String> of(
      Class<? extends Record> type, byte[] message, int parties, boolean masked) {
    if (!Summand.class.isAssignableFrom(type)) {
      return record(MessageCodec.decode(type, message));
    }
    RecordComponent[] components = type.getRecordComponents();
    ByteBuffer bytes = MessageCodec.littleEndian(ByteBuffer.wrap(message));
    int matrices = (int) List.of(components).stream().filter(FixedPoint::isMatrix).count();
    int[] shapes = new int[2 * matrices];
    if (message.length < Integer.BYTES * shapes.length) {
      throw new ProtocolViolation(type.getSimpleName() + " ends before its shapes");
    }
    bytes.asIntBuffer().get(shapes);
    bytes.position(Integer.BYTES * shapes.length);
    int count = FixedPoint.wordCount(components, shapes);
    long[] words = new long[bytes.remaining() / Long.BYTES];
    bytes.asLongBuffer().get(words);
    if (masked || words.length != count) {
      return List.of(
          "%,d of %,d words of 64 bits, the first %s".formatted(words.length, count, hex(words)),
          masked
              ? "masked: each word has a random number added, so that alone it tells nothing"
              : "a block of a larger answer, as integers; the first block has the first numbers");
    }
    return record(new FixedPoint(parties).decode(type, new FixedPoint.Words(shapes, words)));
  }

  private static String hex(long[] words) {
    StringJoiner first = new StringJoiner(" ");
    for (int i = 0; i < Math.min(3, words.length); i++) {
      first.add("%016x".formatted(words[i]));
    }
    return first.toString();
  }

  private static List<String> record(Record message) {
    List<String> lines = new ArrayList<>();
    Object[] parts = MessageCodec.parts(message);
    RecordComponent[] components = message.getClass().getRecordComponents();
    for (int i = 0; i < parts.length; i++) {
      lines.add(components[i].getName() + ": " + value(parts[i]));
    }
    return lines;
  }

  private static String value(Object part) {
    if (part instanceof Scaled scaled) {
      return value(scaled.matrix());
    }
    if (part instanceof Matrix m) {
      StringJoiner first = new StringJoiner(" ");
      int cells = Math.min(FIRST, m.rows() * m.cols());
      for (int i = 0; i < cells; i++) {
        first.add(String.format(Locale.ROOT, "%.6g", m.get(i / m.cols(), i % m.cols())));
      }
      return "%d × %d, the first %s".formatted(m.rows(), m.cols(), first);
    }
    if (part instanceof byte[] bytes) {
      return bytes.length + " bytes";
    }
    String text = String.valueOf(part);
    return text.length() > LONGEST
        ? text.substring(0, LONGEST) + "… (%,d characters)".formatted(text.length())
        : text;
  }
}
