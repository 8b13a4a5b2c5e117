package io.parallax.eval;

import io.parallax.math.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Distances of rows over several views. Each view counts alike, however many columns it has: its
 * squared distances are divided by the rows' mean squared distance from their mean.
 */
public final class RowDistances {
  private final List<Matrix> views;
  private final double[] spreads;
  private final int rows;
  private Matrix whole;

  /**
   * @param views the same rows in each, scaled as they are to be compared
   */
  public RowDistances(List<Matrix> views) {
    if (views.isEmpty() || views.stream().mapToInt(Matrix::rows).distinct().count() > 1) {
      throw new IllegalArgumentException(
          views.size() + " views to compare rows in; give at least one, all of the same rows");
    }
    this.views = List.copyOf(views);
    this.rows = views.get(0).rows();
    this.spreads = views.stream().mapToDouble(RowDistances::spread).toArray();
  }

  /** Returns the number of rows. */
  public int rows() {
    return rows;
  }

  /** Returns the distances among some rows; those among all rows are computed once. */
  synchronized Matrix among(int[] some) {
    if (some.length < rows) {
      return of(views.stream().map(view -> view.selectRows(some)).toList());
    }
    whole = whole == null ? of(views) : whole;
    return whole;
  }

  private Matrix of(List<Matrix> parts) {
    int n = parts.get(0).rows();
    List<Matrix> squares = new ArrayList<>();
    for (int v = 0; v < parts.size(); v++) {
      if (spreads[v] > 0) {
        squares.add(squares(parts.get(v)).scale(1 / spreads[v]));
      }
    }
    return squares.stream()
        .reduce(Matrix::plus)
        .orElseGet(() -> Matrix.zeros(n, n))
        .map(Math::sqrt);
  }

  private static Matrix squares(Matrix x) {
    Matrix gram = x.transpose().gram();
    return Matrix.fill(
        x.rows(),
        x.rows(),
        (i, j) -> i == j ? 0 : Math.max(0, gram.get(i, i) + gram.get(j, j) - 2 * gram.get(i, j)));
  }

  /** Returns the mean squared distance of the rows from their mean. */
  private static double spread(Matrix x) {
    double[] sums = new double[x.cols()];
    double squares = 0;
    for (int i = 0; i < x.rows(); i++) {
      double[] row = x.row(i);
      for (int j = 0; j < row.length; j++) {
        sums[j] += row[j];
        squares += row[j] * row[j];
      }
    }
    double centre = Arrays.stream(sums).map(sum -> sum / x.rows()).map(m -> m * m).sum();
    double spread = squares / x.rows() - centre;
    return spread > 1e-12 * squares / x.rows() ? spread : 0; // below that, rounding
  }

  /** Returns the places of all rows. */
  int[] all() {
    return IntStream.range(0, rows).toArray();
  }
}
