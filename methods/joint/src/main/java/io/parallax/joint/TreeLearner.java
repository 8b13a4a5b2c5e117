package io.parallax.joint;

import io.parallax.core.View;
import io.parallax.math.Matrix;
import io.parallax.math.RowWise;
import io.parallax.math.SoftmaxLoss;
import io.parallax.trees.AdditiveTrees;
import io.parallax.trees.Binned;
import io.parallax.trees.Bins;
import io.parallax.trees.TreeGrower;
import io.parallax.trees.TreeSettings;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Boosted trees on a party's own columns. In every round some trees for each class are grown one
 * after the other, each on the residual of the scores so far and of this party's trees of the
 * round. With two classes there is one tree for both: what it adds to one class it subtracts from
 * the other.
 */
final class TreeLearner implements Learner {
  private static final TreeSettings USUAL = TreeSettings.defaults();

  private final int each; // trees for a class and round
  private final TreeSettings settings;
  private final int classes;
  private final View view;
  private Optional<Rows> rows = Optional.empty();
  private AdditiveTrees grown; // a constant 0, then the trees of every round

  /**
   * The rows that trees grow on.
   *
   * @param all training rows, including held-out ones
   * @param used the rows used for training
   * @param weights their weights
   */
  private record Rows(
      Binned all, int[] used, double[] weights, SoftmaxLoss loss, TreeGrower grower) {}

  TreeLearner(JointConfig config, View view, int classes) {
    this.each = config.trees();
    this.settings =
        new TreeSettings(
            config.leaves(), USUAL.depth(), USUAL.minimumRows(), USUAL.l2(), config.shrinkage());
    this.classes = classes;
    this.view = view;
    this.grown =
        AdditiveTrees.constant(new double[classes == 2 ? 1 : classes], view.features().size());
  }

  @Override
  public void teach(Matrix y) {
    double[] weights = RowWise.sums(y);
    int[] used = IntStream.range(0, y.rows()).filter(i -> weights[i] > 0).toArray();
    Matrix cells = view.features().toMatrix();
    Bins bins = Bins.of(cells);
    rows =
        Optional.of(
            new Rows(
                bins.bin(cells),
                used,
                IntStream.of(used).mapToDouble(i -> weights[i]).toArray(),
                new SoftmaxLoss(y.selectRows(used)),
                new TreeGrower(bins.bin(cells.selectRows(used)), settings)));
  }

  @Override
  public Matrix fit(Matrix scores) {
    Rows own = rows.orElseThrow();
    Matrix added = Matrix.zeros(scores.rows(), classes);
    for (int tree = 0; tree < each; tree++) {
      AdditiveTrees next = grow(own, scores.plus(added).selectRows(own.used()));
      added = added.plus(byClass(next.predict(own.all())));
      grown = grown.plus(next);
    }
    return added;
  }

  /** A tree for every output, by the first and second derivatives of the loss. */
  private AdditiveTrees grow(Rows own, Matrix scores) {
    Matrix residual = own.loss().at(scores).residual();
    int[] outputs = IntStream.range(classes - grown.outputs(), classes).toArray();
    Matrix slopes = residual.selectColumns(outputs).scale(-1);
    Matrix bends =
        Matrix.fill(
            slopes.rows(),
            slopes.cols(),
            (i, c) -> bend(Math.abs(slopes.get(i, c)), own.weights()[i]));
    return own.grower().grow(slopes, bends);
  }

  /** w·p(1 − p), where a slope is w·p, or w(1 − p). */
  private static double bend(double slope, double weight) {
    return slope * Math.max(0, 1 - slope / weight);
  }

  /** With one output, the log odds of the second class, half of it for either class. */
  private Matrix byClass(Matrix outputs) {
    return outputs.cols() == classes
        ? outputs
        : Matrix.fill(outputs.rows(), classes, (i, c) -> (c - 0.5) * outputs.get(i, 0));
  }

  @Override
  public int rounds() {
    return (grown.rounds() - 1) / each;
  }

  @Override
  public void keep(double[] steps) {
    double[] factors = new double[grown.rounds()];
    factors[0] = 1;
    for (int t = 1; t < factors.length; t++) {
      factors[t] = steps[(t - 1) / each];
    }
    grown = grown.scaled(factors);
  }

  @Override
  public Matrix heldOut() {
    return byClass(grown.predict(view.toScore().toMatrix()));
  }

  @Override
  public Matrix numbers() {
    return grown.toMatrix();
  }

  @Override
  public void restore(Matrix numbers) {
    grown = AdditiveTrees.of(numbers);
  }

  /** The number of splits. */
  @Override
  public Optional<double[]> importance() {
    return Optional.of(grown.splits());
  }
}
