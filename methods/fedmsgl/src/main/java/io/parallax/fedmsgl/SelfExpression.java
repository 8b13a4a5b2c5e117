package io.parallax.fedmsgl;

import io.parallax.math.Eigen;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.RowWise;
import io.parallax.math.Svd;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/**
 * Solves with the sample Gram matrix K = XXᵀ = VΛVᵀ, which is decomposed once: V is n × r, r the
 * rank. No n × n system is solved after that. Where r is more than half of n, one product with the
 * written-out V f(Λ) Vᵀ costs less than two with V.
 */
final class SelfExpression {
  private static final double NEGLIGIBLE = 1e-15;

  private final Matrix v; // n × r
  private final double[] lambda; // r
  private final Map<Double, Matrix> written = new ConcurrentHashMap<>();

  private SelfExpression(Matrix v, double[] lambda) {
    this.v = v;
    this.lambda = lambda;
  }

  /**
   * @param x n × d
   */
  static SelfExpression of(Matrix x) {
    if (x.cols() <= x.rows()) {
      Svd svd = x.thinSvd();
      return kept(svd.u(), Arrays.stream(svd.s()).map(s -> s * s).toArray());
    }
    double[] ones = new double[x.cols()];
    Arrays.fill(ones, 1);
    Eigen eigen = Features.of(x).outer(ones).largestEigenpairs(x.rows());
    return kept(eigen.vectors(), eigen.values());
  }

  private static SelfExpression kept(Matrix v, double[] lambda) {
    int r = (int) Arrays.stream(lambda).filter(l -> l > NEGLIGIBLE * lambda[0]).count();
    int rank = Math.max(1, r);
    double[] values = Arrays.copyOf(lambda, rank);
    values[0] = Math.max(0, values[0]);
    return new SelfExpression(
        rank == v.cols() ? v : v.selectColumns(IntStream.range(0, rank).toArray()), values);
  }

  int samples() {
    return v.rows();
  }

  /** (K + aI)⁻¹ K Y. */
  Matrix regress(double a, Matrix y) {
    if (2 * v.cols() <= v.rows() || y.cols() < v.rows()) {
      return filter(l -> l / (l + a), y);
    }
    return written.computeIfAbsent(a, key -> write(l -> l / (l + key))).times(y);
  }

  /** (K + aI)⁻¹ Y. */
  Matrix solve(double a, Matrix y) {
    return y.minus(regress(a, y)).scale(1 / a);
  }

  /** K Y. */
  Matrix times(Matrix y) {
    return filter(l -> l, y);
  }

  /** K, n × n. */
  Matrix gram() {
    return write(l -> l);
  }

  /** ‖XᵀY‖² = tr YᵀKY. */
  double energy(Matrix y) {
    Matrix p = v.transposeTimes(y);
    double[] rows = RowWise.measure(p, (i, row) -> lambda[i] * dot(row, row));
    return RowWise.sum(rows);
  }

  private Matrix filter(DoubleUnaryOperator f, Matrix y) {
    return v.times(scaleRows(v.transposeTimes(y), f));
  }

  private Matrix write(DoubleUnaryOperator f) {
    return v.times(scaleRows(v.transpose(), f));
  }

  private Matrix scaleRows(Matrix p, DoubleUnaryOperator f) {
    return RowWise.map(
        p,
        (i, row) -> {
          double factor = f.applyAsDouble(lambda[i]);
          for (int j = 0; j < row.length; j++) {
            row[j] *= factor;
          }
        });
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += a[j] * b[j];
    }
    return sum;
  }
}
