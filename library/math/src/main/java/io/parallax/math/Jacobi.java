package io.parallax.math;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Eigenvalues and singular values by plane rotations: slower than reduction to tridiagonal form,
 * yet short and accurate to the last digits, small singular values included.
 */
final class Jacobi {
  private static final int MOST_SWEEPS = 60;
  private static final double NEGLIGIBLE = 1e-15;

  private Jacobi() {}

  static Eigen eigen(int n, double[] symmetric, int from, int to) {
    double[] a = symmetric.clone();
    double[] vectors = Matrix.identity(n).toArray();
    double scale = Norms.maxAbs(a);
    boolean rotated = true;
    for (int sweep = 0; sweep < MOST_SWEEPS && rotated; sweep++) {
      rotated = false;
      for (int p = 0; p < n; p++) {
        for (int q = p + 1; q < n; q++) {
          if (Math.abs(a[p * n + q]) > NEGLIGIBLE * 1e-2 * scale) {
            rotated = true;
            double t = tangent(a[p * n + p], a[q * n + q], a[p * n + q]);
            rotateRows(a, p, q, n, t);
            rotateColumns(a, p, q, n, t);
            rotateRows(vectors, p, q, n, t);
          }
        }
      }
    }
    double[] values = new double[n];
    Arrays.setAll(values, i -> a[i * n + i]);
    int[] order = Arrays.copyOfRange(ascending(values), from, to);
    Matrix chosen = Matrix.wrap(n, n, vectors).selectRows(order);
    return new Eigen(select(values, order), chosen.transpose());
  }

  /** One-sided rotations of the columns (kept as rows) until all are orthogonal; needs m ≥ n. */
  static Svd svd(int m, int n, double[] a) {
    double[] u = Selections.transpose(m, n, a);
    double[] v = Matrix.identity(n).toArray();
    boolean rotated = true;
    for (int sweep = 0; sweep < MOST_SWEEPS && rotated; sweep++) {
      rotated = false;
      for (int p = 0; p < n; p++) {
        for (int q = p + 1; q < n; q++) {
          double pp = HeapRows.dot(u, p * m, u, p * m, m);
          double qq = HeapRows.dot(u, q * m, u, q * m, m);
          double pq = HeapRows.dot(u, p * m, u, q * m, m);
          if (Math.abs(pq) > NEGLIGIBLE * Math.sqrt(pp * qq) && pq != 0) {
            rotated = true;
            double t = tangent(pp, qq, pq);
            rotateRows(u, p, q, m, t);
            rotateRows(v, p, q, n, t);
          }
        }
      }
    }
    double[] s = Norms.ofRows(Matrix.wrap(n, m, u));
    int[] order = descending(s);
    double[] values = select(s, order);
    double[] left = Matrix.wrap(n, m, u).selectRows(order).toArray();
    normalise(left, values, m);
    Matrix right = Matrix.wrap(n, n, v).selectRows(order).transpose();
    return new Svd(Matrix.wrap(n, m, left).transpose(), values, right);
  }

  /** Unit rows; rows whose value is lost to rounding become any orthogonal unit vectors. */
  private static void normalise(double[] rows, double[] values, int m) {
    for (int j = 0; j < values.length; j++) {
      if (values[j] > 1e-14 * values[0]) {
        JavaKernels.divide(rows, j * m, m, values[j]);
      } else {
        GramSchmidt.complete(rows, j, m);
      }
    }
  }

  /** The tangent of the smaller angle that makes the off-diagonal entry pq vanish. */
  private static double tangent(double pp, double qq, double pq) {
    double theta = (qq - pp) / (2 * pq);
    return Math.copySign(1, theta) / (Math.abs(theta) + Math.hypot(1, theta));
  }

  private static void rotateRows(double[] a, int p, int q, int length, double t) {
    double c = 1 / Math.sqrt(1 + t * t);
    double s = t * c;
    for (int k = 0; k < length; k++) {
      double x = a[p * length + k];
      double y = a[q * length + k];
      a[p * length + k] = c * x - s * y;
      a[q * length + k] = s * x + c * y;
    }
  }

  private static void rotateColumns(double[] a, int p, int q, int n, double t) {
    double c = 1 / Math.sqrt(1 + t * t);
    double s = t * c;
    for (int k = 0; k < n; k++) {
      double x = a[k * n + p];
      double y = a[k * n + q];
      a[k * n + p] = c * x - s * y;
      a[k * n + q] = s * x + c * y;
    }
  }

  private static int[] ascending(double[] values) {
    return order(values, Comparator.comparingDouble(i -> values[i]));
  }

  private static int[] descending(double[] values) {
    return order(values, Comparator.comparingDouble(i -> -values[i]));
  }

  private static int[] order(double[] values, Comparator<Integer> comparator) {
    Integer[] order = new Integer[values.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, comparator);
    return Arrays.stream(order).mapToInt(Integer::intValue).toArray();
  }

  private static double[] select(double[] values, int[] order) {
    return Arrays.stream(order).mapToDouble(i -> values[i]).toArray();
  }
}
