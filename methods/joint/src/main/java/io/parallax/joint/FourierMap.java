package io.parallax.joint;

import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Random Fourier features of a view (Rahimi and Recht, 2007): columns √(2d/D)·cos(xΩ + φ) less
 * their means, which stand behind the view's own. A linear function of them is about a function of
 * the Gaussian kernel e^{−γ‖x − x'‖²/m}, m the median of ‖x − x'‖². Ω and φ are the party's secret.
 *
 * @param numbers (d + 2) × D: Ω, below it φ, below it the means
 */
record FourierMap(Matrix numbers) {
  private static final int PAIRS = 400;

  /** A map of these rows to so many features. */
  static FourierMap draw(Matrix x, int features, double gamma, Rng rng) {
    int d = x.cols();
    double scale = Math.sqrt(2 * gamma / median(x, rng.child("pairs")));
    Matrix omega = Matrix.gaussian(d, features, rng.child("frequencies")).scale(scale);
    Rng phases = rng.child("phases");
    Matrix phi = Matrix.fill(1, features, (i, j) -> phases.uniform(0, 2 * Math.PI));
    Matrix zero = Matrix.zeros(1, features);
    Matrix raw = new FourierMap(Matrix.stackRows(List.of(omega, phi, zero))).cosines(x);
    Matrix means = Matrix.fill(1, x.rows(), (i, j) -> 1.0 / x.rows()).times(raw);
    return new FourierMap(Matrix.stackRows(List.of(omega, phi, means)));
  }

  /** The median squared distance of pairs of rows that differ; 1 where none do. */
  private static double median(Matrix x, Rng rng) {
    double[] distances = new double[PAIRS];
    for (int k = 0; k < PAIRS; k++) {
      double[] a = x.row(rng.below(x.rows()));
      double[] b = x.row(rng.below(x.rows()));
      for (int j = 0; j < a.length; j++) {
        distances[k] += (a[j] - b[j]) * (a[j] - b[j]);
      }
    }
    double[] positive = Arrays.stream(distances).filter(v -> v > 0).sorted().toArray();
    return positive.length == 0 ? 1 : positive[positive.length / 2];
  }

  private Matrix cosines(Matrix x) {
    int d = x.cols();
    double size = Math.sqrt(2.0 * d / numbers.cols());
    int[] frequencies = IntStream.range(0, d).toArray();
    Matrix angles = x.times(numbers.selectRows(frequencies));
    return Matrix.fill(
        x.rows(),
        numbers.cols(),
        (i, j) ->
            size * StrictMath.cos(angles.get(i, j) + numbers.get(d, j)) - numbers.get(d + 1, j));
  }

  /** Appends the features to the rows. */
  Features lift(Features x) {
    Matrix own = x.toMatrix();
    return Features.of(Matrix.stackColumns(List.of(own, cosines(own))));
  }
}
