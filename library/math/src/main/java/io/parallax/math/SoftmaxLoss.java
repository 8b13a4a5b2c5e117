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

  /** Whether a row has this class. */
  public boolean present(int c) {
    return present[c];
  }

  public Point at(Matrix scores) {
    Shapes.requireSame(y, scores);
    double[] losses = new double[y.rows()];
    Matrix residual =
        RowWise.map(scores, (i, row) -> losses[i] = residual(row, i * row.length, weights[i]));
    return new Point(RowWise.sum(losses), residual);
  }

  /** Makes a residual of a row of scores, and gives its loss. */
  private double residual(double[] row, int at, double weight) {
    double[] truth = y.array();
    double top = top(row, present);
    double below = 0;
    for (int c = 0; c < row.length; c++) {
      below += truth[at + c] > 0 ? truth[at + c] * (top - row[c]) : 0;
    }
    double total = exponentials(row, present, top);
    for (int c = 0; c < row.length; c++) {
      row[c] = truth[at + c] - weight * row[c] / total;
    }
    return weight > 0 ? below + weight * Math.log(total) : 0;
  }

  private static double top(double[] row, boolean[] present) {
    double top = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < row.length; c++) {
      top = present[c] ? Math.max(top, row[c]) : top;
    }
    return top;
  }

  /** e^{s_c − top}, in place, 0 where a class is left out; their sum. */
  private static double exponentials(double[] row, boolean[] present, double top) {
    double total = 0;
    for (int c = 0; c < row.length; c++) {
      row[c] = present[c] ? Math.exp(row[c] - top) : 0;
      total += row[c];
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
          double total = exponentials(row, all, top(row, all));
          for (int c = 0; c < row.length; c++) {
            row[c] /= total;
          }
        });
  }
}
