package io.parallax.fedmsgl;

import io.parallax.core.Eq;
import io.parallax.fedmsgl.FedMsglConfig.Axis;
import io.parallax.fedmsgl.FedMsglConfig.Projection;
import io.parallax.fedmsgl.FedMsglConfig.Scale;
import io.parallax.fedmsgl.FedMsglConfig.Weighting;
import io.parallax.math.Matrix;
import io.parallax.math.RowWise;
import io.parallax.math.Symmetric;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * The equations of FedMSGL as pure functions. X is n × d here, a row for each sample: the paper's
 * transposed. C, U, G, M, A and Z are n × n, F is n × c. Eq. (13) is in {@link Consistent}, Eqs.
 * (7), (8) and (25) are in {@link Hypergraph}.
 */
final class FedMsglEquations {
  /**
   * The largest exponent of a relative weight: weights beyond e^±13 are clipped to stay in the
   * range of fixed-point sums.
   */
  private static final double FARTHEST = 13;

  private FedMsglEquations() {}

  /** Scales every row by itself: a constant one becomes zeros, a zero one stays. */
  static Matrix scaled(Matrix x, Scale scale) {
    return switch (scale) {
      case SAMPLE01 ->
          RowWise.map(
              x,
              (i, row) -> {
                double low = Arrays.stream(row).min().orElseThrow();
                double width = Arrays.stream(row).max().orElseThrow() - low;
                Arrays.setAll(row, j -> width > 0 ? (row[j] - low) / width : 0);
              });
      case UNIT -> unitRows(x);
      default -> x;
    };
  }

  /** Every row divided by its length; a zero row stays. */
  static Matrix unitRows(Matrix x) {
    double[] norms = x.rowNorms();
    return RowWise.map(
        x, (i, row) -> Arrays.setAll(row, j -> norms[i] > 0 ? row[j] / norms[i] : 0));
  }

  /** M: m_ij = ‖x_i − x_j‖ / Σ_t ‖x_t − x_j‖. Columns sum to 1. */
  @Eq("3")
  static Matrix manifold(Matrix x) {
    Matrix symmetric =
        RowWise.map(
            squaredDistances(x), (i, row) -> Arrays.setAll(row, j -> i == j ? 0 : root(row[j])));
    double[] sums = RowWise.sums(symmetric); // of columns as well
    return RowWise.map(
        symmetric, (i, row) -> Arrays.setAll(row, j -> sums[j] > 0 ? row[j] / sums[j] : 0));
  }

  private static double root(double square) {
    return Math.sqrt(Math.max(0, square));
  }

  /** ‖x_i − x_j‖² of all pairs of rows, n × n, from one product; rounding may leave it below 0. */
  static Matrix squaredDistances(Matrix x) {
    Matrix k = x.transpose().gram();
    int n = x.rows();
    double[] own = new double[n];
    Arrays.setAll(own, i -> k.get(i, i));
    return RowWise.map(k, (i, row) -> Arrays.setAll(row, j -> own[i] + own[j] - 2 * row[j]));
  }

  /**
   * Rows or columns made feasible: non-negative, the diagonal zero, their sum what the other part
   * leaves.
   *
   * @param latent C̃ or Ũ
   * @param old the C or U before, which the released program shifts by
   * @param other U or C
   * @param self the column that stands for row i itself, −1 if none does
   */
  @Eq("17, 20")
  static Matrix feasible(
      Axis axis, Projection how, Matrix latent, Matrix old, Matrix other, IntUnaryOperator self) {
    return axis == Axis.ROWS
        ? feasible(how, latent, old, other, self)
        : feasible(how, latent.transpose(), old.transpose(), other.transpose(), self).transpose();
  }

  /** The same of rows. */
  @Eq("17, 20")
  static Matrix feasible(
      Projection how, Matrix latent, Matrix old, Matrix other, IntUnaryOperator self) {
    return RowWise.map(latent, new Feasible(how, RowWise.sums(old), RowWise.sums(other), self));
  }

  /** G without its negative entries. */
  static Matrix clipped(Matrix g) {
    return RowWise.map(g, (i, row) -> Arrays.setAll(row, j -> Math.max(row[j], 0)));
  }

  /**
   * θ_k without the factor that all views share: e^−(d − reference), released e^+(d − reference).
   * Normalised weights measure d in units of the reference: otherwise the view nearest to G, which
   * that view itself determined, would weigh e times more for every unit of distance, and soon
   * dominate.
   */
  @Eq("6")
  static double relativeWeight(Weighting weighting, double distance, double reference) {
    double unit = weighting == Weighting.NORMALISED && reference > 0 ? reference : 1;
    double apart = Math.max(-FARTHEST, Math.min(FARTHEST, (distance - reference) / unit));
    return StrictMath.exp(weighting == Weighting.RELEASED ? apart : -apart);
  }

  /** Σ θ_k from the sum of the relative weights; normalised weights add up to 1. */
  @Eq("6")
  static double totalWeight(Weighting weighting, double relative, double reference) {
    return switch (weighting) {
      case RELEASED -> 0.5 * StrictMath.exp(reference) * relative;
      case PRINTED -> 0.5 * StrictMath.exp(-reference) * relative;
      default -> 1;
    };
  }

  /**
   * A = (G + Gᵀ)/2 + Σ_k (U^k + U^kᵀ)/2K, symmetric; entries of G below 0 count as 0.
   *
   * @param specificSum the packed sum of U^k
   */
  static Matrix affinity(Matrix g, Matrix specificSum, int parties) {
    return Symmetric.ofPositive(g, 1.0 / parties, specificSum);
  }

  /**
   * G = (Σ θ_kC^k − β/4 Z) / Σ θ_k with z_ij = ‖f_i − f_j‖².
   *
   * @param columns the row that column j stands for
   */
  @Eq("24")
  static Matrix global(
      Matrix weighted,
      double relative,
      double total,
      double beta,
      Matrix embedding,
      int[] columns) {
    double push = beta / (4 * total);
    double[][] f = embedding.selectRows(columns).transpose().toRows(); // along rows of G
    return RowWise.map(
        weighted,
        (i, row) -> {
          for (int j = 0; j < row.length; j++) {
            row[j] /= relative;
          }
          for (int t = 0; t < f.length; t++) {
            subtractSquares(row, push, embedding.get(i, t), f[t]);
          }
        });
  }

  /** Subtracts factor · (a − b_j)² from every entry. */
  private static void subtractSquares(double[] row, double factor, double a, double[] b) {
    for (int j = 0; j < row.length; j++) {
      row[j] -= factor * (a - b[j]) * (a - b[j]);
    }
  }

  /** ‖C^k − G‖, G without its negative entries. */
  static double distance(Matrix c, Matrix g) {
    double[] squares =
        RowWise.compare(
            c,
            g,
            (row, other) -> {
              for (int j = 0; j < row.length; j++) {
                double apart = row[j] - Math.max(other[j], 0);
                row[j] = apart * apart;
              }
              return RowWise.sum(row);
            });
    return Math.sqrt(RowWise.sum(squares));
  }

  /** I − S. */
  static Matrix identityMinus(Matrix s) {
    return RowWise.map(
        s,
        (i, row) -> {
          for (int j = 0; j < row.length; j++) {
            row[j] = (i == j ? 1 : 0) - row[j];
          }
        });
  }

  /**
   * A party's part of Eq. (10): ‖X − (C + U)ᵀX‖² + λ1‖C‖² + λ2‖M ⊙ C‖² + λ3‖U‖².
   *
   * @param residual the first term
   */
  @Eq("4")
  static double localLoss(
      double residual, Consistent term, FedMsglConfig config, Matrix c, Matrix u) {
    return residual
        + config.lambda1() * c.squaredNorm()
        + term.penalty(c)
        + config.lambda3() * u.squaredNorm();
  }
}
