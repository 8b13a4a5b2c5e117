package io.parallax.math;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Many more columns than rows: everything goes through the N×m data itself, so that no m×m matrix
 * is formed. A product costs 2·N·m·c, a factorisation N²·m/2 + N³/6 (Woodbury). Holds one
 * transposed copy of the data, made for the first sweep.
 */
final class ColumnDesign implements Design {
  private static final int CHUNK = 256;

  private final Features x;
  private final Matrix t;
  private final int allColumns;
  private double[] columns;

  ColumnDesign(Features x, Matrix t, int allColumns) {
    this.x = x;
    this.allColumns = allColumns;
    this.t = t;
  }

  @Override
  public Matrix correlations(Matrix w) {
    return x.transposeTimes(t.minus(x.times(w)));
  }

  @Override
  public Matrix product(Matrix v) {
    return x.transposeTimes(x.times(v));
  }

  /** With D = diag(1/ridge): (G + D⁻¹)⁻¹ B = DB − D Xᵀ (I + X D Xᵀ)⁻¹ X D B. */
  @Override
  public UnaryOperator<Matrix> solver(double[] ridge) {
    double[] inverse = Arrays.stream(ridge).map(r -> 1 / r).toArray();
    Cholesky inner = woodbury(x, inverse);
    return b -> {
      Matrix scaled = scaleRows(inverse, b);
      return scaled.minus(scaleRows(inverse, x.transposeTimes(inner.solve(x.times(scaled)))));
    };
  }

  @Override
  public Design restrict(int[] rows) {
    return rows.length == x.size() ? this : Design.of(x.columns(rows), t, allColumns);
  }

  /** Keeps T − XW (N×c) transposed, so that every step runs along a column of X. */
  @Override
  public Matrix sweep(Matrix start, double beta) {
    int n = x.samples();
    int c = start.cols();
    if (columns == null) {
      columns = transposed();
    }
    double[] w = start.toArray();
    double[] rest = t.minus(x.times(start)).transpose().toArray();
    double[] row = new double[c];
    for (int i = 0; i < x.size(); i++) {
      double diagonal = HeapRows.dot(columns, i * n, columns, i * n, n);
      for (int k = 0; k < c; k++) {
        row[k] = HeapRows.dot(columns, i * n, rest, k * n, n) + diagonal * w[i * c + k];
      }
      if (Design.update(row, diagonal, beta, w, i * c)) {
        for (int k = 0; k < c; k++) {
          HeapRows.addScaled(rest, k * n, -row[k], columns, i * n, n);
        }
      }
    }
    return Matrix.wrap(start.rows(), c, w);
  }

  /** The factor of I + X diag Xᵀ, N×N. */
  static Cholesky woodbury(Features x, double[] diagonal) {
    int n = x.samples();
    double[] inner = x.outer(diagonal).toArray();
    for (int i = 0; i < n; i++) {
      inner[i * n + i] += 1;
    }
    return new Cholesky(n, inner);
  }

  /** diag · B. */
  static Matrix scaleRows(double[] diagonal, Matrix b) {
    return Matrix.fill(b.rows(), b.cols(), (i, j) -> diagonal[i] * b.array()[i * b.cols() + j]);
  }

  private double[] transposed() {
    int n = x.samples();
    double[] out = Matrix.allocate(x.size(), n);
    for (int from = 0; from < x.size(); from += CHUNK) {
      int[] chunk = IntStream.range(from, Math.min(x.size(), from + CHUNK)).toArray();
      double[] part = x.columns(chunk).toMatrix().transpose().array();
      System.arraycopy(part, 0, out, from * n, part.length);
    }
    return out;
  }
}
