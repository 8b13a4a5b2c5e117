package io.parallax.trees;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;

/**
 * A classifier: gradient boosting of the log loss with trees on binned columns, one tree for each
 * class and round; with two classes one tree a round.
 *
 * <p>One seed gives the same bits on any machine with any number of threads.
 */
public final class BoostedTrees {
  private final AdditiveTrees trees;
  private final int classes;

  private BoostedTrees(AdditiveTrees trees, int classes) {
    this.trees = trees;
    this.classes = classes;
  }

  /**
   * Trains on all rows except those held out to decide when to stop. If these are fewer than one
   * row, all rounds are done.
   *
   * @param labels the class of every row, from 0 on; a class may have no rows
   * @param rng draws the held-out rows
   */
  public static BoostedTrees fit(
      Matrix x, int[] labels, int classes, BoostSettings settings, Rng rng) {
    Checks.labels(labels, x.rows(), classes);
    Checks.finite(x, "the training rows");
    HeldOut parts = HeldOut.draw(labels, settings.heldOut(), rng);
    Boosting boosting = new Boosting(parts.training(x, labels), classes, settings);
    AdditiveTrees trees =
        parts.isEmpty() ? boosting.allRounds() : boosting.untilWorse(parts.judging(x, labels));
    return new BoostedTrees(trees, classes);
  }

  /** The number of rounds that it was boosted for. */
  public int rounds() {
    return trees.rounds() - 1; // the first is the start
  }

  public int classes() {
    return classes;
  }

  /** Returns the number of splits by each column; predictions depend on no other column. */
  public double[] splits() {
    return trees.splits();
  }

  /** One score for every class, N × C; their softmax are the probabilities. */
  public Matrix scores(Matrix x) {
    return LogLoss.byClass(trees.predict(x), classes);
  }

  /** The probability of every class, N × C. */
  public Matrix probabilities(Matrix x) {
    return LogLoss.probabilities(scores(x));
  }

  /** The likeliest class of every row. */
  public int[] predict(Matrix x) {
    return scores(x).argmaxRows();
  }

  /** All of it as numbers. */
  public Matrix toMatrix() {
    return trees.toMatrix();
  }

  /** Reads the format of {@link #toMatrix}. */
  public static BoostedTrees of(Matrix stored) {
    AdditiveTrees trees = AdditiveTrees.of(stored);
    return new BoostedTrees(trees, Math.max(2, trees.outputs()));
  }
}
