package io.parallax.fedmsgl;

import io.parallax.core.Eq;
import io.parallax.fedmsgl.Explanation.Part;
import io.parallax.fedmsgl.FedMsglConfig.Manifold;
import io.parallax.math.Cholesky;
import io.parallax.math.Matrix;
import io.parallax.math.RowWise;

/**
 * Eq. (13) in its four readings: C̃ minimises ‖X − (C̃ + U)ᵀX‖² + λ1‖C̃‖² + λ2‖M ⊙ C̃‖², and γ‖C̃ −
 * G‖² where parties are coupled.
 */
final class Consistent {
  private final Explanation rows;
  private final SelfExpression x; // null if only Eq. (13) without its λ2 is needed
  private final Manifold manifold;
  private final double lambda1;
  private final double lambda2;
  private final Matrix squares; // M ⊙ M, n × n; 1 × 1 where dropped

  private Cholesky printed; // of K + λ1I + λ2diag(M²), at first use
  private double printedFor = Double.NaN;

  Consistent(Matrix scaled, SelfExpression x, Manifold manifold, FedMsglConfig config) {
    this.rows = x;
    this.x = x;
    this.manifold = manifold;
    lambda1 = config.lambda1();
    lambda2 = config.lambda2();
    squares =
        manifold == Manifold.DROPPED
            ? Matrix.zeros(1, 1)
            : FedMsglEquations.manifold(scaled).map(m -> m * m);
  }

  private Consistent(Explanation rows, FedMsglConfig config) {
    this.rows = rows;
    x = null;
    manifold = Manifold.DROPPED;
    lambda1 = config.lambda1();
    lambda2 = 0;
    squares = Matrix.zeros(1, 1);
  }

  /** Returns Eq. (13) without the manifold term and without coupling, which anchors do not have. */
  static Consistent without(Explanation rows, FedMsglConfig config) {
    return new Consistent(rows, config);
  }

  /**
   * @param rest of U, see {@link SelfExpression#rest}
   */
  @Eq("13")
  Matrix latent(Matrix rest) {
    return manifold == Manifold.DROPPED
        ? rows.explain(lambda1, rest)
        : solve(lambda1, x.gramTimes(rest));
  }

  /** Returns C̃ with γ‖C̃ − G‖² among the terms. */
  Matrix latent(Matrix rest, double gamma, Matrix g) {
    if (gamma == 0) {
      return latent(rest);
    }
    Matrix right = x.gramTimes(rest).plusScaled(gamma, g);
    return manifold == Manifold.DROPPED
        ? x.solve(lambda1 + gamma, right)
        : solve(lambda1 + gamma, right);
  }

  /** C̃ with its rows made feasible. */
  Part feasible(Matrix rest, double gamma, Matrix g, Feasible change, boolean kept) {
    return manifold == Manifold.DROPPED && gamma == 0
        ? rows.explain(lambda1, rest, change, kept)
        : rows.part(RowWise.map(latent(rest, gamma, g), change));
  }

  /** λ2‖M ⊙ C‖². */
  double penalty(Matrix c) {
    if (manifold == Manifold.DROPPED) {
      return 0;
    }
    return lambda2 * c.map(a -> a * a).dot(squares);
  }

  private Matrix solve(double a, Matrix right) {
    return switch (manifold) {
      case EXACT -> PerColumn.solve(x, a, squares.scale(lambda2), right);
      case PRINTED -> factor(a).solve(right);
      default -> rankOne(a, x.solve(a, right));
    };
  }

  /** (K + aI + λ2v1ᵀ)⁻¹ from (K + aI)⁻¹, v = diag(M²), by Sherman and Morrison. */
  private Matrix rankOne(double a, Matrix s) {
    int n = s.rows();
    Matrix bv = x.solve(a, Matrix.of(n, 1, diagonalOfSquare()));
    double factor = lambda2 / (1 + lambda2 * RowWise.sum(bv.toArray()));
    Matrix columnSums = Matrix.fill(1, n, (i, j) -> 1).times(s);
    double[] sums = columnSums.toArray();
    return RowWise.map(
        s,
        (i, row) -> {
          double b = factor * bv.get(i, 0);
          for (int j = 0; j < n; j++) {
            row[j] -= b * sums[j];
          }
        });
  }

  private Cholesky factor(double a) {
    if (printedFor != a) {
      double[] v = diagonalOfSquare();
      Matrix diagonal = Matrix.fill(v.length, v.length, (i, j) -> i == j ? a + lambda2 * v[i] : 0);
      printed = x.gram().plus(diagonal).cholesky();
      printedFor = a;
    }
    return printed;
  }

  /** (M²)_ii = Σ_t m_it m_ti. */
  private double[] diagonalOfSquare() {
    Matrix m = squares.map(Math::sqrt);
    Matrix t = m.transpose();
    return RowWise.measure(
        m,
        (i, row) -> {
          double[] column = t.row(i);
          double sum = 0;
          for (int j = 0; j < row.length; j++) {
            sum += row[j] * column[j];
          }
          return sum;
        });
  }
}
