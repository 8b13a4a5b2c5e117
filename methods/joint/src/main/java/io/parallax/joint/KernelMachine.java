package io.parallax.joint;

import io.parallax.math.Matrix;
import io.parallax.math.SoftmaxLoss;

/**
 * A classifier by the kernel e^{−γ·d²} of the distances d to landmark rows.
 *
 * @param coefficients A, m × C
 * @param intercept b, 1 × C
 * @param squares the landmarks' squared lengths, m × 1
 */
record KernelMachine(Matrix coefficients, Matrix intercept, Matrix squares, double gamma) {

  /** d² = s_i + s_j − 2g_ij of rows (N × m products, N × 1 squares) to the landmarks. */
  static Matrix distances(Matrix products, Matrix squares, Matrix landmarks) {
    return Matrix.fill(
        products.rows(),
        products.cols(),
        (i, j) -> Math.max(0, squares.get(i, 0) + landmarks.get(j, 0) - 2 * products.get(i, j)));
  }

  static Matrix kernel(Matrix distances, double gamma) {
    return distances.map(d -> Math.exp(-gamma * d));
  }

  int landmarks() {
    return coefficients.rows();
  }

  /** The rows' probabilities of all classes. */
  Matrix probabilities(Matrix products, Matrix rowSquares) {
    Matrix own = kernel(distances(products, rowSquares, squares), gamma).times(coefficients);
    return SoftmaxLoss.probabilities(
        Matrix.fill(own.rows(), own.cols(), (i, c) -> own.get(i, c) + intercept.get(0, c)));
  }
}
