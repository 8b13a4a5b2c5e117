package io.parallax.math;

import java.util.function.UnaryOperator;

/**
 * The quadratic ‖XW − T‖² over W (m×c), seen through G = XᵀX and C = XᵀT without saying how they
 * are held: explicitly while a few m×m matrices are no larger than the data, else through the
 * columns.
 */
sealed interface Design permits GramDesign, ColumnDesign {

  /** The design of some columns of data that has N×{@code allColumns} entries. */
  static Design of(Features x, Matrix t, int allColumns) {
    double data = (double) x.samples() * allColumns;
    return x.size() <= x.samples() || (double) x.size() * x.size() <= data / 2
        ? new GramDesign(x.gram(), x.transposeTimes(t))
        : new ColumnDesign(x, t, allColumns);
  }

  /** C − GW, m×c: minus half the gradient. */
  Matrix correlations(Matrix w);

  /** GV, m×c. */
  Matrix product(Matrix v);

  /** Solves (G + diag(ridge)) Z = B for many B, with one factorisation; ridge is positive. */
  UnaryOperator<Matrix> solver(double[] ridge);

  /** The same quadratic over some rows of W, the others being zero. */
  Design restrict(int[] rows);

  /**
   * Minimises ‖XW − T‖² + β‖W‖₂,₁ over one row of W after the other, which sets rows exactly to
   * zero or brings them back: w_i ← max(0, 1 − (β/2)/‖r_i‖) r_i / G_ii with r_i = (C − GW)_i + G_ii
   * w_i.
   */
  Matrix sweep(Matrix w, double beta);

  /**
   * The best value of one row, given r_i in {@code row}; returned in place as the change from
   * {@code w[at …]}, which is updated.
   *
   * @return whether the row changed
   */
  static boolean update(double[] row, double diagonal, double beta, double[] w, int at) {
    double norm = Norms.ofRow(row, 0, row.length);
    double shrink = diagonal > 0 && norm > beta / 2 ? (1 - beta / 2 / norm) / diagonal : 0;
    boolean changed = false;
    for (int k = 0; k < row.length; k++) {
      double value = shrink == 0 ? 0 : shrink * row[k];
      row[k] = value - w[at + k];
      w[at + k] = value;
      changed |= row[k] != 0;
    }
    return changed;
  }
}
