package io.parallax.run;

import io.parallax.core.Labels;
import io.parallax.eval.Probabilities;
import io.parallax.math.Eigen;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.SoftmaxLoss;
import io.parallax.math.SoftmaxRegression;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Logistic regression on columns in one place: an intercept that is free, and the ridge penalty
 * λ/2·‖W‖² beside the summed loss. λ is the one with the lowest log loss on validation rows.
 *
 * @param rows to train on and to score
 */
record PooledLogistic(Pool rows) {
  /** From the largest on, each begins where the one before has ended. */
  static final List<Double> LAMBDAS = List.of(1000.0, 100.0, 10.0, 1.0, 0.1, 0.01, 0.001);

  /** The penalty if there are no validation rows. */
  static final double DEFAULT = 1;

  private static final double ROUGH = 1e-4;
  private static final double EXACT = 1e-7;
  private static final int MOST_STEPS = 500;
  private static final double NEVER = 50; // below the others, in nats: a class without rows

  /** The probabilities of the held-out rows. */
  Matrix probabilities(double lambda) {
    Columns columns = Columns.of(rows);
    Matrix w = columns.fit(lambda, columns.zero(), EXACT);
    return columns.probabilities(w);
  }

  /** The classes of the held-out rows by a rough fit, for a comparison that is made often. */
  int[] classes() {
    Columns columns = Columns.of(rows);
    return columns.probabilities(columns.fit(DEFAULT, columns.zero(), ROUGH)).argmaxRows();
  }

  /**
   * The best λ for the held-out rows.
   *
   * @param truth their classes
   */
  double best(int[] truth) {
    Columns columns = Columns.of(rows);
    Matrix w = columns.zero();
    double best = DEFAULT;
    double least = Double.POSITIVE_INFINITY;
    for (double lambda : LAMBDAS) {
      w = columns.fit(lambda, w, ROUGH);
      double loss = Probabilities.of(truth, columns.probabilities(w)).logLoss();
      if (loss < least) {
        least = loss;
        best = lambda;
      }
    }
    return best;
  }

  /**
   * Columns with one of ones behind them.
   *
   * @param train the training rows
   * @param heldOut the rows to score
   * @param y N × C
   */
  private record Columns(Features train, Matrix heldOut, Matrix y) {
    static Columns of(Pool rows) {
      boolean wide = rows.train().cols() > rows.train().rows();
      Matrix y = new Labels(rows.labels(), rows.classes()).oneHot();
      return wide ? reduced(rows, y) : of(rows.train(), rows.heldOut(), y);
    }

    /**
     * As many columns as rows, with the same inner products and so the same probabilities: XXᵀ =
     * QΛQᵀ gives QΛ^½ for X, and XₜXᵀQΛ^-½ for other rows Xₜ.
     */
    private static Columns reduced(Pool rows, Matrix y) {
      Matrix x = rows.train();
      Eigen eigen = x.timesTranspose(x).largestEigenpairs(x.rows());
      double[] values = eigen.values();
      double top = IntStream.range(0, values.length).mapToDouble(i -> values[i]).max().orElse(0);
      int[] kept = IntStream.range(0, values.length).filter(i -> values[i] > 1e-10 * top).toArray();
      Matrix q = eigen.vectors().selectColumns(kept);
      Matrix root =
          Matrix.fill(q.rows(), q.cols(), (i, j) -> q.get(i, j) / Math.sqrt(values[kept[j]]));
      Matrix back = x.transposeTimes(root);
      return of(x.times(back), rows.heldOut().times(back), y);
    }

    private static Columns of(Matrix train, Matrix heldOut, Matrix y) {
      return new Columns(Features.of(withOnes(train)), withOnes(heldOut), y);
    }

    private static Matrix withOnes(Matrix x) {
      return Matrix.stackColumns(List.of(x, Matrix.fill(x.rows(), 1, (i, j) -> 1)));
    }

    Matrix zero() {
      return Matrix.zeros(train.size(), y.cols());
    }

    Matrix fit(double lambda, Matrix start, double tolerance) {
      int q = train.size();
      Matrix penalty = Matrix.fill(q, q, (i, j) -> i == j && i < q - 1 ? lambda : 0);
      return new SoftmaxRegression(train, new SoftmaxLoss(y))
          .minimise(penalty, zero(), start, MOST_STEPS, tolerance)
          .w();
    }

    /** Softmax of the scores; a class without training rows has next to none. */
    Matrix probabilities(Matrix w) {
      SoftmaxLoss loss = new SoftmaxLoss(y);
      Matrix scores = heldOut.times(w);
      double low = -scores.maxAbs() - NEVER;
      return SoftmaxLoss.probabilities(
          Matrix.fill(
              scores.rows(), scores.cols(), (i, c) -> loss.present(c) ? scores.get(i, c) : low));
    }
  }
}
