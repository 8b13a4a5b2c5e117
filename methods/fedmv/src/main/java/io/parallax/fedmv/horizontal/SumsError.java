package io.parallax.fedmv.horizontal;

import io.parallax.fedmv.horizontal.HFedMvMessages.Products;
import io.parallax.math.Matrix;
import java.util.Arrays;

/**
 * The error that scores XV would have on new rows, by generalised cross-validation (Golub, Heath,
 * Wahba, 1979): N·‖aXV − Y‖²/(N − a·tr H)², H the map from labels to scores. It follows from XᵀX
 * and XᵀY, for ‖Y‖² = N. The part that is equal in all classes of a row is irrelevant and removed;
 * a is the best factor, which changes no row's class.
 */
final class SumsError {
  private final Matrix gram;
  private final Matrix cross;
  private final double rows;
  private final double labels;

  SumsError(Products data) {
    this.gram = data.gram();
    this.cross = differences(data.cross());
    this.rows = data.samples();
    this.labels = rows * (1 - 1.0 / cross.cols());
  }

  /**
   * @param v the scores' coefficients, D × C
   * @param trace of H, of one class
   * @return infinite where the scores follow the labels altogether
   */
  double of(Matrix v, double trace) {
    double fitting = Math.max(0, v.dot(cross));
    Matrix apart = differences(v);
    double size = apart.dot(gram.times(apart));
    double factor = size > 0 ? fitting / size : 0;
    double free = rows - factor * trace;
    return free > 0
        ? rows * Math.max(0, labels - factor * fitting) / (free * free)
        : Double.POSITIVE_INFINITY;
  }

  /** Returns the differences of the scores from their mean over the classes. */
  private static Matrix differences(Matrix a) {
    double[] means = new double[a.rows()];
    Arrays.setAll(means, i -> Arrays.stream(a.row(i)).sum() / a.cols());
    return Matrix.fill(a.rows(), a.cols(), (i, c) -> a.get(i, c) - means[i]);
  }
}
