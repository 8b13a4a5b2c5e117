package io.parallax.benchmarks;

import io.parallax.core.Labels;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.RowSparseRegression;
import java.util.List;
import java.util.Locale;

/**
 * min ‖XW − Y‖² + β‖W‖₂,₁ from a cold start to the same optimality residual, against FISTA with
 * restarts on the same cached Gram matrix. Best of several runs.
 */
final class SolverBenchmark {
  private static final double RESIDUAL = 1e-8;
  private static final int TIMES = 5;
  private static final int MOST_ITERATIONS = 200_000;

  private SolverBenchmark() {}

  static void run() {
    System.out.printf(
        "Row-sparse regression to a residual of 1e-8, cold start, against FISTA with restarts%n%n");
    System.out.printf(
        "%-34s %14s %14s %8s%n", "Handwritten, 2000 rows, C = 10", "FISTA", "parallax", "ratio");
    Shapes.Data data = Shapes.handwritten().load();
    Matrix y = new Labels(data.codes(), data.classes()).oneHot();
    List<String> names = List.of("fou", "fac", "kar", "pix", "zer", "mor");
    for (int k : new int[] {1, 3, 2}) {
      for (double beta : new double[] {4, 40, 400}) {
        compare(names.get(k), data.views().get(k), y, beta);
      }
    }
  }

  private static void compare(String name, Matrix x, Matrix y, double beta) {
    Features features = Features.of(x);
    Matrix gram = features.gram();
    Matrix cross = features.transposeTimes(y);
    double ours = Double.POSITIVE_INFINITY;
    double fista = Double.POSITIVE_INFINITY;
    for (int i = 0; i < TIMES; i++) {
      long began = System.nanoTime();
      new RowSparseRegression(features).solve(y, beta, null, RESIDUAL);
      ours = Math.min(ours, (System.nanoTime() - began) / 1e6);
      began = System.nanoTime();
      fista(gram, cross, beta);
      fista = Math.min(fista, (System.nanoTime() - began) / 1e6);
    }
    System.out.printf(
        Locale.ROOT,
        "%-34s %11.1f ms %11.1f ms %7.1f×%n",
        name + ", " + x.cols() + " columns, β = " + (int) beta,
        fista,
        ours,
        fista / ours);
  }

  private static Matrix fista(Matrix gram, Matrix cross, double beta) {
    double step = 1 / (2 * gram.largestEigenpairs(1).values()[0]);
    double scale = Math.max(beta, 2 * cross.rowNorms()[0]);
    for (double norm : cross.rowNorms()) {
      scale = Math.max(scale, 2 * norm);
    }
    Matrix w = Matrix.zeros(cross.rows(), cross.cols());
    Matrix ahead = w;
    double t = 1;
    for (int i = 0; i < MOST_ITERATIONS; i++) {
      Matrix next = shrink(descend(ahead, gram, cross, step), step * beta);
      if (ahead.minus(next).dot(next.minus(w)) > 0) {
        t = 1; // the momentum points uphill
      }
      double later = (1 + Math.sqrt(1 + 4 * t * t)) / 2;
      ahead = next.plusScaled((t - 1) / later, next.minus(w));
      w = next;
      t = later;
      if (i % 20 == 0 && violation(w, gram, cross, beta) <= RESIDUAL * scale) {
        break;
      }
    }
    return w;
  }

  private static Matrix descend(Matrix w, Matrix gram, Matrix cross, double step) {
    return w.plusScaled(-2 * step, gram.times(w).minus(cross));
  }

  private static Matrix shrink(Matrix w, double by) {
    double[] norms = w.rowNorms();
    return Matrix.fill(
        w.rows(), w.cols(), (i, j) -> norms[i] <= by ? 0 : w.get(i, j) * (1 - by / norms[i]));
  }

  private static double violation(Matrix w, Matrix gram, Matrix cross, double beta) {
    Matrix slope = gram.times(w).minus(cross).scale(2);
    double[] norms = w.rowNorms();
    double[] zero = slope.rowNorms();
    double[] active =
        Matrix.fill(
                w.rows(),
                w.cols(),
                (i, j) -> slope.get(i, j) + (norms[i] == 0 ? 0 : beta * w.get(i, j) / norms[i]))
            .rowNorms();
    double most = 0;
    for (int i = 0; i < norms.length; i++) {
      most = Math.max(most, norms[i] == 0 ? zero[i] - beta : active[i]);
    }
    return most;
  }
}
