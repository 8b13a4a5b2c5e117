package io.parallax.engine;

import io.parallax.core.Answer;
import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.Hashes;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Summand;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;

/**
 * The wire format of asks and answers. An ask: its sequence number (8 bytes), its number among the
 * method's asks (2 bytes), its record. A summand: the shapes of its matrices, then its words, or
 * the first block of them. A disclosed answer: its record.
 *
 * <p>A negative sequence number marks a message beside the asks. A note of a sum protocol: 0 (2
 * bytes), then its content. A request for another block: 1 + the ask's number (2 bytes), the first
 * word and the one after the last (4 bytes each); it is answered with the shapes again, and these
 * words.
 */
final class Envelope {
  static final int HEADER = 10;
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

  /** Returns a note of the sum protocol for this exchange. */
  static byte[] note(long sequence, byte[] content) {
    ByteBuffer bytes = MessageCodec.littleEndian(ByteBuffer.allocate(HEADER + content.length));
    return bytes.putLong(-sequence).putShort((short) 0).put(content).array();
  }

  /** Returns true for a note or a request for another block; neither makes a party step. */
  static boolean isBeside(byte[] envelope) {
    return sequence(envelope) < 0;
  }

  static boolean isNote(byte[] envelope) {
    return isBeside(envelope) && number(envelope) == 0;
  }

  /** A request for more words of an answer. */
  record Wish(long sequence, int from, int end) {}

  /** Returns a request for more of the answer to this ask. */
  static byte[] wish(byte[] ask, int from, int end) {
    ByteBuffer bytes = MessageCodec.littleEndian(ByteBuffer.allocate(HEADER + 8));
    bytes.putLong(-sequence(ask)).putShort((short) (number(ask) + 1));
    return bytes.putInt(from).putInt(end).array();
  }

  static Wish wish(byte[] envelope) {
    if (envelope.length != HEADER + 8) {
      throw new ProtocolViolation("a wish for a block has " + envelope.length + " bytes");
    }
    ByteBuffer bytes = MessageCodec.littleEndian(ByteBuffer.wrap(envelope));
    return new Wish(-sequence(envelope), bytes.getInt(HEADER), bytes.getInt(HEADER + 4));
  }

  static byte[] noteContent(byte[] envelope) {
    return Arrays.copyOfRange(envelope, HEADER, envelope.length);
  }

  /** Returns the SHA-256 of an ask without the number of its exchange. */
  static byte[] contentHash(byte[] envelope) {
    MessageDigest sha = Hashes.sha256();
    sha.update(envelope, Long.BYTES, envelope.length - Long.BYTES);
    return sha.digest();
  }

  static long sequence(byte[] envelope) {
    return MessageCodec.littleEndian(ByteBuffer.wrap(header(envelope))).getLong(0);
  }

  Ask<?> open(byte[] envelope) {
    Class<? extends Ask<?>> type = type(envelope);
    ByteBuffer bytes = MessageCodec.littleEndian(ByteBuffer.wrap(envelope)).position(HEADER);
    return (Ask<?>) MessageCodec.decode(type.asSubclass(Record.class), bytes);
  }

  /** Returns the type of the ask, or of the ask that a request for another block refers to. */
  Class<? extends Ask<?>> type(byte[] envelope) {
    int number = number(envelope) - (isBeside(envelope) ? 1 : 0);
    if (number < 0 || number >= asks.size()) {
      throw new ProtocolViolation("ask number " + number + " is not one of this method's");
    }
    return asks.get(number);
  }

  private static int number(byte[] envelope) {
    return MessageCodec.littleEndian(ByteBuffer.wrap(header(envelope))).getShort(8);
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

  /** Allocates a summand of these shapes; its words follow them. */
  static ByteBuffer allocate(int[] shapes, int words) {
    int size = Math.addExact(4 * shapes.length, Math.multiplyExact(8, words));
    ByteBuffer message = MessageCodec.littleEndian(ByteBuffer.allocate(size));
    message.asIntBuffer().put(shapes);
    return message.position(4 * shapes.length);
  }

  /**
   * A summand's shapes and some of its words, checked against the message's length.
   *
   * @param from the index of the first of these words
   * @param count the number of all words
   */
  record Sealed(int[] shapes, int from, LongBuffer words, int count) {}

  /** Reads a whole summand. */
  static Sealed open(Class<? extends Answer> type, byte[] message) {
    return open(type, message, new Blocks(Integer.MAX_VALUE), 0);
  }

  /** Reads the block of a summand that begins at this word. */
  static Sealed open(Class<? extends Answer> type, byte[] message, Blocks blocks, int from) {
    RecordComponent[] components = type.getRecordComponents();
    int[] shapes = shapes(type, message);
    int count = FixedPoint.wordCount(components, shapes);
    if (from > count
        || message.length != size(shapes, blocks.end(components, shapes, from) - from)) {
      throw new ProtocolViolation(type.getSimpleName() + " has a different size than announced");
    }
    ByteBuffer bytes = MessageCodec.littleEndian(ByteBuffer.wrap(message));
    return new Sealed(shapes, from, bytes.position(4 * shapes.length).asLongBuffer(), count);
  }

  /** Returns the bytes of this many words after these shapes. */
  static long size(int[] shapes, int words) {
    return 4L * shapes.length + 8L * words;
  }

  /** Reads the shapes at the beginning of a summand. */
  static int[] shapes(Class<? extends Answer> type, byte[] message) {
    int matrices = matrices(type.getRecordComponents());
    if (message.length < 8 * matrices) {
      throw new ProtocolViolation(type.getSimpleName() + " ends too early");
    }
    int[] shapes = new int[2 * matrices];
    MessageCodec.littleEndian(ByteBuffer.wrap(message)).asIntBuffer().get(shapes);
    return shapes;
  }

  /** Reads the summand at the beginning of these bytes, whose shapes determine its length. */
  static Sealed begin(Class<? extends Answer> type, byte[] bytes) {
    int[] shapes = shapes(type, bytes);
    int count = FixedPoint.wordCount(type.getRecordComponents(), shapes);
    if (size(shapes, count) > bytes.length) {
      throw new ProtocolViolation(type.getSimpleName() + " has a different size than announced");
    }
    ByteBuffer from = MessageCodec.littleEndian(ByteBuffer.wrap(bytes));
    LongBuffer words = from.position(4 * shapes.length).asLongBuffer().limit(count);
    return new Sealed(shapes, 0, words, count);
  }

  private static int matrices(RecordComponent[] components) {
    int matrices = 0;
    for (RecordComponent component : components) {
      matrices += FixedPoint.isMatrix(component) ? 1 : 0;
    }
    return matrices;
  }

  static FixedPoint.Words read(Sealed whole) {
    long[] words = new long[whole.count()];
    whole.words().get(0, words);
    return new FixedPoint.Words(whole.shapes(), words);
  }
}
