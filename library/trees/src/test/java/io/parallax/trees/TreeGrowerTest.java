package io.parallax.trees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TreeGrowerTest {
  /** No shrinking of any kind, leaves of a single row. */
  private static final TreeSettings PLAIN = new TreeSettings(31, 64, 1, 0, 1);

  @Test
  void splitsAreThoseOfBruteForce() {
    for (int seed = 0; seed < 40; seed++) {
      compare(90, seed);
    }
  }

  /** Leaves are large enough to keep their sums, so that children come by subtraction. */
  @Test
  void splitsOfLargeLeavesAreThoseOfBruteForce() {
    for (int seed = 0; seed < 12; seed++) {
      compare(5000, seed);
    }
  }

  /**
   * Compares with all splits tried on the rows. Whole gradients and hessians make every sum exact,
   * so that not even the last bit may differ.
   */
  private static void compare(int n, int seed) {
    Rng rng = Rng.of(seed);
    Matrix x = Matrix.fill(n, 4, (i, j) -> rng.below(3 + seed));
    Matrix gradient = Matrix.fill(n, 1, (i, j) -> rng.below(2001) - 1000);
    Matrix hessian = Matrix.fill(n, 1, (i, j) -> 1 + rng.below(5));
    TreeSettings settings =
        new TreeSettings(2 + seed % 13, 1 + seed % 7, 1 + seed % 9, seed % 4, 1);
    Bins bins = Bins.of(x, 2 + 2 * seed);
    double[] naive =
        new NaiveTree(x, bins, gradient.toArray(), hessian.toArray(), settings).fitted();
    AdditiveTrees trees = new TreeGrower(bins.bin(x), settings).grow(gradient, hessian);
    assertThat(trees.predict(x)).as("seed " + seed).isEqualTo(Matrix.of(n, 1, naive));
    assertThat(Arrays.stream(naive).distinct().count()).isGreaterThan(1);
  }

  @Test
  void stepFunctionsAreFittedExactly() {
    Rng rng = Rng.of(3);
    Matrix x = Matrix.fill(250, 3, (i, j) -> rng.uniform());
    Matrix target = Matrix.fill(250, 1, (i, j) -> step(x.row(i)));
    AdditiveTrees trees = leastSquares(x, target, PLAIN);
    assertThat(trees.leaves()).isEqualTo(5);
    assertThat(trees.predict(x).maxAbsDifference(target)).isLessThan(1e-12);
    Matrix fresh = Matrix.fill(400, 3, (i, j) -> rng.uniform());
    double[] predicted = trees.predict(fresh).toArray();
    long right = 0;
    for (int i = 0; i < predicted.length; i++) {
      right += Math.abs(predicted[i] - step(fresh.row(i))) < 1e-12 ? 1 : 0;
    }
    assertThat(right).isGreaterThan(390); // all but those next to a step
  }

  private static double step(double[] row) {
    if (row[1] <= 0.5) {
      return row[0] <= 0.3 ? 8 : row[2] <= 0.6 ? 2 : 3;
    }
    return row[2] <= 0.2 ? -7 : -4;
  }

  /** Each column of gradients has its own tree, and they come out as if they grew alone. */
  @Test
  void outputsDoNotTouchEachOther() {
    Rng rng = Rng.of(4);
    Matrix x = Matrix.gaussian(300, 5, rng);
    Matrix gradients = Matrix.gaussian(300, 7, rng);
    Matrix hessians = Matrix.fill(300, 7, (i, j) -> rng.uniform());
    TreeGrower grower = new TreeGrower(Bins.of(x).bin(x), TreeSettings.defaults());
    Matrix together = grower.grow(gradients, hessians).predict(x);
    for (int c = 0; c < 7; c++) {
      int[] one = {c};
      Matrix alone =
          grower.grow(gradients.selectColumns(one), hessians.selectColumns(one)).predict(x);
      assertThat(alone).isEqualTo(together.selectColumns(one));
    }
  }

  @Test
  void leavesRowsAndDepthAreBounded() {
    Matrix x = Matrix.gaussian(500, 3, Rng.of(5));
    Matrix target = Matrix.gaussian(500, 1, Rng.of(6));
    assertThat(leastSquares(x, target, PLAIN).leaves()).isEqualTo(31);
    assertThat(leastSquares(x, target, new TreeSettings(1, 9, 1, 0, 1)).leaves()).isEqualTo(1);
    assertThat(leastSquares(x, target, new TreeSettings(99, 3, 1, 0, 1)).leaves()).isEqualTo(8);
    Matrix fitted = leastSquares(x, target, new TreeSettings(99, 64, 40, 0, 1)).predict(x);
    for (double value : Arrays.stream(fitted.toArray()).distinct().toArray()) {
      long rows = Arrays.stream(fitted.toArray()).filter(v -> v == value).count();
      assertThat(rows).isBetween(40L, 499L);
    }
  }

  @Test
  void aValueIsANewtonStep() {
    Matrix x = Matrix.zeros(10, 2);
    Matrix gradients = Matrix.fill(10, 1, (i, j) -> -3);
    Matrix hessians = Matrix.fill(10, 1, (i, j) -> 0.5);
    TreeSettings settings = new TreeSettings(31, 64, 1, 1, 0.1);
    AdditiveTrees trees = new TreeGrower(Bins.of(x).bin(x), settings).grow(gradients, hessians);
    assertThat(trees.leaves()).isEqualTo(1); // all columns are constant
    assertThat(trees.predict(x).get(3, 0)).isCloseTo(0.1 * 30 / 6, within(1e-15));
  }

  @Test
  void fewerRowsThanTwoLeavesNeedAreOneLeaf() {
    Matrix x = Matrix.gaussian(39, 3, Rng.of(7));
    Matrix target = Matrix.fill(39, 1, (i, j) -> x.get(i, 0) > 0 ? 1 : 0);
    assertThat(leastSquares(x, target, TreeSettings.defaults()).leaves()).isEqualTo(1);
    Matrix one = Matrix.zeros(1, 1);
    assertThat(leastSquares(one, Matrix.identity(1), PLAIN).predict(one).get(0, 0)).isEqualTo(1);
  }

  @Test
  void rowsThatDoNotCurveChangeNothing() {
    Matrix x = Matrix.gaussian(100, 3, Rng.of(8));
    Matrix gradients = Matrix.gaussian(100, 1, Rng.of(9));
    AdditiveTrees trees =
        new TreeGrower(Bins.of(x).bin(x), PLAIN).grow(gradients, Matrix.zeros(100, 1));
    assertThat(trees.leaves()).isEqualTo(1);
    assertThat(trees.predict(x).maxAbs()).isZero();
  }

  /** A leaf whose rows are alike in their targets is not split by rounding errors. */
  @Test
  void roundingIsNoGain() {
    Matrix x = Matrix.gaussian(250, 5, Rng.of(10));
    Matrix target = Matrix.fill(250, 1, (i, j) -> x.get(i, 0) > 0 ? 0.1 : 0.7);
    assertThat(leastSquares(x, target, PLAIN).leaves()).isEqualTo(2);
  }

  @Test
  void mistakesAreNamed() {
    Matrix x = Matrix.gaussian(30, 2, Rng.of(11));
    TreeGrower grower = new TreeGrower(Bins.of(x).bin(x), PLAIN);
    Matrix ones = Matrix.fill(30, 2, (i, j) -> 1);
    Matrix holes = Matrix.fill(30, 2, (i, j) -> i == 9 && j == 1 ? Double.NaN : 1);
    assertThatThrownBy(() -> grower.grow(Matrix.zeros(29, 2), ones))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("gradients: Matrix 29×2, must be 30×2");
    assertThatThrownBy(() -> grower.grow(ones, Matrix.zeros(30, 1)))
        .hasMessageContaining("hessians: Matrix 30×1, must be 30×2");
    assertThatThrownBy(() -> grower.grow(holes, ones)).hasMessageContaining("row 9, column 1");
    assertThatThrownBy(() -> grower.grow(ones, ones.scale(-1))).hasMessageContaining("below 0");
    assertThatThrownBy(() -> new TreeSettings(0, 1, 1, 0, 1)).hasMessageContaining("leaves is 0");
    assertThatThrownBy(() -> new TreeSettings(2, 0, 1, 0, 1)).hasMessageContaining("depth is 0");
    assertThatThrownBy(() -> new TreeSettings(2, 1, 0, 0, 1)).hasMessageContaining("minimum rows");
    assertThatThrownBy(() -> new TreeSettings(2, 1, 1, -1, 1)).hasMessageContaining("l2 is -1");
    assertThatThrownBy(() -> new TreeSettings(2, 1, 1, 0, 0)).hasMessageContaining("learning rate");
  }

  private static AdditiveTrees leastSquares(Matrix x, Matrix target, TreeSettings settings) {
    Matrix ones = Matrix.fill(target.rows(), target.cols(), (i, j) -> 1);
    return new TreeGrower(Bins.of(x).bin(x), settings).grow(target.scale(-1), ones);
  }
}
