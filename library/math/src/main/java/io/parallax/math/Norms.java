package io.parallax.math;

/** Reductions over entries and rows, each in one pass. */
final class Norms {
  private Norms() {}

  static double[] ofRows(Matrix a) {
    double[] norms = new double[a.rows()];
    for (int i = 0; i < norms.length; i++) {
      norms[i] = ofRow(a.array(), i * a.cols(), a.cols());
    }
    return norms;
  }

  static double ofRow(double[] data, int at, int length) {
    return Math.sqrt(HeapRows.dot(data, at, data, at, length));
  }

  /** ‖a − b‖² over a stretch, in four interleaved sums. */
  static double squaredDistance(double[] a, double[] b, int from, int to) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int i = from;
    for (; i + 3 < to; i += 4) {
      double d0 = a[i] - b[i];
      double d1 = a[i + 1] - b[i + 1];
      double d2 = a[i + 2] - b[i + 2];
      double d3 = a[i + 3] - b[i + 3];
      s0 += d0 * d0;
      s1 += d1 * d1;
      s2 += d2 * d2;
      s3 += d3 * d3;
    }
    for (; i < to; i++) {
      s0 += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return (s0 + s1) + (s2 + s3);
  }

  /** Counts the entries of a range that are infinite or NaN. */
  static int notFinite(double[] a, int from, int to) {
    int count = 0;
    for (int i = from; i < to; i++) {
      count += Math.abs(a[i]) <= Double.MAX_VALUE ? 0 : 1;
    }
    return count;
  }

  static double maxAbs(double[] a) {
    double largest = 0;
    for (double x : a) {
      largest = Math.max(largest, Math.abs(x));
    }
    return largest;
  }

  static double maxAbsDifference(double[] a, double[] b) {
    double largest = 0;
    for (int i = 0; i < a.length; i++) {
      largest = Math.max(largest, Math.abs(a[i] - b[i]));
    }
    return largest;
  }

  static int[] argmaxRows(Matrix a) {
    int[] best = new int[a.rows()];
    for (int i = 0; i < best.length; i++) {
      int start = i * a.cols();
      for (int j = 1; j < a.cols(); j++) {
        if (a.array()[start + j] > a.array()[start + best[i]]) {
          best[i] = j;
        }
      }
    }
    return best;
  }
}
