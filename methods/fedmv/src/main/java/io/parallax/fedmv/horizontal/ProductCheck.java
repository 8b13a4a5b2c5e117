package io.parallax.fedmv.horizontal;

import io.parallax.core.BadInput;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Roster;
import io.parallax.core.Sum;
import io.parallax.fedmv.horizontal.HFedMvMessages.Products;
import io.parallax.math.Matrix;

/**
 * Rejects products that no rows can have. With one label per row, XᵀX − XᵀY(XᵀY)ᵀ/N has no
 * direction below 0: in each class the rows' squares are at least those of their mean. A party that
 * negates its products, or claims many more rows in one of them than in the other, violates this.
 */
public final class ProductCheck {
  /** The reason why a median cannot be used. */
  public static final String NO_MEDIAN =
      "H-FedMV in mode exact, which solves for products of rows, and the median of each number is not a product of any rows";

  /** Advice on the aggregations that can be used instead. */
  public static final String SUMS =
      "'aggregation: masked' or 'plain', which refuse products that no rows can have";

  private static final double ROUNDING = 1e-8;

  private ProductCheck() {}

  static Products require(Sum<Products> sum, Roster roster) {
    Products found = sum.total();
    if (!sum.exact()) {
      throw new BadInput(NO_MEDIAN + "; use 'mode: paper', or " + SUMS);
    }
    if (found.samples() != roster.samples()) {
      throw impossible();
    }
    requireOfRows(found.gram(), found.cross(), found.samples());
    return found;
  }

  /** Rejects products that no rows can have, which may be weighted, with so much weight in all. */
  static void requireOfRows(Matrix gram, Matrix cross, double rows) {
    if (!(rows > 0) || !ofRows(gram, cross, rows)) {
      throw impossible();
    }
  }

  private static ProtocolViolation impossible() {
    return new ProtocolViolation(
        "no rows can have the products that the parties sent in sum; one of them sent wrong numbers, so nothing was learnt from them");
  }

  private static boolean ofRows(Matrix gram, Matrix cross, double rows) {
    Matrix rest = gram.plusScaled(-1.0 / rows, cross.timesTranspose(cross));
    double size = Math.max(gram.maxAbs(), Double.MIN_NORMAL);
    Matrix slack = Matrix.identity(rest.rows()).scale(ROUNDING * rest.rows() * size);
    try {
      rest.plus(slack).cholesky();
      return true;
    } catch (IllegalArgumentException indefinite) {
      return false;
    }
  }
}
