package io.parallax.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Thresholds of nonconformity: by hand, and by the coverage that they promise. */
class ConformalTest {
  private static final double INFINITE = Double.POSITIVE_INFINITY;

  @Test
  void ranksAreExactWhereProductsOfDoublesAreNot() {
    assertThat(ConformalQuantile.rank(9, 1, 0.1)).isEqualTo(9);
    assertThat(ConformalQuantile.rank(10, 1, 0.1)).isEqualTo(10);
    assertThat(ConformalQuantile.rank(19, 1, 0.95)).as("0.05 · 20 is 1").isEqualTo(1);
    assertThat(ConformalQuantile.rank(100, 1, 0.1)).isEqualTo(91);
    assertThat(ConformalQuantile.rank(97, 4, 0.1)).as("of four parties").isEqualTo(91);
    assertThat(ConformalQuantile.fewest(1, 0.1)).isEqualTo(9);
    assertThat(ConformalQuantile.fewest(4, 0.1)).isEqualTo(36);
  }

  @Test
  void thresholdsAreValuesOfRowsOrInfinite() {
    double[] nine = {5, 1, 9, 2, 8, 3, 7, 4, 6};
    assertThat(ConformalQuantile.of(nine, 1, 0.1)).isEqualTo(9);
    assertThat(ConformalQuantile.of(nine, 1, 0.5)).isEqualTo(5);
    assertThat(ConformalQuantile.of(Arrays.copyOf(nine, 8), 1, 0.1)).isEqualTo(INFINITE);
    assertThat(ConformalQuantile.of(new double[0], 1, 0.5)).isEqualTo(INFINITE);
  }

  @Test
  void countsGiveTheUpperEndOfTheBin() {
    double[] values = {-3, 0, 0.5, 1, 2, 1e300};
    double[] counts = ScoreBins.ALL.counts(values);
    assertThat(Arrays.stream(counts).sum()).isEqualTo(6);
    for (double miscoverage : new double[] {0.2, 0.3, 0.45, 0.6, 0.75, 0.85}) {
      double exact = ConformalQuantile.of(values, 1, miscoverage);
      double binned = ConformalQuantile.ofCounts(counts, ScoreBins.ALL, 1, miscoverage);
      assertThat(binned).isGreaterThanOrEqualTo(exact);
      assertThat(ScoreBins.ALL.bin(binned)).isEqualTo(ScoreBins.ALL.bin(exact));
      double room = exact == 0 ? 1e-9 : 0.03 * Math.abs(exact);
      assertThat(exact > 1e9 ? INFINITE : exact + room).isGreaterThanOrEqualTo(binned);
    }
    assertThat(ConformalQuantile.ofCounts(counts, ScoreBins.ALL, 1, 0.1)).isEqualTo(INFINITE);
    assertThat(ScoreBins.ALL.bin(Double.NEGATIVE_INFINITY)).isZero();
    assertThat(ScoreBins.ALL.bin(INFINITE)).isEqualTo(ScoreBins.COUNT - 1);
  }

  /** 19 rows and a miscoverage of 0.1: rank 18 of 20 places, so exactly 0.9. */
  @Test
  void coverageIsExactForFewRows() {
    Rng rng = Rng.of(5);
    int draws = 40_000;
    long covered = 0;
    long binned = 0;
    for (int i = 0; i < draws; i++) {
      double[] rows = IntStream.range(0, 19).mapToDouble(k -> rng.gaussian()).toArray();
      double next = rng.gaussian();
      covered += next <= ConformalQuantile.of(rows, 1, 0.1) ? 1 : 0;
      double[] counts = ScoreBins.ALL.counts(rows);
      binned += next <= ConformalQuantile.ofCounts(counts, ScoreBins.ALL, 1, 0.1) ? 1 : 0;
    }
    assertThat((double) covered / draws).isCloseTo(0.9, within(0.005));
    assertThat(binned).isBetween(covered, covered + draws / 100);
  }

  /** Parties of different people: the largest one's rows alone would cover the others' less. */
  @Test
  void coverageHoldsForAMixtureOfParties() {
    Rng rng = Rng.of(6);
    int[] sizes = {30, 6};
    long covered = 0;
    int draws = 40_000;
    for (int i = 0; i < draws; i++) {
      double[] rows =
          IntStream.range(0, 36).mapToDouble(k -> value(rng, k < sizes[0] ? 0 : 1)).toArray();
      int party = rng.below(38) < 31 ? 0 : 1; // (n_k + 1) of n + m
      covered += value(rng, party) <= ConformalQuantile.of(rows, 2, 0.1) ? 1 : 0;
    }
    assertThat((double) covered / draws).isBetween(0.898, 0.9 + 2.0 / 38 + 0.005);
  }

  private static double value(Rng rng, int party) {
    return party == 0 ? rng.gaussian() : 5 * Math.abs(rng.gaussian());
  }

  @Test
  void nonconformityFallsWithProbabilityAndScore() {
    Matrix odds =
        Nonconformity.ofProbabilities(Matrix.of(new double[][] {{0.5, 0.25, 0, 1, 1e-300}}));
    assertThat(odds.get(0, 0)).isZero();
    assertThat(odds.get(0, 1)).isCloseTo(Math.log(3), within(1e-15));
    assertThat(odds.get(0, 2)).isEqualTo(40).isEqualTo(odds.get(0, 4));
    assertThat(odds.get(0, 3)).isEqualTo(-40);
    assertThat(Nonconformity.ofScores(Matrix.of(new double[][] {{2, -1}})).row(0))
        .containsExactly(-2, 1);
    assertThat(Nonconformity.ofNumber(3, 5)).isEqualTo(2);
    assertThat(Nonconformity.ofCount(1, 4)).isEqualTo(1.5);
    assertThat(Nonconformity.ofCount(0, 0)).isZero();
  }
}
