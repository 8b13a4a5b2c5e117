package io.parallax.apfed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.tensor.Scope;
import io.parallax.tensor.Tensor;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ApFedEquationsTest {
  private static final double TAU = 0.7;
  private final Matrix a = Matrix.gaussian(4, 3, Rng.of(1));
  private final Matrix b = Matrix.gaussian(4, 3, Rng.of(2));

  @Test
  void contrastIsEquation14AveragedOverTheBatch() {
    double sum = 0;
    for (int i = 0; i < 4; i++) {
      double below = 0;
      for (int j = 0; j < 4; j++) {
        below +=
            Math.exp(cosine(a, i, b, j) / TAU) + (j == i ? 0 : Math.exp(cosine(a, i, a, j) / TAU));
      }
      sum -= Math.log(Math.exp(cosine(a, i, b, i) / TAU) / below);
    }
    assertThat(contrast(a, b)).isCloseTo(sum / 4, within(1e-5));
  }

  @Test
  void theSymmetricContrastIsTheMeanOfBothSides() {
    double both = number(() -> ApFedEquations.symmetricContrast(t(a), t(b), TAU));
    assertThat(both).isCloseTo((contrast(a, b) + contrast(b, a)) / 2, within(1e-5));
    assertThat(contrast(a, b)).isNotCloseTo(contrast(b, a), within(1e-3));
  }

  @Test
  void rowsOfOneSampleThatPointTheSameWayAreContrastedBest() {
    double same = contrast(a, a.scale(3));
    assertThat(same).isLessThan(contrast(a, b)).isLessThan(contrast(a, a.scale(-1)));
  }

  @Test
  void aBatchOfOneRowHasNothingToContrast() {
    Matrix one = a.selectRows(new int[] {0});
    assertThat(contrast(one, b.selectRows(new int[] {0}))).isCloseTo(0, within(1e-6));
  }

  @Test
  void aRowOfZerosGivesNoGradientInsteadOfNaN() {
    Matrix zero = Matrix.zeros(4, 3);
    assertThat(gradient(zero, h -> ApFedEquations.contrast(h, t(b), TAU)).isFinite()).isTrue();
  }

  @Test
  void theGradientOfTheContrastIsThatOfItsNumbers() {
    Matrix found = gradient(a, h -> ApFedEquations.contrast(h, t(b), TAU));
    double step = 1e-2;
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < 3; j++) {
        double slope =
            (contrast(moved(i, j, step), b) - contrast(moved(i, j, -step), b)) / (2 * step);
        assertThat(found.get(i, j)).isCloseTo(slope, within(2e-3));
      }
    }
  }

  @Test
  void theOverallGradientIsTheOwnPlusThatOfThePassiveParties() {
    Matrix passive = Matrix.gaussian(4, 3, Rng.of(4));
    int[] classes = {0, 1, 2, 1};
    Matrix own = gradient(a, h -> ApFedEquations.taskLoss(h, classes));
    Matrix all =
        gradient(
            a, h -> ApFedEquations.overall(ApFedEquations.taskLoss(h, classes), h, t(passive)));
    assertThat(all.maxAbsDifference(own.plus(passive))).isLessThan(1e-6);
  }

  @Test
  void reconstructionIsTheMeanSquaredError() {
    double found = number(() -> ApFedEquations.reconstruction(t(a), t(b)));
    assertThat(found).isCloseTo(a.squaredDistance(b) / 12, within(1e-5));
  }

  private Matrix moved(int row, int column, double by) {
    return Matrix.fill(4, 3, (i, j) -> a.get(i, j) + (i == row && j == column ? by : 0));
  }

  private static double contrast(Matrix a, Matrix b) {
    return number(() -> ApFedEquations.contrast(t(a), t(b), TAU));
  }

  private static double number(java.util.function.Supplier<Tensor> loss) {
    return Scope.within(() -> loss.get().number());
  }

  private static Matrix gradient(Matrix at, Function<Tensor, Tensor> loss) {
    return Scope.within(
        () -> {
          Tensor h = t(at).variable();
          loss.apply(h).backward();
          return h.gradient().toMatrix();
        });
  }

  private static Tensor t(Matrix m) {
    return Tensor.of(m);
  }

  private static double cosine(Matrix a, int i, Matrix b, int j) {
    double dot = 0;
    for (int k = 0; k < a.cols(); k++) {
      dot += a.get(i, k) * b.get(j, k);
    }
    return dot / (a.rowNorms()[i] * b.rowNorms()[j]);
  }
}
