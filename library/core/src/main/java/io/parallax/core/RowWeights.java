package io.parallax.core;

import io.parallax.math.Matrix;
import java.util.Optional;

/**
 * The weights by which a sum of rows over parties becomes a mean: one for all rows or, where
 * parties may lack some, one for each.
 *
 * @param every the weight of every row, where all have the same
 * @param each N × 1, each row's weight; empty: all have the same
 */
public record RowWeights(double every, Optional<Matrix> each) {

  /** Returns one weight for all rows. */
  public static RowWeights of(double every) {
    return new RowWeights(every, Optional.empty());
  }

  /** Returns a weight for each row, N × 1. */
  public static RowWeights of(Matrix each) {
    return new RowWeights(Double.NaN, Optional.of(each));
  }

  /** Returns the weights with so much more for every row. */
  public RowWeights plus(double more) {
    return new RowWeights(every + more, each.map(weights -> weights.map(w -> w + more)));
  }

  /** Returns a sum of weighted rows divided by their weights; a row that nobody has remains 0. */
  public Matrix mean(Matrix sum) {
    return each.map(weights -> divided(sum, weights)).orElseGet(() -> sum.scale(1 / every));
  }

  private static Matrix divided(Matrix sum, Matrix weights) {
    double[] by = weights.map(w -> w == 0 ? 0 : 1 / w).toArray();
    return Matrix.fill(sum.rows(), sum.cols(), (i, j) -> by[i] * sum.get(i, j));
  }

  /** Returns the sum over rows of weight times squared distance. */
  public double squaredDistance(Matrix a, Matrix b) {
    if (each.isEmpty()) {
      return every * a.squaredDistance(b);
    }
    double[] distances = a.minus(b).rowNorms();
    double sum = 0;
    for (int i = 0; i < distances.length; i++) {
      sum += each.get().get(i, 0) * distances[i] * distances[i];
    }
    return sum;
  }
}
