package io.parallax.fedmsgl;

import io.parallax.math.Eigen;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.RowWise;
import io.parallax.math.Svd;
import io.parallax.math.Target;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/**
 * Solves with the sample Gram matrix K = XXᵀ = VΛVᵀ, which is decomposed once: V is n × r, r the
 * rank. No n × n system is solved after that: an update is two products with V.
 */
final class SelfExpression implements Explanation {
  private static final double NEGLIGIBLE = 1e-15;

  private final Matrix x; // n × d
  private final Features v; // n × r, where products need no copy of it
  private final Matrix vt; // r × n
  private final double[] lambda; // r

  private SelfExpression(Matrix x, Matrix v, double[] lambda) {
    this.x = x;
    this.v = Features.of(v);
    vt = v.transpose();
    this.lambda = lambda;
  }

  /**
   * @param x n × d
   */
  static SelfExpression of(Matrix x) {
    if (x.cols() <= x.rows()) {
      Svd svd = x.thinSvd();
      return kept(x, svd.u(), Arrays.stream(svd.s()).map(s -> s * s).toArray());
    }
    double[] ones = new double[x.cols()];
    Arrays.fill(ones, 1);
    Eigen eigen = Features.of(x).outer(ones).largestEigenpairs(x.rows());
    return kept(x, eigen.vectors(), eigen.values());
  }

  private static SelfExpression kept(Matrix x, Matrix v, double[] lambda) {
    int r = (int) Arrays.stream(lambda).filter(l -> l > NEGLIGIBLE * lambda[0]).count();
    int rank = Math.max(1, r);
    double[] values = Arrays.copyOf(lambda, rank);
    values[0] = Math.max(0, values[0]);
    return new SelfExpression(
        x, rank == v.cols() ? v : v.selectColumns(IntStream.range(0, rank).toArray()), values);
  }

  /** Vᵀ(I − S), r × n: all that the updates need of an S. */
  @Override
  public Matrix rest(Matrix s) {
    return vt.minus(v.transposeTimes(s));
  }

  /** (K + aI)⁻¹ K (I − S) from {@link #rest} of S. */
  @Override
  public Matrix explain(double a, Matrix rest) {
    return expand(rest, l -> l / (l + a));
  }

  /** In one pass over V: rows are made feasible and multiplied on while they are in the cache. */
  @Override
  public Part explain(double a, Matrix rest, Feasible change, boolean kept) {
    Matrix factor = scaleRows(rest, l -> l / (l + a));
    Target found = kept ? v.mapped(factor, change) : new Target(null, v.sweep(factor, change));
    return new Part(found.t(), vt.minus(found.cross()), change.sums());
  }

  @Override
  public Part nothing(Matrix zeros) {
    return new Part(zeros, vt, new double[zeros.rows()]);
  }

  /** K (I − S) from {@link #rest} of S. */
  Matrix gramTimes(Matrix rest) {
    return expand(rest, l -> l);
  }

  /** (K + aI)⁻¹ Y. */
  Matrix solve(double a, Matrix y) {
    return y.minus(expand(v.transposeTimes(y), l -> l / (l + a))).scale(1 / a);
  }

  @Override
  public Matrix regression(double a, Matrix y) {
    return x.transposeTimes(solve(a, y));
  }

  @Override
  public int self(int i) {
    return i;
  }

  /** K Y. */
  Matrix times(Matrix y) {
    return expand(v.transposeTimes(y), l -> l);
  }

  /** K, n × n. */
  Matrix gram() {
    return expand(vt, l -> l);
  }

  /** ‖Xᵀ(I − C − U)‖² from the rests of C and U. */
  @Override
  public double residual(Matrix restOfC, Matrix restOfU) {
    Matrix p = restOfC.plus(restOfU).minus(vt);
    return RowWise.sum(RowWise.measure(p, (i, row) -> lambda[i] * squares(row)));
  }

  private Matrix expand(Matrix p, DoubleUnaryOperator f) {
    return v.times(scaleRows(p, f));
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

  private static double squares(double[] a) {
    double sum = 0;
    for (double value : a) {
      sum += value * value;
    }
    return sum;
  }
}
