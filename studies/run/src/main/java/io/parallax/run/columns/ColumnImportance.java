package io.parallax.run.columns;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.math.Threads;
import io.parallax.trees.BoostSettings;
import io.parallax.trees.BoostedTrees;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The importance of columns for the labels: the mean size of their Shapley values in boosted trees
 * of all columns. The value of some columns is the score of each class for a row whose other
 * columns are those of a row drawn at random; a column's Shapley value is what it adds to those
 * before it, in orders drawn at random, each taken forwards and backwards.
 */
final class ColumnImportance {
  private static final int ROWS = 100;
  private static final int LEAST_ROWS = 20;
  private static final int ORDERS = 5;
  private static final int MOST_SCORED = 200_000;
  private final Matrix x;
  private final BoostedTrees trees;
  private final List<int[]> features;
  private final Rng rng;

  private ColumnImportance(Matrix x, BoostedTrees trees, List<int[]> features, Rng rng) {
    this.x = x;
    this.trees = trees;
    this.features = features;
    this.rng = rng;
  }

  /**
   * Returns the importance of each column as a share of 1; 0 of all if no column tells anything.
   *
   * @param x without missing values
   * @param features of each column: one, or one for each category
   */
  static double[] of(Matrix x, int[] labels, int classes, List<int[]> features, Rng rng) {
    BoostedTrees trees =
        BoostedTrees.fit(x, labels, classes, BoostSettings.defaults(), rng.child("trees"));
    double[] sums = new ColumnImportance(x, trees, features, rng.child("shapley")).sums();
    double all = Arrays.stream(sums).sum();
    return Arrays.stream(sums).map(sum -> all == 0 ? 0 : sum / all).toArray();
  }

  private double[] sums() {
    double[] splits = trees.splits();
    int[] used =
        IntStream.range(0, features.size())
            .filter(j -> Arrays.stream(features.get(j)).anyMatch(f -> splits[f] > 0))
            .toArray();
    double[] sums = new double[features.size()];
    if (used.length == 0) {
      return sums;
    }
    int rows = MOST_SCORED / (2 * ORDERS * (used.length + 1));
    int[] drawn = rng.child("rows").permutation(x.rows());
    int[] some =
        Arrays.copyOf(drawn, Math.min(x.rows(), Math.max(LEAST_ROWS, Math.min(ROWS, rows))));
    double[][] sizes = new double[some.length][];
    Threads.forEach(some.length, i -> sizes[i] = sizes(some[i], used));
    for (double[] size : sizes) {
      for (int k = 0; k < used.length; k++) {
        sums[used[k]] += size[k];
      }
    }
    return sums;
  }

  /** Returns the size of each used column's Shapley value for a row, the mean over the classes. */
  private double[] sizes(int row, int[] used) {
    Rng draws = rng.child("row", Integer.toString(row));
    double[][] added = new double[used.length][trees.classes()];
    for (int k = 0; k < ORDERS; k++) {
      int[] order = draws.permutation(used.length);
      double[] background = x.row(draws.below(x.rows()));
      add(x.row(row), background, used, order, added);
      add(x.row(row), background, used, backwards(order), added);
    }
    return Arrays.stream(added)
        .mapToDouble(
            classes ->
                Arrays.stream(classes).map(v -> Math.abs(v) / (2 * ORDERS)).average().orElse(0))
        .toArray();
  }

  private static int[] backwards(int[] order) {
    return IntStream.range(0, order.length).map(i -> order[order.length - 1 - i]).toArray();
  }

  /** Turns the background into the row, column by column, and adds what each changes. */
  private void add(double[] row, double[] background, int[] used, int[] order, double[][] added) {
    List<double[]> steps = new ArrayList<>(List.of(background));
    for (int k : order) {
      double[] next = steps.get(steps.size() - 1).clone();
      for (int feature : features.get(used[k])) {
        next[feature] = row[feature];
      }
      steps.add(next);
    }
    Matrix scores = trees.scores(Matrix.of(steps.toArray(double[][]::new)));
    for (int k = 0; k < order.length; k++) {
      for (int c = 0; c < scores.cols(); c++) {
        added[order[k]][c] += scores.get(k + 1, c) - scores.get(k, c);
      }
    }
  }
}
