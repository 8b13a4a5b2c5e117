package io.parallax.apfed;

import io.parallax.math.LeaveOneOut;
import io.parallax.math.Matrix;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * Joint scores S of the training rows, from what the active party receives in an epoch: its own h
 * and the sum G of the passive parties' gradients, which carries information about their rows. S is
 * the ridge regression of the labels on both, for each row by the others' labels; h itself was
 * learnt from all. It teaches the active party's network, which later works without G.
 */
final class Teacher {
  private static final double[] PENALTIES = {1e4, 1e3, 1e2, 10, 1, 0.1, 0.01};

  /** The smallest probability; those of a regression may be 0 or negative. */
  private static final double LEAST = 1e-3;

  private static final Matrix NOTHING = Matrix.zeros(1, 1);
  private final Matrix labels; // N × C
  private final int[] held;
  private final double power; // 1/T
  private final double[][] seen; // [h, G], N × 2D
  private Optional<Matrix> targets = Optional.empty(); // N × C

  /**
   * The state for resuming.
   *
   * @param targets a single 0 before there are any
   */
  record State(Matrix seen, Matrix targets) {
    /** The state of a party without a teacher. */
    static final State NONE = new State(NOTHING, NOTHING);
  }

  /**
   * @param labels ones and zeros, N × C
   * @param held the rows that the active party has
   * @param sent D, the length of h and of the gradients
   * @param soften T: S is raised to the power 1/T, so that a higher T makes classes more similar
   */
  Teacher(Matrix labels, int[] held, int sent, double soften) {
    this.labels = labels;
    this.held = held;
    this.power = 1 / soften;
    this.seen = new double[labels.rows()][2 * sent];
  }

  /** Records a batch's h and gradients. */
  void see(int[] rows, Matrix h, Matrix gradients) {
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(h.row(i), 0, seen[rows[i]], 0, h.cols());
      System.arraycopy(gradients.row(i), 0, seen[rows[i]], h.cols(), gradients.cols());
    }
  }

  /** Computes S, once all rows of an epoch were recorded. */
  void conclude() {
    double[] alike = new double[held.length];
    Arrays.fill(alike, 1);
    Matrix features = unit(Matrix.of(seen).selectRows(held));
    LeaveOneOut path = new LeaveOneOut(features, labels.selectRows(held), alike);
    LeaveOneOut.Fit best = path.at(PENALTIES[0]);
    for (double penalty : PENALTIES) {
      LeaveOneOut.Fit fit = path.at(penalty);
      best = fit.error() < best.error() ? fit : best;
    }
    HeldPart part = new HeldPart(new int[labels.rows()], held);
    targets = Optional.of(part.spread(probabilities(best.others()), 0));
  }

  /** Returns the soft targets of some rows; empty before the first epoch is over. */
  Optional<Matrix> targets(int[] rows) {
    return targets.map(all -> all.selectRows(rows));
  }

  /** Scales columns to a mean square of 1; h and G have very different sizes. */
  private static Matrix unit(Matrix a) {
    double[] squares = new double[a.cols()];
    for (int i = 0; i < a.rows(); i++) {
      for (int j = 0; j < squares.length; j++) {
        squares[j] += a.get(i, j) * a.get(i, j) / a.rows();
      }
    }
    return Matrix.fill(
        a.rows(), a.cols(), (i, j) -> squares[j] > 0 ? a.get(i, j) / Math.sqrt(squares[j]) : 0);
  }

  private Matrix probabilities(Matrix scores) {
    Matrix raised = scores.map(s -> Math.pow(Math.max(LEAST, s), power));
    double[] sums = new double[raised.rows()];
    Arrays.setAll(sums, i -> DoubleStream.of(raised.row(i)).sum());
    return Matrix.fill(raised.rows(), raised.cols(), (i, c) -> raised.get(i, c) / sums[i]);
  }

  State state() {
    return new State(Matrix.of(seen), targets.orElse(NOTHING));
  }

  void restore(State state) {
    for (int i = 0; i < seen.length; i++) {
      seen[i] = state.seen().row(i);
    }
    targets = Optional.of(state.targets()).filter(t -> t.rows() == labels.rows());
  }
}
