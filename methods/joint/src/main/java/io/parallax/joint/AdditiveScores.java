package io.parallax.joint;

import io.parallax.core.Roster;
import io.parallax.math.Matrix;
import io.parallax.math.RowWise;
import io.parallax.math.SoftmaxLoss;
import io.parallax.trees.HeldOut;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The scores of all training rows, S = 1bᵀ + Σ_t a_t T_t, with T_t the sum of what all learners
 * added in round t. Some rows are held out from training: the step a_t is the best for them, and
 * the model is that of the round with their lowest loss. If no row can be spared for this, all
 * training rows are used instead.
 */
final class AdditiveScores {
  /** The number of rounds without a gain after which training has converged. */
  static final int PATIENCE = 3;

  /** The score of a class that no training row has: its probability is about 0. */
  private static final double ABSENT = -50;

  private static final int HALVINGS = 30;

  private final Matrix toTeach;
  private final int[] judges;
  private final SoftmaxLoss judging;
  private final double weight; // of all rows that judge
  private final double shortest; // step
  private final Matrix intercept;
  private final List<Double> steps = new ArrayList<>();
  private final List<Double> least = new ArrayList<>(); // loss so far, from before the first round
  private Matrix scores;
  private double loss;
  private Matrix bestScores;
  private int best; // rounds

  /**
   * @param y classes, N × C, times the weights of rows
   * @param share of rows that judge
   */
  AdditiveScores(Matrix y, double share, Roster roster) {
    HeldOut parts = HeldOut.draw(y.argmaxRows(), share, roster.rng("study", "judges"));
    int[] all = IntStream.range(0, y.rows()).toArray();
    this.judges = parts.isEmpty() ? all : parts.judging();
    this.toTeach = parts.isEmpty() ? y : without(y, judges);
    this.judging = new SoftmaxLoss(y.selectRows(judges));
    this.weight = RowWise.sum(RowWise.sums(judging.y()));
    this.shortest = 1.0 / roster.ids().size();
    this.intercept = logShares(y);
    this.scores = Matrix.fill(y.rows(), y.cols(), (i, c) -> intercept.get(0, c));
    this.bestScores = scores;
    this.loss = judged(scores);
    least.add(loss);
  }

  private static Matrix without(Matrix y, int[] rows) {
    boolean[] out = new boolean[y.rows()];
    Arrays.stream(rows).forEach(i -> out[i] = true);
    return Matrix.fill(y.rows(), y.cols(), (i, c) -> out[i] ? 0 : y.get(i, c));
  }

  private static Matrix logShares(Matrix y) {
    double[] weights = RowWise.sums(y.transpose());
    double all = RowWise.sum(weights);
    return Matrix.fill(1, y.cols(), (i, c) -> weights[c] > 0 ? Math.log(weights[c] / all) : ABSENT);
  }

  /** Returns Y, 0 in held-out rows. */
  Matrix toTeach() {
    return toTeach;
  }

  Matrix scores() {
    return scores;
  }

  /** b, 1 × C. */
  Matrix intercept() {
    return intercept;
  }

  /**
   * Adds a sum times its step. The loss is convex, so with the step 1/K, the mean over K parties,
   * it falls by at least the mean of the decreases that each party's part alone would give; the
   * largest step is 1.
   */
  void add(Matrix sum) {
    double step = step(scores.selectRows(judges), sum.selectRows(judges));
    steps.add(step);
    scores = scores.plusScaled(step, sum);
    loss = judged(scores);
    if (loss < leastLoss()) {
      best = steps.size();
      bestScores = scores;
    }
    least.add(Math.min(loss, leastLoss()));
  }

  /** Returns the step from 1/K to 1 with the lowest loss of the held-out rows. */
  private double step(Matrix from, Matrix along) {
    double low = shortest;
    double high = 1;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      boolean falling = judging.at(from.plusScaled(middle, along)).residual().dot(along) > 0;
      low = falling ? middle : low;
      high = falling ? high : middle;
    }
    return high;
  }

  private double judged(Matrix all) {
    return weight > 0 ? judging.at(all.selectRows(judges)).value() / weight : 0;
  }

  /** Returns the mean loss of the held-out rows. */
  double loss() {
    return loss;
  }

  /** Returns the lowest loss so far. */
  double leastLoss() {
    return least.get(least.size() - 1);
  }

  /**
   * Returns the relative decrease of the lowest loss within the last rounds; 1 while these are too
   * few.
   */
  double gain() {
    int rounds = steps.size();
    double before = least.get(Math.max(0, rounds - PATIENCE));
    return rounds < PATIENCE ? 1 : before > 0 ? (before - leastLoss()) / before : 0;
  }

  /** Returns the scores after the best round. */
  Matrix bestScores() {
    return bestScores;
  }

  /** Returns the steps up to the best round, then 0. */
  Matrix steps(int most) {
    return Matrix.fill(1, most, (i, t) -> t < best ? steps.get(t) : 0);
  }
}
