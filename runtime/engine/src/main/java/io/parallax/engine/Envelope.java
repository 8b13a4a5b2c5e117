package io.parallax.engine;

import io.parallax.core.Answer;
import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Summand;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * How asks and answers stand on the wire. An ask: its sequence number (8 bytes), its number among
 * the method's asks (2 bytes), its record. A summand: the shapes of its matrices, then its words. A
 * disclosed answer: its record. A note of a sum protocol: the exchange's number below zero (8
 * bytes), then its content.
 */
final class Envelope {
  private static final int HEADER = 10;
  private final List<Class<? extends Ask<?>>> asks;

  Envelope(List<Class<? extends Ask<?>>> asks) {
    this.asks = List.copyOf(asks);
  }

  byte[] seal(long sequence, Ask<?> ask) {
    int number = asks.indexOf(ask.getClass());
    if (number < 0) {
      throw new IllegalArgumentException(
          ask.getClass().getName() + " is not among the asks of its method");
    }
    ByteBuffer bytes = MessageCodec.encode((Record) ask, HEADER);
    return bytes.putLong(0, sequence).putShort(8, (short) number).array();
  }

  /** A note of the sum protocol that belongs to this exchange. */
  static byte[] note(long sequence, byte[] content) {
    ByteBuffer bytes = MessageCodec.littleEndian(ByteBuffer.allocate(HEADER + content.length));
    return bytes.putLong(-sequence).putShort((short) 0).put(content).array();
  }

  static boolean isNote(byte[] envelope) {
    return sequence(envelope) < 0;
  }

  static byte[] noteContent(byte[] envelope) {
    return Arrays.copyOfRange(envelope, HEADER, envelope.length);
  }

  static long sequence(byte[] envelope) {
    return MessageCodec.littleEndian(ByteBuffer.wrap(header(envelope))).getLong(0);
  }

  Ask<?> open(byte[] envelope) {
    Class<? extends Ask<?>> type = type(envelope);
    ByteBuffer bytes = MessageCodec.littleEndian(ByteBuffer.wrap(envelope)).position(HEADER);
    return (Ask<?>) MessageCodec.decode(type.asSubclass(Record.class), bytes);
  }

  /** Which of the method's asks this is. */
  Class<? extends Ask<?>> type(byte[] envelope) {
    int number = MessageCodec.littleEndian(ByteBuffer.wrap(header(envelope))).getShort(8);
    if (number < 0 || number >= asks.size()) {
      throw new ProtocolViolation("ask number " + number + " is not one of this method's");
    }
    return asks.get(number);
  }

  private static byte[] header(byte[] envelope) {
    if (envelope.length < HEADER) {
      throw new ProtocolViolation("an ask of " + envelope.length + " bytes is too short");
    }
    return envelope;
  }

  static boolean isSum(Class<?> ask) {
    return Summand.class.isAssignableFrom(Answers.typeFor(ask));
  }

  /** An empty summand of these shapes; its words stand behind them. */
  static ByteBuffer allocate(int[] shapes, int words) {
    int size = Math.addExact(4 * shapes.length, Math.multiplyExact(8, words));
    ByteBuffer message = MessageCodec.littleEndian(ByteBuffer.allocate(size));
    message.asIntBuffer().put(shapes);
    return message.position(4 * shapes.length);
  }

  static byte[] write(FixedPoint.Words words) {
    ByteBuffer message = allocate(words.shapes(), words.words().length);
    message.asLongBuffer().put(words.words());
    return message.array();
  }

  /** A summand's shapes and where its words stand, checked against the message's length. */
  record Sealed(int[] shapes, LongBuffer words) {}

  static Sealed open(Class<? extends Answer> type, byte[] message) {
    RecordComponent[] components = type.getRecordComponents();
    int matrices = matrices(components);
    if (message.length < 8 * matrices) {
      throw new ProtocolViolation(type.getSimpleName() + " ends too early");
    }
    ByteBuffer bytes = MessageCodec.littleEndian(ByteBuffer.wrap(message));
    int[] shapes = new int[2 * matrices];
    bytes.asIntBuffer().get(shapes);
    int count = FixedPoint.wordCount(components, shapes);
    if (message.length != 8L * matrices + 8L * count) {
      throw new ProtocolViolation(type.getSimpleName() + " has another size than it says");
    }
    return new Sealed(shapes, bytes.position(8 * matrices).asLongBuffer());
  }

  /** How many bytes a summand at the beginning of these has, as its shapes say. */
  static int size(Class<? extends Answer> type, byte[] bytes) {
    RecordComponent[] components = type.getRecordComponents();
    int matrices = matrices(components);
    if (bytes.length < 8 * matrices) {
      throw new ProtocolViolation(type.getSimpleName() + " ends too early");
    }
    int[] shapes = new int[2 * matrices];
    MessageCodec.littleEndian(ByteBuffer.wrap(bytes)).asIntBuffer().get(shapes);
    long size = 8L * matrices + 8L * FixedPoint.wordCount(components, shapes);
    if (size > bytes.length) {
      throw new ProtocolViolation(type.getSimpleName() + " has another size than it says");
    }
    return (int) size;
  }

  private static int matrices(RecordComponent[] components) {
    int matrices = 0;
    for (RecordComponent component : components) {
      matrices += FixedPoint.isMatrix(component) ? 1 : 0;
    }
    return matrices;
  }

  static FixedPoint.Words read(Class<? extends Answer> type, byte[] message) {
    Sealed opened = open(type, message);
    long[] words = new long[opened.words().remaining()];
    opened.words().get(words);
    return new FixedPoint.Words(opened.shapes(), words);
  }
}
