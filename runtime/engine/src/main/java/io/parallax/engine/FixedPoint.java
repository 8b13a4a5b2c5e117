package io.parallax.engine;

import io.parallax.core.Bound;
import io.parallax.core.OutOfRange;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Summand;
import io.parallax.math.Matrix;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/**
 * Summands as integers modulo 2^64, so that their sum has the same bits in any order, plain or
 * masked, retried or resumed.
 *
 * <p>A value x with |x| ≤ B becomes round(x · 2^e), with e the largest exponent for which the sum
 * over K parties stays within ±2^62; anything beyond B is {@link OutOfRange}. Matrices take one
 * word a cell (B = 2^16, K = 4: steps of 2^-44). A single {@code double} takes two words, the
 * second for what the first rounds away, so that an objective keeps its full precision; {@code int}
 * and {@code long} take one word and are exact.
 */
final class FixedPoint {
  private final int parties;

  FixedPoint(int parties) {
    if (parties < 1) {
      throw new IllegalArgumentException("a sum over " + parties + " parties");
    }
    this.parties = parties;
  }

  /** A summand's shapes (two numbers a matrix) and words. */
  record Words(int[] shapes, long[] words) {}

  Words encode(Summand summand) {
    Record message = (Record) summand;
    Object[] parts = MessageCodec.parts(message);
    RecordComponent[] components = message.getClass().getRecordComponents();
    int[] shapes = shapesOf(parts);
    long[] words = new long[wordCount(components, shapes)];
    int at = 0;
    for (int i = 0; i < parts.length; i++) {
      at = encode(parts[i], components[i], words, at);
    }
    return new Words(shapes, words);
  }

  <T extends Record> T decode(Class<T> type, Words total) {
    RecordComponent[] components = type.getRecordComponents();
    if (total.words().length != wordCount(components, total.shapes())) {
      throw new ProtocolViolation(type.getSimpleName() + " has another size than it says");
    }
    Object[] parts = new Object[components.length];
    int at = 0;
    int shape = 0;
    for (int i = 0; i < parts.length; i++) {
      Class<?> kind = components[i].getType();
      if (kind == Matrix.class) {
        int rows = total.shapes()[shape++];
        int cols = total.shapes()[shape++];
        parts[i] = decodeMatrix(total.words(), at, rows, cols, exponent(components[i]));
        at += rows * cols;
      } else if (kind == double.class) {
        parts[i] = decodeDouble(total.words(), at, exponent(components[i]));
        at += 2;
      } else {
        parts[i] =
            kind == int.class ? (Object) Math.toIntExact(total.words()[at]) : total.words()[at];
        at++;
      }
    }
    return MessageCodec.build(type, parts);
  }

  /** How many words a summand of this type and these shapes has. */
  static int wordCount(RecordComponent[] components, int[] shapes) {
    long count = 0;
    int shape = 0;
    for (RecordComponent component : components) {
      if (component.getType() == Matrix.class) {
        if (shape + 2 > shapes.length || shapes[shape] < 1 || shapes[shape + 1] < 1) {
          throw new ProtocolViolation(component.getName() + " comes without its shape");
        }
        count += (long) shapes[shape++] * shapes[shape++];
      } else {
        count += component.getType() == double.class ? 2 : 1;
      }
    }
    if (count > Integer.MAX_VALUE - 8) {
      throw new ProtocolViolation("a summand says it has " + count + " words; that is too many");
    }
    return (int) count;
  }

  private static int[] shapesOf(Object[] parts) {
    int[] shapes = new int[2 * parts.length];
    int count = 0;
    for (Object part : parts) {
      if (part instanceof Matrix m) {
        shapes[count++] = m.rows();
        shapes[count++] = m.cols();
      }
    }
    return Arrays.copyOf(shapes, count);
  }

  private int encode(Object part, RecordComponent component, long[] words, int at) {
    String name = component.getDeclaringRecord().getSimpleName() + "." + component.getName();
    if (part instanceof Matrix m) {
      double bound = bound(component);
      double scale = Math.scalb(1.0, exponent(component));
      m.forEachStretch(
          (from, count, values) -> {
            for (int i = 0; i < count; i++) {
              words[at + from + i] = (long) Math.rint(inRange(values[i], bound, name) * scale);
            }
          });
      return at + m.rows() * m.cols();
    } else if (part instanceof Double d) {
      double x = inRange(d, bound(component), name);
      int exponent = exponent(component);
      words[at] = (long) Math.rint(Math.scalb(x, exponent));
      double rest = x - Math.scalb((double) words[at], -exponent);
      words[at + 1] = (long) Math.rint(Math.scalb(rest, exponent + restExponent()));
      return at + 2;
    }
    long whole = ((Number) part).longValue();
    if (Math.abs(whole) > Long.MAX_VALUE / parties || whole == Long.MIN_VALUE) {
      throw new OutOfRange(name, (double) (Long.MAX_VALUE / parties), parties);
    }
    words[at] = whole;
    return at + 1;
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
   * The rest of a rounding is at most half a step, so that K rests fit with this many more bits.
   */
  private int restExponent() {
    return 62 - ceilLog2(parties);
  }

  private static int ceilLog2(double x) {
    int exponent = Math.getExponent(x);
    return Math.scalb(1.0, exponent) == x ? exponent : exponent + 1;
  }
}
