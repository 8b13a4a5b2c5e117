package io.parallax.math;

/**
 * Ridge regression of Y (N × C) on columns F (N × q) with an intercept and weighted rows, for any
 * number of penalties after one decomposition; with the scores that each row would get if all
 * others were learnt from, which follow from the fit: y − (y − ŷ)/(1 − h), h the row's leverage.
 */
public final class LeaveOneOut {
  private static final double LEAST_FREE = 1e-9; // of 1 − h

  private final Matrix y; // N × C, ones and zeros
  private final double[] weights; // 1 in the mean
  private final double[] means; // of F's columns
  private final double[] shares; // of the classes
  private final double[] values; // eigenvalues of F̃ᵀF̃, F̃ centred and weighted
  private final Matrix vectors; // q × q
  private final Matrix turned; // F̃V
  private final Matrix cross; // (F̃V)ᵀỸ
  private final double total;

  /**
   * A fit.
   *
   * @param coefficients q × C
   * @param intercept 1 × C
   * @param others scores of each row by what the others teach, N × C
   * @param error Σ weight·‖y − others‖²
   */
  public record Fit(Matrix coefficients, Matrix intercept, Matrix others, double error) {}

  /**
   * @param weights of the rows, 1 in the mean
   */
  public LeaveOneOut(Matrix f, Matrix y, double[] weights) {
    this.y = y;
    this.weights = weights;
    this.total = RowWise.sum(weights);
    this.means = means(f);
    this.shares = means(y);
    Matrix centred = centred(f, means);
    Eigen eigen = centred.gram().smallestEigenpairs(f.cols());
    this.values = eigen.values();
    this.vectors = eigen.vectors();
    this.turned = centred.times(vectors);
    this.cross = turned.transposeTimes(centred(y, shares));
  }

  private double[] means(Matrix a) {
    return row(weights).times(a).scale(1 / total).row(0);
  }

  private static Matrix row(double[] values) {
    return Matrix.of(1, values.length, values.clone());
  }

  private Matrix centred(Matrix a, double[] centre) {
    return RowWise.map(
        a,
        (i, row) -> {
          for (int j = 0; j < row.length; j++) {
            row[j] = Math.sqrt(weights[i]) * (row[j] - centre[j]);
          }
        });
  }

  /** The fit with penalty λ‖W‖². */
  public Fit at(double lambda) {
    Matrix shrunk =
        Matrix.fill(cross.rows(), cross.cols(), (j, c) -> cross.get(j, c) / inverse(j, lambda));
    Matrix fitted = turned.times(shrunk); // centred and weighted
    double[] free = free(lambda);
    Matrix others =
        RowWise.map(
            fitted,
            (i, row) -> {
              double root = Math.sqrt(weights[i]);
              for (int c = 0; c < row.length; c++) {
                double score = shares[c] + row[c] / root;
                row[c] = y.get(i, c) - (y.get(i, c) - score) / free[i];
              }
            });
    Matrix w = vectors.times(shrunk);
    Matrix intercept = row(shares).minus(row(means).times(w));
    return new Fit(w, intercept, others, error(others));
  }

  private double inverse(int j, double lambda) {
    return Math.max(0, values[j]) + lambda;
  }

  /** 1 − h. */
  private double[] free(double lambda) {
    return RowWise.measure(
        turned,
        (i, row) -> {
          double h = weights[i] / total;
          for (int j = 0; j < row.length; j++) {
            h += row[j] * row[j] / inverse(j, lambda);
          }
          return Math.max(LEAST_FREE, 1 - h);
        });
  }

  private double error(Matrix others) {
    return RowWise.sum(
        RowWise.measure(
            others,
            (i, row) -> {
              double sum = 0;
              for (int c = 0; c < row.length; c++) {
                sum += (y.get(i, c) - row[c]) * (y.get(i, c) - row[c]);
              }
              return weights[i] * sum;
            }));
  }
}
