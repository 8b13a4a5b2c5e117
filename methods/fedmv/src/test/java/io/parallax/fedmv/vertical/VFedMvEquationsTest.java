package io.parallax.fedmv.vertical;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.RowWeights;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.math.RowSparseRegression;
import io.parallax.math.Target;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each equation is the minimiser of the problem it is derived from: no nudge makes it better. */
class VFedMvEquationsTest {
  private static final double BETA = 0.7;
  private static final double ZETA = 3;
  private static final double ETA = 5;
  private final Rng rng = Rng.of(8);
  private final Matrix x = Matrix.gaussian(12, 5, rng);
  private final Matrix wide = Matrix.gaussian(6, 14, rng);
  private final Matrix z = Matrix.gaussian(12, 3, rng);
  private final Matrix zk = Matrix.gaussian(12, 3, rng);
  private final Matrix y = Matrix.gaussian(12, 3, rng);

  private static void assertMinimal(Matrix at, ToDoubleFunction<Matrix> f, long seed) {
    double least = f.applyAsDouble(at);
    Rng nudges = Rng.of(seed);
    for (int i = 0; i < 300; i++) {
      double size = Math.pow(10, -1 - nudges.below(5));
      Matrix nudged = at.plusScaled(size, Matrix.gaussian(at.rows(), at.cols(), nudges));
      assertThat(f.applyAsDouble(nudged)).isGreaterThanOrEqualTo(least - 1e-12 * Math.abs(least));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void eq6MinimisesEq4(long seed) {
    for (Matrix data : new Matrix[] {x, wide}) {
      Matrix target = Matrix.gaussian(data.rows(), 3, Rng.of(seed));
      Matrix before = Matrix.gaussian(data.cols(), 3, Rng.of(seed + 10));
      double[] a = VFedMvEquations.reweighting(before, 1e-8); // Eq. (5)
      Features features = Features.of(data);
      Matrix w =
          VFedMvEquations.transformation(
              new RowSparseRegression(features), a, BETA, features.target(target));
      assertMinimal(w, v -> eq4(data, target, v, a), seed);
    }
  }

  private static double eq4(Matrix x, Matrix target, Matrix w, double[] a) {
    double trace = 0;
    for (int i = 0; i < w.rows(); i++) {
      for (double cell : w.row(i)) {
        trace += a[i] * cell * cell;
      }
    }
    return x.times(w).squaredDistance(target) + BETA * trace;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void eq8AndEq13MinimiseEq7(long seed) {
    Matrix w = Matrix.gaussian(5, 3, Rng.of(seed));
    Matrix p = x.times(w);
    Target local = VFedMvEquations.localLabels(Features.of(x), w, ZETA, z);
    assertMinimal(local.t(), v -> p.squaredDistance(v) + ZETA * v.squaredDistance(z), seed);
    assertThat(local.cross()).isEqualTo(Features.of(x).transposeTimes(local.t()));
    assertThat(VFedMvEquations.testLabels(p, ZETA, z).maxAbsDifference(local.t()))
        .isLessThan(1e-14);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void eq10MinimisesEq9(long seed) {
    Matrix other = Matrix.gaussian(12, 3, Rng.of(seed));
    Matrix sum = zk.scale(ZETA).plusScaled(2 * ZETA, other).plusScaled(ETA, y);
    Matrix best = VFedMvEquations.consensus(sum, RowWeights.of(3 * ZETA + ETA));
    assertMinimal(best, v -> eq9(v, other), seed);
  }

  private double eq9(Matrix v, Matrix other) {
    return ZETA * zk.squaredDistance(v)
        + 2 * ZETA * other.squaredDistance(v)
        + ETA * v.squaredDistance(y);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theObjectiveFromSumsIsEq1(long seed) {
    Matrix w = Matrix.gaussian(5, 3, Rng.of(seed + 1));
    Matrix p = x.times(w);
    Matrix zk = VFedMvEquations.localLabels(Features.of(x), w, ZETA, z).t();
    Matrix consensus =
        VFedMvEquations.consensus(zk.scale(ZETA).plusScaled(ETA, y), RowWeights.of(ZETA + ETA));
    double atOldZ = VFedMvEquations.viewLoss(zk, z, ZETA, w, BETA) + ETA * z.squaredDistance(y);
    double fromSums =
        VFedMvEquations.objective(atOldZ, (ZETA + ETA) * consensus.squaredDistance(z));
    double eq1 =
        p.squaredDistance(zk)
            + BETA * w.normL21()
            + ZETA * zk.squaredDistance(consensus)
            + ETA * consensus.squaredDistance(y);
    assertThat(fromSums).isCloseTo(eq1, org.assertj.core.api.Assertions.within(1e-11 * eq1));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theCollapsedTransformationMinimisesItsPartOfEq1(long seed) {
    double rho = VFedMvEquations.rho(ZETA);
    for (Matrix data : new Matrix[] {x, wide}) {
      Matrix target = Matrix.gaussian(data.rows(), 3, Rng.of(seed));
      Matrix w =
          VFedMvEquations.collapsedTransformation(
              new RowSparseRegression(Features.of(data)), BETA, rho, target, null, 1e-12);
      assertMinimal(
          w, v -> VFedMvEquations.collapsedLoss(data.times(v), target, v, BETA, rho), seed);
    }
  }
}
