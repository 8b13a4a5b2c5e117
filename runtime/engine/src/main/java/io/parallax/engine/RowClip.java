package io.parallax.engine;

import io.parallax.core.Answer;
import io.parallax.core.Bound;
import io.parallax.core.OutOfRange;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.RowLimits;
import io.parallax.core.Summand;
import io.parallax.math.Matrix;
import java.lang.reflect.RecordComponent;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Keeps a party's contribution to a sum within the study's limits. A party clips its own rows
 * before they are sealed; a coordinator that can read them clips them, too, because a party may run
 * another program; a coordinator that sees only the sum rejects a sum that honest parties cannot
 * have.
 */
final class RowClip {
  private static final double ROUNDING = 1e-9;
  private static final int STRETCH = 1 << 12;
  private final RowLimits limits;
  private final FixedPoint fixedPoint;

  RowClip(RowLimits limits, FixedPoint fixedPoint) {
    this.limits = limits;
    this.fixedPoint = fixedPoint;
  }

  /**
   * Returns the summand with long rows clipped. Rows that are not finite are left to be rejected
   * later.
   */
  Summand cut(PartyId party, Summand summand) {
    Record message = (Record) summand;
    RecordComponent[] components = message.getClass().getRecordComponents();
    Object[] parts = MessageCodec.parts(message);
    boolean same = true;
    for (int i = 0; i < parts.length; i++) {
      if (parts[i] instanceof Matrix m) {
        parts[i] = cut(party, m, limits.of(party, components[i], m.cols()));
        same &= parts[i] == m;
      }
    }
    return same ? summand : (Summand) MessageCodec.build(message.getClass(), parts);
  }

  private Matrix cut(PartyId party, Matrix m, double limit) {
    if (Double.isInfinite(limit)) {
      return m;
    }
    double[] factors = m.rowNorms();
    int cut = 0;
    int used = 0;
    for (int i = 0; i < factors.length; i++) {
      used += factors[i] == 0 ? 0 : 1;
      boolean longer = factors[i] > limit && Double.isFinite(factors[i]);
      factors[i] = longer ? limit / factors[i] : 1;
      cut += longer ? 1 : 0;
    }
    if (cut == 0) {
      return m;
    }
    limits.cut(party, cut, used);
    return Matrix.fill(m.rows(), m.cols(), (i, j) -> factors[i] * m.get(i, j));
  }

  /**
   * Returns a party's words with rows that are too long scaled down to the limit.
   *
   * @throws OutOfRange if a word is beyond its component's bound
   */
  LongBuffer inSight(PartyId party, Class<? extends Answer> type, Envelope.Sealed sealed) {
    LongBuffer words = sealed.words();
    int first = sealed.from();
    int end = first + words.limit();
    int shape = 0;
    int at = 0;
    for (RecordComponent component : type.getRecordComponents()) {
      boolean matrix = FixedPoint.isMatrix(component);
      int rows = matrix ? sealed.shapes()[shape++] : 1;
      int cols = matrix ? sealed.shapes()[shape++] : FixedPoint.words(component);
      int from = Math.max(at, first) - first; // in this block
      int count = Math.min(at + rows * cols, end) - first - from;
      at += rows * cols;
      if (count <= 0) {
        continue;
      }
      if (matrix) {
        double limit = limits.of(party, component, cols) * (1 + ROUNDING);
        words = cut(words, from, count / cols, cols, limit, fixedPoint.unit(component));
      } else if (component.getType() == double.class) {
        requireWeight(party, component, words.get(from));
        count = 1; // the second word is the rounding error of the first
      }
      requireBound(party, component, words, from, count);
    }
    return words;
  }

  private void requireBound(
      PartyId party, RecordComponent component, LongBuffer words, int from, int count) {
    if (beyond(words, from, count, fixedPoint.largest(component))) {
      throw new OutOfRange(
          party,
          "party %s sent %s.%s beyond its bound; it runs a different or modified program"
              .formatted(
                  party, component.getDeclaringRecord().getSimpleName(), component.getName()));
    }
  }

  /** Returns true if a word is beyond ±most, which is up to 2^62. */
  private static boolean beyond(LongBuffer words, int from, int count, long most) {
    long[] stretch = new long[Math.min(count, STRETCH)];
    long signs = 0;
    for (int at = 0; at < count; at += STRETCH) {
      int length = Math.min(STRETCH, count - at);
      words.get(from + at, stretch, 0, length);
      for (int i = 0; i < length; i++) {
        long word = stretch[i]; // each half alone, since 2^62 + 2^62 is no long
        signs |= (most - Math.max(word, 0)) | (most + Math.min(word, 0)); // negative: it is beyond
      }
    }
    return signs < 0;
  }

  private void requireWeight(PartyId party, RecordComponent component, long word) {
    double limit = limits.weight(party, component);
    double unit = fixedPoint.unit(component);
    double weight = word * unit;
    if (Double.isFinite(limit) && !(weight >= -unit && weight <= limit * (1 + ROUNDING) + unit)) {
      throw new OutOfRange(
          party,
          "party %s sent a weight (%s.%s) of %s; in this study it must be at most %s"
              .formatted(
                  party,
                  component.getDeclaringRecord().getSimpleName(),
                  component.getName(),
                  weight,
                  limit));
    }
  }

  /** Returns the same words, or a clipped copy of them. */
  private static LongBuffer cut(
      LongBuffer words, int from, int rows, int cols, double limit, double unit) {
    if (Double.isInfinite(limit)) {
      return words;
    }
    LongBuffer kept = words;
    double slack = limit + Math.sqrt(cols) * unit;
    for (int i = 0; i < rows; i++) {
      int at = from + i * cols;
      double norm = norm(words, at, cols) * unit;
      if (norm > slack) {
        kept = kept == words ? copy(words) : kept;
        for (int j = at; j < at + cols; j++) {
          kept.put(j, (long) Math.rint(words.get(j) * (limit / norm)));
        }
      }
    }
    return kept;
  }

  private static LongBuffer copy(LongBuffer words) {
    return LongBuffer.allocate(words.limit()).put(words.duplicate().position(0)).flip();
  }

  private static double norm(LongBuffer words, int from, int count) {
    double squares = 0;
    for (int j = from; j < from + count; j++) {
      double word = words.get(j);
      squares += word * word;
    }
    return Math.sqrt(squares);
  }

  /**
   * Returns the limits of a party's rows in words; of a number in two words, those of the first:
   * the second is a rounding error.
   */
  List<LimitedRows> limited(PartyId party, Class<? extends Answer> type, int[] shapes) {
    List<LimitedRows> all = new ArrayList<>();
    int shape = 0;
    int at = 0;
    for (RecordComponent component : type.getRecordComponents()) {
      double most = fixedPoint.largest(component);
      double unit = fixedPoint.isWhole(component) ? 1 : fixedPoint.unit(component);
      if (FixedPoint.isMatrix(component)) {
        int rows = shapes[shape++];
        int cols = shapes[shape++];
        double limit = limits.of(party, component, cols) * (1 + ROUNDING) / unit;
        double widest = most * Math.sqrt(cols);
        double longest = Math.min(limit, widest) + Math.sqrt(cols);
        LimitedRows.By by = limit < widest ? LimitedRows.By.STUDY : LimitedRows.By.WORDS;
        all.add(new LimitedRows(at, rows, cols, 0, longest, by));
        at += rows * cols;
      } else {
        double weight = limits.weight(party, component) * (1 + ROUNDING) / unit / 2;
        boolean limited = weight < most;
        double middle = limited ? Math.rint(weight) : 0;
        LimitedRows.By by = limited ? LimitedRows.By.STUDY : LimitedRows.By.NUMBER;
        all.add(new LimitedRows(at, 1, 1, middle, (limited ? weight : most) + 2, by));
        at += FixedPoint.words(component);
      }
    }
    return all;
  }

  /**
   * Rejects a sum that exceeds what these parties could contribute within their limits.
   *
   * @throws ProtocolViolation without naming a party, which masks hide
   */
  void requirePossible(
      Class<? extends Answer> type, FixedPoint.Words total, Collection<PartyId> parties) {
    LongBuffer words = LongBuffer.wrap(total.words());
    int shape = 0;
    int at = 0;
    for (RecordComponent component : type.getRecordComponents()) {
      int rows = 1;
      int cols = 1;
      if (FixedPoint.isMatrix(component)) {
        rows = total.shapes()[shape++];
        cols = total.shapes()[shape++];
      }
      if (component.getAnnotation(Bound.class) != null) { // whole numbers have none
        requireShort(component, words, at, rows, cols, parties);
      }
      requireSum(component, words, at, rows * cols, parties.size());
      at += component.getType() == double.class ? 2 : rows * cols;
    }
  }

  private void requireShort(
      RecordComponent component,
      LongBuffer words,
      int from,
      int rows,
      int cols,
      Collection<PartyId> parties) {
    boolean weight = component.getType() == double.class;
    double most =
        parties.stream()
            .mapToDouble(
                id -> weight ? limits.weight(id, component) : limits.of(id, component, cols))
            .sum();
    double unit = fixedPoint.unit(component);
    double slack = most * (1 + ROUNDING) + parties.size() * Math.sqrt(cols) * unit;
    for (int i = 0; i < rows && !Double.isInfinite(most); i++) {
      if (norm(words, from + i * cols, cols) * unit > slack) {
        throw impossible(component);
      }
    }
  }

  private void requireSum(
      RecordComponent component, LongBuffer words, int from, int count, int parties) {
    long most = fixedPoint.largest(component) * parties; // within 2^62 by construction
    if (beyond(words, from, count, most)) {
      throw impossible(component);
    }
  }

  private static ProtocolViolation impossible(RecordComponent component) {
    return new ProtocolViolation(
        "the masked sum of %s.%s exceeds what parties within the study's limits can contribute: one of them sent wrong numbers, and masks hide which one; the sum is not used"
            .formatted(component.getDeclaringRecord().getSimpleName(), component.getName()));
  }
}
