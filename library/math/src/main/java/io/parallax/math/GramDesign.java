package io.parallax.math;

import java.util.function.UnaryOperator;

/** G and C held explicitly: m² memory, m²·c per product, m³/3 per factorisation. */
record GramDesign(Matrix gram, Matrix target) implements Design {

  @Override
  public Matrix correlations(Matrix w) {
    return target.minus(gram.times(w));
  }

  @Override
  public Matrix product(Matrix v) {
    return gram.times(v);
  }

  @Override
  public UnaryOperator<Matrix> solver(double[] ridge) {
    return factor(ridge)::solve;
  }

  /** The factor of G + diag(ridge). */
  Cholesky factor(double[] ridge) {
    int m = gram.rows();
    double[] regularised = gram.toArray();
    for (int i = 0; i < m; i++) {
      regularised[i * m + i] += ridge[i];
    }
    return new Cholesky(m, regularised);
  }

  @Override
  public Design restrict(int[] rows) {
    return rows.length == gram.rows()
        ? this
        : new GramDesign(gram.selectRows(rows).selectColumns(rows), target.selectRows(rows));
  }

  /** Keeps C − GW transposed, so that a changed row costs c runs along a row of G. */
  @Override
  public Matrix sweep(Matrix start, double beta) {
    int m = start.rows();
    int c = start.cols();
    double[] g = gram.array();
    double[] w = start.toArray();
    double[] rest = correlations(start).transpose().toArray();
    double[] row = new double[c];
    for (int i = 0; i < m; i++) {
      double diagonal = g[i * m + i];
      for (int k = 0; k < c; k++) {
        row[k] = rest[k * m + i] + diagonal * w[i * c + k];
      }
      if (Design.update(row, diagonal, beta, w, i * c)) {
        for (int k = 0; k < c; k++) {
          HeapRows.addScaled(rest, k * m, -row[k], g, i * m, m);
        }
      }
    }
    return Matrix.wrap(m, c, w);
  }
}
