package io.parallax.eval;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;

/** Points in the coordinates of their principal axes, longest first. */
final class PrincipalAxes {
  private static final int WIDE = 500;
  private static final int SKETCH = 60;
  private static final int PASSES = 3;

  private PrincipalAxes() {}

  /**
   * The first {@code most} coordinates, or all where there are fewer, in units of the largest
   * centred entry. Wide data is first sketched: an eigendecomposition of more than 500 columns
   * would take longer than the whole embedding.
   */
  static Matrix scores(Matrix points, int most, Rng rng) {
    Matrix centred = unit(centre(unit(points)));
    Matrix narrow = points.cols() > WIDE ? centred.times(sketch(centred, rng)) : centred;
    int kept = Math.min(most, narrow.cols());
    return narrow.times(narrow.gram().largestEigenpairs(kept).vectors());
  }

  /** Entries up to one, so that no square overflows. */
  private static Matrix unit(Matrix x) {
    double largest = x.maxAbs();
    return largest == 0 ? x : x.map(v -> v / largest);
  }

  private static Matrix centre(Matrix x) {
    Matrix ones = Matrix.fill(x.rows(), 1, (i, j) -> 1);
    double[] mean = x.transposeTimes(ones).scale(1.0 / x.rows()).toArray();
    return Matrix.fill(x.rows(), x.cols(), (i, j) -> x.get(i, j) - mean[j]);
  }

  /**
   * Orthonormal columns that nearly span the longest axes, by subspace iteration. The left factor
   * of an SVD, unlike that of QR, is orthonormal even when the data has fewer axes than asked for.
   */
  private static Matrix sketch(Matrix x, Rng rng) {
    Matrix basis = Matrix.gaussian(x.cols(), SKETCH, rng);
    for (int pass = 0; pass < PASSES; pass++) {
      basis = x.transposeTimes(x.times(basis)).thinSvd().u();
    }
    return basis;
  }
}
