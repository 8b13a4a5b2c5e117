package io.parallax.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RowSparseRegression.ridge against (XᵀX + β diag(a))⁻¹ XᵀT written out. */
class RidgeTest {
  private final Rng rng = Rng.of(51);

  @ParameterizedTest
  @CsvSource({
    "50, 8, 3, 2",
    "12, 12, 1, 0.5",
    "8, 30, 3, 2",
    "1, 5, 2, 0.1",
    "1, 1, 1, 1",
    "200, 40, 10, 4",
    "30, 90, 4, 1e-3"
  })
  void isTheExplicitFormula(int n, int d, int c, double beta) {
    Matrix x = Matrix.gaussian(n, d, rng);
    Matrix t = Matrix.gaussian(n, c, rng);
    double[] a = new double[d];
    Arrays.setAll(a, i -> 0.1 + rng.uniform());
    Features features = Features.of(x);
    Matrix w = new RowSparseRegression(features).ridge(a, beta, features.target(t));
    Matrix xt = Naive.transpose(x);
    Matrix system = Naive.times(xt, x).plusScaled(beta, Naive.diagonal(a));
    Matrix expected = Naive.times(Naive.inverse(system), Naive.times(xt, t));
    assertThat(w.maxAbsDifference(expected)).isLessThan(1e-8 * (1 + expected.maxAbs()));
  }

  @ParameterizedTest
  @CsvSource({"50, 8", "8, 30"})
  void aReweightedStepIsTheRidgeOfItsRowNorms(int n, int d) {
    Features features = Features.of(Matrix.gaussian(n, d, rng));
    Matrix t = Matrix.gaussian(n, 2, rng);
    Matrix w = Matrix.gaussian(d, 2, rng);
    double[] a = Arrays.stream(w.rowNorms()).map(norm -> 1 / (2 * (norm + 1e-8))).toArray();
    RowSparseRegression regression = new RowSparseRegression(features);
    assertThat(regression.step(w, t, 3, 1e-8))
        .isEqualTo(regression.ridge(a, 3, features.target(t)));
  }

  @Test
  void withoutPenaltyItIsLeastSquaresWhereThatIsUnique() {
    Matrix x = Matrix.gaussian(50, 8, rng);
    Matrix truth = Matrix.gaussian(8, 2, rng);
    Features features = Features.of(x);
    Matrix w =
        new RowSparseRegression(features)
            .ridge(new double[8], 0, features.target(features.times(truth)));
    assertThat(w.maxAbsDifference(truth)).isLessThan(1e-12);
    Features wide = Features.of(Matrix.gaussian(4, 9, rng));
    assertThatThrownBy(
            () ->
                new RowSparseRegression(wide)
                    .ridge(new double[9], 0, wide.target(Matrix.zeros(4, 1))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("fewer samples than features");
  }

  @Test
  void refusesANegativePenaltyAndATargetOfAnotherLength() {
    Features features = Features.of(Matrix.gaussian(5, 2, rng));
    RowSparseRegression regression = new RowSparseRegression(features);
    Target target = features.target(Matrix.zeros(5, 1));
    assertThatThrownBy(() -> regression.ridge(new double[] {1, 1}, -1, target))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("beta is -1.0");
    Target longer = new Target(Matrix.zeros(6, 1), Matrix.zeros(2, 1));
    assertThatThrownBy(() -> regression.ridge(new double[] {1, 1}, 1, longer))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("5×2 features");
  }
}
