package io.parallax.math;

import java.util.Arrays;

/**
 * The multinomial log loss Σ_n Σ_c y_nc (ln Σ_j e^{s_nj} − s_nc) of scores S (N×C). Rows of Y may
 * have any weight, for rows or classes that count more than others; a class that no row has is left
 * out: its probability is 0 whatever its scores.
 */
public final class SoftmaxLoss {
  private final Matrix y;
  private final double[] weights;
  private final boolean[] present;

  /**
   * The loss at some scores.
   *
   * @param residual −∂loss/∂S, N×C: Y less the probabilities
   */
  public record Point(double value, Matrix residual) {}

  /**
   * @param y N×C, no entry below 0
   */
  public SoftmaxLoss(Matrix y) {
    this.y = y;
    this.weights = RowWise.sums(y);
    this.present = new boolean[y.cols()];
    for (int c = 0; c < present.length; c++) {
      for (int i = 0; i < y.rows() && !present[c]; i++) {
        present[c] = y.get(i, c) > 0;
      }
    }
  }

  public Matrix y() {
    return y;
  }

  /** Returns true if at least one row has this class. */
  public boolean present(int c) {
    return present[c];
  }

  public Point at(Matrix scores) {
    Shapes.requireSame(y, scores);
    double[] losses = new double[y.rows()];
    double[] numbers = scores.toArray();
    Chunks.forEachRow(y.rows(), y.cols(), i -> losses[i] = residual(numbers, i));
    return new Point(RowWise.sum(losses), Matrix.wrap(y.rows(), y.cols(), numbers));
  }

  /** Makes a residual of row i of the scores, and gives its loss. */
  private double residual(double[] scores, int i) {
    double[] truth = y.array();
    int from = i * y.cols();
    int to = from + y.cols();
    double top = top(scores, from, present);
    double below = 0;
    for (int k = from; k < to; k++) {
      below += truth[k] > 0 ? truth[k] * (top - scores[k]) : 0;
    }
    double total = exponentials(scores, from, present, top);
    for (int k = from; k < to; k++) {
      scores[k] = truth[k] - weights[i] * scores[k] / total;
    }
    return weights[i] > 0 ? below + weights[i] * Math.log(total) : 0;
  }

  /** The highest score of the row that begins at {@code from}. */
  private static double top(double[] scores, int from, boolean[] present) {
    double top = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < present.length; c++) {
      top = present[c] && scores[from + c] > top ? scores[from + c] : top;
    }
    return top;
  }

  /** e^{s_c − top}, in place, 0 where a class is left out; their sum. */
  private static double exponentials(double[] scores, int from, boolean[] present, double top) {
    double total = 0;
    for (int c = 0; c < present.length; c++) {
      scores[from + c] = present[c] ? Math.exp(scores[from + c] - top) : 0;
      total += scores[from + c];
    }
    return total;
  }

  /**
   * The mean of p(1 − p) over rows and classes, by weight: how curved the loss is at a residual.
   */
  public double curvature(Matrix residual) {
    double[] truth = y.array();
    double[] bends =
        RowWise.measure(
            residual,
            (i, row) -> {
              double sum = 0;
              for (int c = 0; c < row.length; c++) {
                double p = truth[i * row.length + c] - row[c]; // weight · p
                sum += weights[i] > 0 ? p * (1 - p / weights[i]) : 0;
              }
              return sum;
            });
    return RowWise.sum(bends) / bends.length / y.cols();
  }

  /** The rows of a matrix of scores as probabilities. */
  public static Matrix probabilities(Matrix scores) {
    boolean[] all = new boolean[scores.cols()];
    Arrays.fill(all, true);
    return RowWise.map(
        scores,
        (i, row) -> {
          double total = exponentials(row, 0, all, top(row, 0, all));
          for (int c = 0; c < row.length; c++) {
            row[c] /= total;
          }
        });
  }
}
