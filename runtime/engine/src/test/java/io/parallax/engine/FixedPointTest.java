package io.parallax.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.Bound;
import io.parallax.core.OutOfRange;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Scaled;
import io.parallax.core.Summand;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FixedPointTest {
  record Part(@Bound(65536) Matrix m, @Bound(1e15) double loss, int count, long many)
      implements Summand {}

  record Weighed(@Bound(65536) Scaled m) implements Summand {}

  record Plain(@Bound(65536) Matrix m) implements Summand {}

  private static final int PARTIES = 9;

  private static List<Part> parts() {
    Rng rng = Rng.of(5);
    List<Part> parts = new ArrayList<>();
    for (int p = 0; p < PARTIES; p++) {
      parts.add(
          new Part(Matrix.gaussian(4, 3, rng).scale(100), 1e9 * rng.gaussian(), p, 1L << (40 + p)));
    }
    return parts;
  }

  private static long[] encode(FixedPoint fixed, Part part) {
    int count = FixedPoint.wordCount(Part.class.getRecordComponents(), FixedPoint.shapesOf(part));
    long[] words = new long[count];
    fixed.encode(part, 0, LongBuffer.wrap(words));
    return words;
  }

  private static Part sum(List<Part> parts) {
    FixedPoint fixed = new FixedPoint(parts.size());
    long[] total = null;
    int[] shapes = null;
    for (Part part : parts) {
      long[] words = encode(fixed, part);
      shapes = FixedPoint.shapesOf(part);
      total = total == null ? new long[words.length] : total;
      for (int i = 0; i < total.length; i++) {
        total[i] += words[i];
      }
    }
    return fixed.decode(Part.class, new FixedPoint.Words(shapes, total));
  }

  @Test
  void aThousandShufflesGiveTheSameBits() {
    List<Part> parts = parts();
    Part first = sum(parts);
    java.util.Random order = new java.util.Random(1);
    for (int i = 0; i < 1000; i++) {
      Collections.shuffle(parts, order);
      assertThat(sum(parts)).isEqualTo(first);
    }
  }

  @Test
  void aScaledMatrixIsWrittenAsItsProduct() {
    FixedPoint fixed = new FixedPoint(3);
    Matrix m = Matrix.gaussian(300, 20, Rng.of(6));
    Weighed weighed = new Weighed(new Scaled(m, 0.7));
    long[] words = new long[6000];
    long[] expected = new long[6000];
    fixed.encode(weighed, 0, LongBuffer.wrap(words));
    fixed.encode(new Plain(m.scale(0.7)), 0, LongBuffer.wrap(expected));
    assertThat(words).isEqualTo(expected);
    assertThat(FixedPoint.shapesOf(weighed)).containsExactly(300, 20);
    Weighed back = fixed.decode(Weighed.class, new FixedPoint.Words(new int[] {300, 20}, words));
    assertThat(back.m().factor()).isEqualTo(1);
    assertThat(back.m().matrix().maxAbsDifference(m.scale(0.7))).isLessThan(1e-12);
    assertThatThrownBy(
            () -> fixed.encode(new Weighed(new Scaled(m, 1e9)), 0, LongBuffer.wrap(words)))
        .isInstanceOf(OutOfRange.class);
  }

  @Test
  void theSumIsTheSum() {
    List<Part> parts = parts();
    Part total = sum(parts);
    Matrix exact = parts.stream().map(Part::m).reduce(Matrix::plus).orElseThrow();
    assertThat(total.m().maxAbsDifference(exact)).isLessThan(PARTIES * Math.scalb(1, -42));
    double loss = parts.stream().mapToDouble(Part::loss).sum();
    assertThat(total.loss()).isCloseTo(loss, within(Math.abs(loss) * 1e-15));
    assertThat(total.count()).isEqualTo(36);
    assertThat(total.many()).isEqualTo(((1L << 9) - 1) << 40);
  }

  @Test
  void aSingleNumberKeepsAllItsDigitsWhateverItsBound() {
    Part small = new Part(Matrix.zeros(1, 1), 7.219571839345056, 0, 0);
    assertThat(sum(List.of(small)).loss()).isEqualTo(small.loss());
  }

  @Test
  void theBoundItselfFitsForEveryPartyAtOnce() {
    List<Part> parts = new ArrayList<>();
    for (int p = 0; p < 50; p++) {
      parts.add(new Part(Matrix.of(new double[][] {{-65536}}), 1e15, 1, 1));
    }
    assertThat(sum(parts).m().get(0, 0)).isEqualTo(-65536.0 * 50);
    assertThat(sum(parts).loss()).isEqualTo(5e16);
  }

  @Test
  void whatIsBeyondTheBoundOrNotANumberIsANamedErrorAndNeverWraps() {
    for (double bad : new double[] {65536.01, -1e300, Double.NaN, Double.NEGATIVE_INFINITY}) {
      Part part = new Part(Matrix.of(new double[][] {{1, bad}}), 0, 0, 0);
      assertThatThrownBy(() -> encode(new FixedPoint(3), part))
          .isInstanceOf(OutOfRange.class)
          .hasMessageContaining("Part.m")
          .hasMessageContaining("65536")
          .hasMessageNotContaining("65536.01");
    }
    assertThatThrownBy(() -> encode(new FixedPoint(3), new Part(Matrix.zeros(1, 1), 2e15, 0, 0)))
        .isInstanceOf(OutOfRange.class);
    assertThatThrownBy(
            () -> encode(new FixedPoint(3), new Part(Matrix.zeros(1, 1), 0, 0, Long.MAX_VALUE / 2)))
        .isInstanceOf(OutOfRange.class);
  }

  @Test
  void wordsAreAddedByPartyWithoutRegardToOrder() {
    SortedMap<PartyId, LongBuffer> forth = new TreeMap<>();
    SortedMap<PartyId, LongBuffer> back = new TreeMap<>(Collections.reverseOrder());
    for (int p = 0; p < 5; p++) {
      long[] words = {Long.MAX_VALUE - p, p};
      forth.put(PartyId.of("p-" + p), LongBuffer.wrap(words));
      back.put(PartyId.of("p-" + p), LongBuffer.wrap(words));
    }
    long[][] totals = {{0, 0, 7}, {0, 0, 7}};
    SumProtocol.sum(forth, totals[0], 0);
    SumProtocol.sum(back, totals[1], 0);
    assertThat(totals[0]).isEqualTo(totals[1]).endsWith(10L, 7L);
  }

  @Test
  void aCountBeyondAnIntIsRejected() {
    long[] words = encode(new FixedPoint(PARTIES), parts().get(0));
    words[words.length - 2] = 1L << 40;
    FixedPoint.Words sum = new FixedPoint.Words(new int[] {4, 3}, words);
    assertThatThrownBy(() -> new FixedPoint(PARTIES).decode(Part.class, sum))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("Part.count is larger than an int");
  }
}
