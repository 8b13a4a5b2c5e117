package io.parallax.engine;

import io.parallax.core.Bound;
import io.parallax.core.OutOfRange;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Scaled;
import io.parallax.core.Summand;
import io.parallax.math.Matrix;
import java.lang.reflect.RecordComponent;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Summands as integers whose sum stays within ±2^62, so that it has the same bits in any order,
 * plain or masked, retried or resumed.
 *
 * <p>A value x with |x| ≤ B becomes round(x · 2^e), with e the largest exponent for which the sum
 * over K parties stays within ±2^62; anything beyond B is {@link OutOfRange}. Matrices take one
 * word per cell (B = 2^16, K = 4: steps of 2^-44). A single {@code double} takes two words, the
 * second for the rounding error of the first, so that an objective keeps its full precision; {@code
 * int} and {@code long} take one word and are exact.
 */
final class FixedPoint {
  private static final int MOST = (1 << 28) - (1 << 10); // words; their bytes are counted in int
  private static final long MOST_SUM = 1L << 62;
  private static final int STRETCH = 1 << 18;
  private final int parties;

  FixedPoint(int parties) {
    if (parties < 1) {
      throw new IllegalArgumentException("a sum over " + parties + " parties");
    }
    this.parties = parties;
  }

  /** A summand's shapes (two numbers per matrix) and words. */
  record Words(int[] shapes, long[] words) {}

  /** Returns the shapes of a summand's matrices. */
  static int[] shapesOf(Summand summand) {
    return Arrays.stream(MessageCodec.parts((Record) summand))
        .map(part -> part instanceof Scaled scaled ? scaled.matrix() : part)
        .filter(part -> part instanceof Matrix)
        .flatMapToInt(part -> IntStream.of(((Matrix) part).rows(), ((Matrix) part).cols()))
        .toArray();
  }

  /** Returns true if a component has a shape of its own. */
  static boolean isMatrix(RecordComponent component) {
    return component.getType() == Matrix.class || component.getType() == Scaled.class;
  }

  /** Returns the number of words of a component without a shape. */
  static int words(RecordComponent component) {
    return component.getType() == double.class ? 2 : 1;
  }

  /** Writes a summand's words from this one on, as many as the buffer has room for. */
  void encode(Summand summand, int from, LongBuffer words) {
    Record message = (Record) summand;
    Object[] parts = MessageCodec.parts(message);
    RecordComponent[] components = message.getClass().getRecordComponents();
    int at = -from; // where a component begins in the buffer
    for (int i = 0; i < parts.length && at < words.limit(); i++) {
      at = encode(parts[i], components[i], words, at);
    }
  }

  /**
   * Makes sure that every number can be written.
   *
   * @throws OutOfRange where one cannot
   */
  void requireInRange(Summand summand, int count) {
    LongBuffer words = LongBuffer.allocate(Math.min(count, STRETCH));
    for (int from = 0; from < count; from += STRETCH) {
      encode(summand, from, words);
    }
  }

  <T extends Record> T decode(Class<T> type, Words total) {
    RecordComponent[] components = type.getRecordComponents();
    if (total.words().length != wordCount(components, total.shapes())) {
      throw new ProtocolViolation(type.getSimpleName() + " has a different size than announced");
    }
    Object[] parts = new Object[components.length];
    int at = 0;
    int shape = 0;
    for (int i = 0; i < parts.length; i++) {
      Class<?> kind = components[i].getType();
      if (isMatrix(components[i])) {
        int rows = total.shapes()[shape++];
        int cols = total.shapes()[shape++];
        Matrix sum = decodeMatrix(total.words(), at, rows, cols, exponent(components[i]));
        parts[i] = kind == Matrix.class ? sum : new Scaled(sum, 1);
        at += rows * cols;
      } else if (kind == double.class) {
        parts[i] = decodeDouble(total.words(), at, exponent(components[i]));
        at += 2;
      } else {
        long sum = total.words()[at];
        parts[i] = kind == int.class ? (Object) requireInt(components[i], sum) : sum;
        at++;
      }
    }
    return MessageCodec.build(type, parts);
  }

  private static String name(Class<?> type, RecordComponent component) {
    return type.getSimpleName() + "." + component.getName();
  }

  /** Rejects a sum of whole numbers that honest parties cannot have. */
  private static int requireInt(RecordComponent component, long sum) {
    if (sum != (int) sum) {
      throw new ProtocolViolation(
          "the sum %s is larger than an int; it must be the sum of ints; have the owners check their parties' programs"
              .formatted(name(component.getDeclaringRecord(), component)));
    }
    return (int) sum;
  }

  /** Reads the matrices only; the other words may be arbitrary because they may be masked. */
  List<Matrix> matrices(Class<? extends Record> type, Words words) {
    List<Matrix> found = new ArrayList<>();
    int at = 0;
    int shape = 0;
    for (RecordComponent component : type.getRecordComponents()) {
      if (isMatrix(component)) {
        int rows = words.shapes()[shape++];
        int cols = words.shapes()[shape++];
        found.add(decodeMatrix(words.words(), at, rows, cols, exponent(component)));
        at += rows * cols;
      } else {
        at += words(component);
      }
    }
    return found;
  }

  /** Returns the number of words of a summand of this type and these shapes. */
  static int wordCount(RecordComponent[] components, int[] shapes) {
    long count = 0;
    int shape = 0;
    for (RecordComponent component : components) {
      if (isMatrix(component)) {
        if (shape + 2 > shapes.length || shapes[shape] < 1 || shapes[shape + 1] < 1) {
          throw new ProtocolViolation(component.getName() + " comes without its shape");
        }
        count += (long) shapes[shape++] * shapes[shape++];
      } else {
        count += words(component);
      }
    }
    if (count > MOST) {
      throw new ProtocolViolation("a summand announces " + count + " words; that is too many");
    }
    return (int) count;
  }

  private int encode(Object part, RecordComponent component, LongBuffer words, int at) {
    String name = name(component.getDeclaringRecord(), component);
    if (part instanceof Matrix m) {
      return encode(m, 1, name, component, words, at);
    } else if (part instanceof Scaled s) {
      return encode(s.matrix(), s.factor(), name, component, words, at);
    }
    long[] both = part instanceof Double d ? split(d, name, component) : whole(part, name);
    for (int i = Math.max(0, -at); i < both.length && at + i < words.limit(); i++) {
      words.put(at + i, both[i]);
    }
    return at + both.length;
  }

  private long[] split(double value, String name, RecordComponent component) {
    double x = inRange(value, bound(component), name);
    int exponent = exponent(component);
    long whole = (long) Math.rint(Math.scalb(x, exponent));
    double rest = x - Math.scalb((double) whole, -exponent);
    return new long[] {whole, (long) Math.rint(Math.scalb(rest, exponent + restExponent()))};
  }

  private long[] whole(Object part, String name) {
    long whole = ((Number) part).longValue();
    long most = MOST_SUM / parties;
    if (whole > most || whole < -most) {
      throw new OutOfRange(name, (double) most, parties);
    }
    return new long[] {whole};
  }

  private int encode(
      Matrix m, double factor, String name, RecordComponent component, LongBuffer words, int at) {
    double bound = bound(component);
    double scale = Math.scalb(1.0, exponent(component));
    int cells = m.rows() * m.cols();
    int first = Math.max(0, -at);
    int last = Math.min(cells, words.limit() - at);
    if (first < last) {
      m.forEachStretch(
          first,
          last - first,
          (start, count, values) -> {
            for (int i = 0; i < count; i++) {
              double x = inRange(factor * values[i], bound, name);
              words.put(at + start + i, (long) Math.rint(x * scale));
            }
          });
    }
    return at + cells;
  }

  private static Matrix decodeMatrix(long[] words, int from, int rows, int cols, int exponent) {
    double unit = Math.scalb(1.0, -exponent);
    return Matrix.build(
        rows,
        cols,
        (start, count, values) -> {
          for (int i = 0; i < count; i++) {
            values[i] = words[from + start + i] * unit;
          }
        });
  }

  private double decodeDouble(long[] words, int at, int exponent) {
    return Math.scalb((double) words[at], -exponent)
        + Math.scalb((double) words[at + 1], -exponent - restExponent());
  }

  private double inRange(double x, double bound, String name) {
    if (!(Math.abs(x) <= bound)) {
      throw new OutOfRange(name, bound, parties);
    }
    return x;
  }

  /** Returns true if a component is a whole number, which is its own word. */
  boolean isWhole(RecordComponent component) {
    return component.getType() == int.class || component.getType() == long.class;
  }

  /** Returns the largest word that one party may add in this component. */
  long largest(RecordComponent component) {
    return isWhole(component)
        ? MOST_SUM / parties
        : (long) Math.rint(bound(component) * Math.scalb(1.0, exponent(component)));
  }

  /** Returns the value of one unit of a word of this component. */
  double unit(RecordComponent component) {
    return Math.scalb(1.0, -exponent(component));
  }

  private static double bound(RecordComponent component) {
    Bound bound = component.getAnnotation(Bound.class);
    if (bound == null || !(bound.value() > 0)) {
      throw new IllegalArgumentException(
          component.getDeclaringRecord().getName() + "." + component.getName() + " has no @Bound");
    }
    return bound.value();
  }

  private int exponent(RecordComponent component) {
    return 62 - ceilLog2(bound(component) * parties);
  }

  /**
   * Returns the exponent for rounding errors, which are at most half a step, so that K of them fit
   * with this many more bits.
   */
  private int restExponent() {
    return 62 - ceilLog2(parties);
  }

  private static int ceilLog2(double x) {
    int exponent = Math.getExponent(x);
    return Math.scalb(1.0, exponent) == x ? exponent : exponent + 1;
  }
}
