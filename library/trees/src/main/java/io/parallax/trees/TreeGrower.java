package io.parallax.trees;

import io.parallax.math.Matrix;
import io.parallax.math.Threads;

/**
 * Grows trees on the same rows again and again: one for each of C outputs at a time, each by
 * Newton's steps on the gradients and hessians of its output. Where a loss is a sum over rows,
 * these are its first and second derivatives by the rows' scores; for least squares scores −
 * targets, and ones.
 *
 * <p>The bits depend neither on the number of threads nor on the machine.
 */
public final class TreeGrower {
  private final Binned rows;
  private final TreeSettings settings;
  private final Histograms histograms;

  public TreeGrower(Binned rows, TreeSettings settings) {
    this.rows = rows;
    this.settings = settings;
    histograms = new Histograms(rows, settings);
  }

  /**
   * One tree for every column of the gradients.
   *
   * @param gradients N × C
   * @param hessians N × C, none below 0
   */
  public AdditiveTrees grow(Matrix gradients, Matrix hessians) {
    Checks.shape(gradients, rows.rows(), gradients.cols(), "gradients");
    Checks.shape(hessians, rows.rows(), gradients.cols(), "hessians");
    Checks.finite(gradients, "gradients");
    Checks.finite(hessians, "hessians");
    Checks.notNegative(hessians, "hessians");
    Tree[] trees = new Tree[gradients.cols()];
    grow(trees, gradients.toArray(), hessians.toArray());
    return AdditiveTrees.of(trees, rows.bins().columns());
  }

  /**
   * Has trees side by side or columns, never both: no more trees than threads hold histograms at
   * the same time.
   */
  private void grow(Tree[] trees, double[] gradients, double[] hessians) {
    boolean columnsSideBySide = trees.length < Threads.count();
    if (columnsSideBySide) {
      for (int c = 0; c < trees.length; c++) {
        trees[c] = grow(pairs(gradients, hessians, c, trees.length), true);
      }
    } else {
      Threads.forEach(
          trees.length, c -> trees[c] = grow(pairs(gradients, hessians, c, trees.length), false));
    }
  }

  private Tree grow(double[] pairs, boolean columnsSideBySide) {
    return new Growth(rows, histograms, settings, pairs, columnsSideBySide).grow();
  }

  private static double[] pairs(double[] gradients, double[] hessians, int c, int outputs) {
    double[] pairs = new double[2 * (gradients.length / outputs)];
    for (int p = 0, at = c; at < gradients.length; p += 2, at += outputs) {
      pairs[p] = gradients[at];
      pairs[p + 1] = hessians[at];
    }
    return pairs;
  }
}
