package io.parallax.mmvfl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.RowWeights;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.math.RowSparseRegression;
import io.parallax.math.Target;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each equation is the minimiser of the problem it is derived from: no nudge makes it better. */
class MmvflEquationsTest {
  private static final double BETA = 0.7;
  private static final double ZETA = 3;
  private static final double ETA = 5;
  private final Rng rng = Rng.of(8);
  private final Matrix x = Matrix.gaussian(12, 5, rng);
  private final Matrix wide = Matrix.gaussian(12, 30, rng);
  private final Matrix z = Matrix.gaussian(12, 3, rng);
  private final Matrix y = Matrix.gaussian(12, 3, rng);
  private final Ties holder = new Ties(ZETA, ETA, Optional.of(y));
  private final Ties other = new Ties(2 * ZETA, 0, Optional.empty());

  private static void assertMinimal(Matrix at, ToDoubleFunction<Matrix> f, long seed) {
    double least = f.applyAsDouble(at);
    Rng nudges = Rng.of(seed);
    for (int i = 0; i < 300; i++) {
      double size = Math.pow(10, -1 - nudges.below(5));
      Matrix nudged = at.plusScaled(size, Matrix.gaussian(at.rows(), at.cols(), nudges));
      assertThat(f.applyAsDouble(nudged)).isGreaterThanOrEqualTo(least - 1e-12 * Math.abs(least));
    }
  }

  /** One view's part of Eq. (4), term by term. */
  private double eq4(Matrix p, Matrix zk, Matrix consensus, Ties ties, Matrix w) {
    return p.squaredDistance(zk)
        + BETA * w.normL21()
        + ties.zeta() * zk.squaredDistance(consensus)
        + ties.eta() * zk.squaredDistance(y);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void eq8MinimisesEq6(long seed) {
    for (Matrix data : List.of(x, wide)) {
      Matrix before = Matrix.gaussian(data.cols(), 3, Rng.of(seed));
      double[] a = MmvflEquations.reweighting(before, 1e-8); // Eq. (7)
      Features features = Features.of(data);
      Matrix w =
          MmvflEquations.transformation(
              new RowSparseRegression(features), a, BETA, features.target(z));
      assertMinimal(w, v -> eq6(data, v, a), seed);
    }
  }

  private double eq6(Matrix data, Matrix w, double[] a) {
    double trace = 0;
    for (int i = 0; i < w.rows(); i++) {
      for (double cell : w.row(i)) {
        trace += a[i] * cell * cell;
      }
    }
    return data.times(w).squaredDistance(z) + BETA * trace;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void eq11AndEq12MinimiseTheirPartOfEq9(long seed) {
    Matrix w = Matrix.gaussian(5, 3, Rng.of(seed));
    Matrix p = x.times(w);
    for (Ties ties : List.of(holder, other)) {
      Target local = MmvflEquations.localLabels(Features.of(x), w, ties, z);
      assertMinimal(local.t(), v -> eq4(p, v, z, ties, w), seed);
      assertThat(local.cross()).isEqualTo(Features.of(x).transposeTimes(local.t()));
    }
    Matrix printed = p.plusScaled(ZETA, z).plusScaled(ETA, y).scale(1 / (1 + ZETA + ETA));
    assertThat(
            MmvflEquations.localLabels(Features.of(x), w, holder, z).t().maxAbsDifference(printed))
        .isLessThan(1e-14);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void eq14MinimisesEq13(long seed) {
    Matrix z1 = Matrix.gaussian(12, 3, Rng.of(seed));
    Matrix z2 = Matrix.gaussian(12, 3, Rng.of(seed + 1));
    Matrix best =
        MmvflEquations.consensus(z1.scale(ZETA).plusScaled(2 * ZETA, z2), RowWeights.of(3 * ZETA));
    assertMinimal(best, v -> ZETA * z1.squaredDistance(v) + 2 * ZETA * z2.squaredDistance(v), seed);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theObjectiveFromSumsIsEq4(long seed) {
    Matrix w1 = Matrix.gaussian(5, 3, Rng.of(seed));
    Matrix w2 = Matrix.gaussian(30, 3, Rng.of(seed + 1));
    Matrix z1 = MmvflEquations.localLabels(Features.of(x), w1, holder, z).t();
    Matrix z2 = MmvflEquations.localLabels(Features.of(wide), w2, other, z).t();
    Matrix next =
        MmvflEquations.consensus(
            z1.scale(holder.zeta()).plusScaled(other.zeta(), z2), RowWeights.of(3 * ZETA));
    double atOldZ =
        MmvflEquations.viewLoss(z1, z, holder, w1, BETA)
            + MmvflEquations.viewLoss(z2, z, other, w2, BETA);
    double fromSums = MmvflEquations.objective(atOldZ, 3 * ZETA * next.squaredDistance(z));
    double eq4 = eq4(x.times(w1), z1, next, holder, w1) + eq4(wide.times(w2), z2, next, other, w2);
    assertThat(fromSums).isCloseTo(eq4, within(1e-11 * eq4));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theCollapsedLossIsEq4AtTheBestLocalLabels(long seed) {
    Matrix w = Matrix.gaussian(5, 3, Rng.of(seed));
    Matrix p = x.times(w);
    for (Ties ties : List.of(holder, other)) {
      Matrix zk = MmvflEquations.localLabels(Features.of(x), w, ties, z).t();
      double eq4 = eq4(p, zk, z, ties, w);
      assertThat(MmvflEquations.collapsedLoss(p, z, ties, w, BETA))
          .isCloseTo(eq4, within(1e-12 * eq4));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theCollapsedTransformationMinimisesTheCollapsedLoss(long seed) {
    for (Matrix data : List.of(x, wide)) {
      for (Ties ties : List.of(holder, other)) {
        Matrix w =
            MmvflEquations.collapsedTransformation(
                new RowSparseRegression(Features.of(data)), BETA, ties, z, null, 1e-12);
        assertMinimal(w, v -> MmvflEquations.collapsedLoss(data.times(v), z, ties, v, BETA), seed);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theMeanOfContributionsMinimisesTheCollapsedLosses(long seed) {
    Matrix w1 = Matrix.gaussian(5, 3, Rng.of(seed));
    Matrix w2 = Matrix.gaussian(30, 3, Rng.of(seed + 1));
    Matrix p1 = x.times(w1);
    Matrix p2 = wide.times(w2);
    double weights = MmvflEquations.weight(ZETA, ETA) + MmvflEquations.weight(2 * ZETA, 0);
    Matrix sum =
        MmvflEquations.contribution(p1, holder).plus(MmvflEquations.contribution(p2, other));
    assertMinimal(
        MmvflEquations.consensus(sum, RowWeights.of(weights)),
        v ->
            MmvflEquations.collapsedLoss(p1, v, holder, w1, BETA)
                + MmvflEquations.collapsedLoss(p2, v, other, w2, BETA),
        seed);
  }
}
