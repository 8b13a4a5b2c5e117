package io.parallax.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.math.Rng;
import java.math.BigDecimal;
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

  private static double addedLimbs(List<Double> numbers) {
    long[] sums = new long[ExactSum.LIMBS];
    numbers.forEach(
        x -> {
          long[] limbs = ExactSum.limbs(x);
          Arrays.setAll(sums, i -> sums[i] + limbs[i]);
        });
    return ExactSum.ofLimbs(sums);
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
      ColumnMoments sum = sum(numbers);
      Collections.shuffle(numbers, new Random(trial));
      assertThat(addedLimbs(numbers)).isEqualTo(exact);
      assertThat(sum.sums()[0]).isEqualTo(exact).isEqualTo(sum(numbers).sums()[0]);
    }
  }

  private static ColumnMoments sum(List<Double> numbers) {
    return ColumnMoments.sum(
        numbers.stream()
            .map(x -> new ColumnMoments(new long[] {1}, new double[] {x}, new double[] {0}))
            .toList());
  }

  @Test
  void whatCancelsIsNotLost() {
    assertThat(addedLimbs(List.of(0x1p158, 1.0, STEP, -0x1p158))).isEqualTo(1.0);
    assertThat(addedLimbs(List.of(0x1p158, STEP, -0x1p158))).isEqualTo(STEP);
  }

  @Test
  void limbsAreSmallWholeNumbers() {
    for (double x : new double[] {0, 1, -1, Math.nextDown(0x1p159), -Math.nextDown(0x1p159)}) {
      long[] limbs = ExactSum.limbs(x);
      assertThat(limbs).hasSize(ExactSum.LIMBS);
      for (int i = 0; i < limbs.length; i++) {
        assertThat(limbs[i])
            .isBetween(i < limbs.length - 1 ? 0L : -(1L << 15), (1L << ExactSum.LIMB_BITS) - 1);
      }
      assertThat(ExactSum.ofLimbs(limbs)).isEqualTo(x == 0 ? 0 : x);
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
    for (double x : new double[] {0x1p159, -0x1p159, Double.NaN, Double.NEGATIVE_INFINITY}) {
      assertThat(ExactSum.fits(x)).isFalse();
      assertThatThrownBy(() -> ExactSum.limbs(x)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
