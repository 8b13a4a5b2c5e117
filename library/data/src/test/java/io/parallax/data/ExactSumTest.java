package io.parallax.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Sums are those of exact arithmetic, rounded once, in any order. */
class ExactSumTest {
  private static final double STEP = 0x1p-160;

  /** Numbers of all sizes that fit, with whole steps only: nothing is rounded before the end. */
  private static double number(Rng rng) {
    double any = Math.scalb(rng.uniform() - 0.5, rng.below(210) - 50);
    return switch (rng.below(8)) {
      case 0 -> 0;
      case 1 -> Math.scalb(1.0, rng.below(318) - 160);
      case 2 -> -Math.scalb(1.0, rng.below(318) - 160);
      case 3 -> rng.below(1000) - 500;
      default -> any;
    };
  }

  private static final BigInteger UNITS = BigInteger.ONE.shiftLeft(ExactColumn.UNIT);

  private static BigInteger units(double x) {
    return new BigDecimal(x).multiply(new BigDecimal(UNITS)).toBigIntegerExact();
  }

  private static long[] limbs(double x) {
    return ExactSum.SUMS.limbs(ExactSum.SUMS.steps(units(x), ExactColumn.UNIT));
  }

  private static double number(long[] limbs) {
    BigInteger units = ExactSum.SUMS.number(ExactSum.SUMS.ofLimbs(limbs), ExactColumn.UNIT);
    return new BigDecimal(units).divide(new BigDecimal(UNITS)).doubleValue();
  }

  private static double addedLimbs(List<Double> numbers) {
    long[] sums = new long[ExactSum.SUM_LIMBS];
    numbers.forEach(
        x -> {
          long[] limbs = limbs(x);
          Arrays.setAll(sums, i -> sums[i] + limbs[i]);
        });
    return number(sums);
  }

  @Test
  void aSumIsTheExactOneRoundedOnceInAnyOrder() {
    Rng rng = Rng.of(11);
    for (int trial = 0; trial < 2000; trial++) {
      List<Double> numbers = new ArrayList<>();
      int count = 1 + rng.below(12);
      for (int k = 0; k < count; k++) {
        numbers.add(number(rng));
      }
      double exact =
          numbers.stream()
              .map(BigDecimal::new)
              .reduce(BigDecimal.ZERO, BigDecimal::add)
              .doubleValue();
      assertThat(addedLimbs(numbers)).isEqualTo(exact);
      ColumnMoments whole = column(numbers);
      Collections.shuffle(numbers, new Random(trial));
      assertThat(addedLimbs(numbers)).isEqualTo(exact);
      assertThat(whole.sums()[0]).isEqualTo(exact).isEqualTo(column(numbers).sums()[0]);
      assertThat(whole.squares()[0]).isEqualTo(squares(numbers));
    }
  }

  private static ColumnMoments column(List<Double> numbers) {
    return ColumnMoments.of(Matrix.fill(numbers.size(), 1, (i, j) -> numbers.get(i)));
  }

  private static double squares(List<Double> numbers) {
    return numbers.stream()
        .map(x -> new BigDecimal(x).multiply(new BigDecimal(x)))
        .reduce(BigDecimal.ZERO, BigDecimal::add)
        .doubleValue();
  }

  @Test
  void whatCancelsIsNotLost() {
    assertThat(addedLimbs(List.of(0x1p158, 1.0, STEP, -0x1p158))).isEqualTo(1.0);
    assertThat(addedLimbs(List.of(0x1p158, STEP, -0x1p158))).isEqualTo(STEP);
  }

  @Test
  void limbsAreSmallWholeNumbers() {
    for (double x : new double[] {0, 1, -1, Math.nextDown(0x1p159), -Math.nextDown(0x1p159)}) {
      long[] limbs = limbs(x);
      assertThat(limbs).hasSize(ExactSum.SUM_LIMBS);
      for (int i = 0; i < limbs.length; i++) {
        assertThat(limbs[i])
            .isBetween(i < limbs.length - 1 ? 0L : -(1L << 15), (1L << ExactSum.LIMB_BITS) - 1);
      }
      assertThat(number(limbs)).isEqualTo(x == 0 ? 0 : x);
    }
  }

  @Test
  void whatIsBelowAStepIsRounded() {
    assertThat(addedLimbs(List.of(0.4 * STEP, 0.4 * STEP))).isZero();
    assertThat(addedLimbs(List.of(0.6 * STEP, 1e-320))).isEqualTo(STEP);
    assertThat(addedLimbs(List.of(1 + Math.ulp(1.0)))).isEqualTo(1 + Math.ulp(1.0));
  }

  @Test
  void whatDoesNotFitIsRefused() {
    for (double x : new double[] {0x1p159, -0x1p159, Double.MAX_VALUE}) {
      assertThat(ExactSum.SUMS.fits(units(x), ExactColumn.UNIT)).isFalse();
      assertThatThrownBy(() -> limbs(x)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  /** All sizes of doubles, the smallest among them, whose squares are no doubles any more. */
  @Test
  void aColumnIsExactOverAllDoubles() {
    Rng rng = Rng.of(3);
    for (int trial = 0; trial < 300; trial++) {
      List<Double> numbers = new ArrayList<>(List.of(Double.MIN_VALUE, -Double.MIN_NORMAL));
      for (int k = 0; k < 20; k++) {
        numbers.add(Math.scalb(rng.gaussian(), rng.below(1500) - 1060));
      }
      ColumnMoments moments = column(numbers);
      BigDecimal sum = numbers.stream().map(BigDecimal::new).reduce(BigDecimal::add).orElseThrow();
      assertThat(moments.sums()[0]).isEqualTo(sum.doubleValue());
      assertThat(moments.squares()[0]).isEqualTo(squares(numbers));
    }
  }
}
