package io.parallax.testkit;

import io.parallax.core.Ask;
import io.parallax.engine.MessageCodec;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Messages that a lying coordinator could send in place of an honest ask: generated from the ask's
 * type and bytes, so that a new message type is covered as soon as it exists.
 */
public final class AskLies {
  private static final int HEADER = 10;
  private static final int FLIPS = 12;
  private final byte[] honest;
  private final Ask<?> ask;
  private final List<Lie> lies = new ArrayList<>();

  /**
   * One lie.
   *
   * @param what a description of the change
   * @param bytes the bytes of the message
   */
  public record Lie(String what, byte[] bytes) {}

  private AskLies(byte[] honest, Ask<?> ask) {
    this.honest = honest;
    this.ask = ask;
  }

  /**
   * All lies in place of one ask.
   *
   * @param honest its envelope
   * @param others honest envelopes of other exchanges
   * @param asks the number of asks
   */
  public static List<Lie> of(byte[] honest, Ask<?> ask, List<byte[]> others, int asks, Rng rng) {
    AskLies made = new AskLies(honest, ask);
    made.values();
    made.shapes();
    made.order(others, asks);
    made.lengths();
    made.beside(rng);
    made.flips(rng);
    return made.lies;
  }

  /** The envelope of a record. */
  public static byte[] envelope(long sequence, int number, byte[] record) {
    ByteBuffer bytes = ByteBuffer.allocate(HEADER + record.length).order(ByteOrder.LITTLE_ENDIAN);
    return bytes.putLong(sequence).putShort((short) number).put(record).array();
  }

  public static long sequence(byte[] envelope) {
    return ByteBuffer.wrap(envelope).order(ByteOrder.LITTLE_ENDIAN).getLong(0);
  }

  private short number() {
    return ByteBuffer.wrap(honest).order(ByteOrder.LITTLE_ENDIAN).getShort(8);
  }

  private void add(String what, byte[] bytes) {
    lies.add(new Lie(ask.getClass().getSimpleName() + ": " + what, bytes));
  }

  /** The same record with other components. */
  private void values() {
    Record record = (Record) ask;
    Object[] parts = MessageCodec.parts(record);
    for (int i = 0; i < parts.length; i++) {
      String name = record.getClass().getRecordComponents()[i].getName();
      for (Object other : others(parts[i])) {
        Object[] changed = parts.clone();
        changed[i] = other;
        Record lie = MessageCodec.build(record.getClass(), changed);
        String told = other instanceof Matrix m ? m.rows() + " × " + m.cols() : "another";
        add(name + " is " + told, envelope(sequence(honest), number(), MessageCodec.encode(lie)));
      }
    }
  }

  private static List<Object> others(Object part) {
    if (part instanceof Integer number) {
      return List.of(
          0, -1, number + 1, number - 1, number + 1000, Integer.MAX_VALUE, Integer.MIN_VALUE);
    } else if (part instanceof Double) {
      return List.of(0.0, -1.0, 1e308, -1e308, Double.MIN_VALUE);
    } else if (part instanceof Boolean flag) {
      return List.of(!flag);
    } else if (part instanceof String text) {
      return List.of("", text + text, "\u0000\u202e", "x".repeat(100_000), "a\nb\nc");
    } else if (part instanceof byte[] bytes) {
      return List.of(new byte[0], Arrays.copyOf(bytes, bytes.length + 1), new byte[100_000]);
    } else if (part instanceof Matrix m) {
      return List.of(
          Matrix.zeros(1, 1),
          Matrix.zeros(m.rows() + 1, m.cols()),
          Matrix.zeros(m.rows(), m.cols() + 1),
          Matrix.zeros(Math.max(1, m.rows() - 1), m.cols()),
          Matrix.zeros(m.rows(), Math.max(1, m.cols() - 1)),
          Matrix.zeros(m.cols(), m.rows()),
          Matrix.zeros(m.rows() + 1000, 1),
          Matrix.zeros(1, m.cols() + 1000),
          Matrix.zeros(m.rows(), m.cols()),
          m.scale(-1),
          Matrix.fill(m.rows(), m.cols(), (i, j) -> 1e300),
          Matrix.fill(m.rows(), m.cols(), (i, j) -> i == 0 ? 1 : 0));
    }
    return List.of();
  }

  /** Shapes and numbers that the codec cannot write. */
  private void shapes() {
    int at = HEADER;
    for (Object part : MessageCodec.parts((Record) ask)) {
      if (part instanceof Matrix m) {
        for (int[] shape :
            new int[][] {
              {0, 0},
              {-1, m.cols()},
              {m.rows(), -1},
              {1 << 30, 1 << 30},
              {Integer.MAX_VALUE, 1},
              {Integer.MIN_VALUE, Integer.MIN_VALUE},
              {m.rows() * 2, m.cols()},
              {1 << 16, 1 << 16}
            }) {
          ByteBuffer lie = copy();
          lie.putInt(at, shape[0]).putInt(at + 4, shape[1]);
          add("says it is " + shape[0] + " × " + shape[1], lie.array());
        }
        for (double value : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
          add("holds " + value, copy().putDouble(at + 8, value).array());
        }
      } else if (part instanceof String || part instanceof byte[]) {
        for (int length : new int[] {-1, Integer.MAX_VALUE, 1 << 28}) {
          add("says it has " + length + " bytes", copy().putInt(at, length).array());
        }
      }
      at += size(part);
    }
  }

  private static int size(Object part) {
    if (part instanceof Matrix m) {
      return 8 + 8 * m.rows() * m.cols();
    } else if (part instanceof Integer) {
      return 4;
    } else if (part instanceof Boolean) {
      return 1;
    } else if (part instanceof byte[] bytes) {
      return 4 + bytes.length;
    } else if (part instanceof String text) {
      return 4 + text.getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
    }
    return 8;
  }

  private ByteBuffer copy() {
    return ByteBuffer.wrap(honest.clone()).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Other exchanges, other asks. */
  private void order(List<byte[]> others, int asks) {
    long now = sequence(honest);
    for (long to : new long[] {0, now + 1, now + 7, Long.MAX_VALUE, Long.MIN_VALUE, -now}) {
      add("in exchange " + to, copy().putLong(0, to).array());
    }
    for (int number = -1; number <= asks; number++) {
      add("as ask " + number, copy().putShort(8, (short) number).array());
    }
    for (byte[] other : others) {
      byte[] lie = other.clone();
      ByteBuffer.wrap(lie).order(ByteOrder.LITTLE_ENDIAN).putLong(0, now);
      add("what exchange " + sequence(other) + " asked", lie);
    }
  }

  private void lengths() {
    for (int length : new int[] {0, 1, 8, 9, 10, honest.length / 2, honest.length - 1}) {
      add("cut to " + length, Arrays.copyOf(honest, Math.min(length, honest.length)));
    }
    add("with a byte more", Arrays.copyOf(honest, honest.length + 1));
    add("with a megabyte more", Arrays.copyOf(honest, honest.length + (1 << 20)));
  }

  /** Notes of masked sums, and wishes for blocks. */
  private void beside(Rng rng) {
    long now = sequence(honest);
    for (int[] wish :
        new int[][] {{0, 1}, {-1, 5}, {5, 1}, {0, Integer.MAX_VALUE}, {1 << 30, -1}}) {
      ByteBuffer words = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
      words.putInt(wish[0]).putInt(wish[1]);
      add("a wish", envelope(-now, number() + 1, words.array()));
      add("a wish for what was before", envelope(1 - now, number() + 1, words.array()));
    }
    for (int stage = -1; stage < 6; stage++) {
      byte[] note = new byte[1 + rng.below(40)];
      note[0] = (byte) stage;
      add("a note of stage " + stage, envelope(-now, 0, note));
    }
  }

  private void flips(Rng rng) {
    for (int k = 0; k < FLIPS; k++) {
      byte[] lie = honest.clone();
      lie[rng.below(Math.min(lie.length, 64))] ^= (byte) (1 << rng.below(8));
      add("a bit is turned", lie);
    }
  }
}
