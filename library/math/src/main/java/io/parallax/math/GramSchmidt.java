package io.parallax.math;

import java.util.Arrays;

/** Orthogonal columns, stored as rows of length m. */
final class GramSchmidt {
  private GramSchmidt() {}

  /** Takes the earlier orthonormal rows out of row j; twice, which is enough for full accuracy. */
  static void orthogonalise(double[] rows, int j, int m) {
    for (int pass = 0; pass < 2; pass++) {
      for (int i = 0; i < j; i++) {
        double part = HeapRows.dot(rows, i * m, rows, j * m, m);
        HeapRows.addScaled(rows, j * m, -part, rows, i * m, m);
      }
    }
  }

  /** Sets row j to a unit vector orthogonal to the rows before it; there are fewer than m. */
  static void complete(double[] rows, int j, int m) {
    for (int axis = 0; axis < m; axis++) {
      Arrays.fill(rows, j * m, (j + 1) * m, 0);
      rows[j * m + axis] = 1;
      orthogonalise(rows, j, m);
      double norm = Norms.ofRow(rows, j * m, m);
      if (norm * norm * 2 * m > 1) {
        JavaKernels.divide(rows, j * m, m, norm);
        return;
      }
    }
    throw new IllegalArgumentException(j + " rows leave no room among " + m + " dimensions");
  }
}
