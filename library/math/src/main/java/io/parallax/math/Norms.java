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

  static double squaredDistance(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      double difference = a[i] - b[i];
      sum += difference * difference;
    }
    return sum;
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
