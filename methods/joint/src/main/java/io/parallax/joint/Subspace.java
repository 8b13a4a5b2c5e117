package io.parallax.joint;

import io.parallax.joint.JointMessages.Direction;
import io.parallax.joint.JointMessages.Step;
import io.parallax.math.Eigen;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.SoftmaxLoss;
import io.parallax.math.SoftmaxRegression;
import java.util.ArrayList;
import java.util.List;

/**
 * The points spanned by the directions revealed so far: S = Σ_j T_j A_j + 1bᵀ with T_j = Σ_k X_k
 * H_kj (N × C) known to the coordinator and A_j (C × C) free. The best of them, loss and penalty
 * together, is a small logistic regression on the columns of all T_j: it needs no further message.
 */
final class Subspace {
  private static final int MOST_ITERATIONS = 60;

  /**
   * The share of the slope at a round's start that may remain: the remainder is in the space of the
   * next round, too, and a smaller share would hardly save a round.
   */
  private static final double INNER = 0.01;

  private static final double MOST_GAIN = 1e15;
  private static final int CAREFUL_ROUNDS = 3;
  private static final double FLATTEST = 1e-9;

  /** The factor by which a direction's next image is expected to be smaller than the last. */
  private static final double SMALLER = 2;

  /**
   * Regularises the combination in directions that neither loss nor penalty determine: columns of
   * an image add up to 0, so that one direction in each is free.
   */
  private static final double PROXIMAL = 1e-8;

  /** The intercept of a class that no training row has: its probability is about 0. */
  private static final double ABSENT = -50;

  private final SoftmaxLoss loss;
  private final boolean intercept;
  private final boolean sparse;
  private final int remembered;
  private final int classes;
  private final Matrix ones; // N × 1
  private final List<Matrix> images = new ArrayList<>(); // T_j, oldest first
  private Matrix mix; // M × C: all A_j, one below the other
  private Matrix b; // 1 × C
  private Matrix s; // N × C
  private SoftmaxLoss.Point point; // the loss at S
  private final double start; // the loss without columns
  private double truth = Double.POSITIVE_INFINITY; // the objective when last asked, if it was
  private double gain;
  private int careful;
  private boolean renewed;

  Subspace(SoftmaxLoss loss, boolean intercept, boolean sparse, int remembered) {
    this.sparse = sparse;
    this.loss = loss;
    this.intercept = intercept;
    this.remembered = remembered;
    this.classes = loss.y().cols();
    this.ones = Matrix.fill(loss.y().rows(), 1, (i, j) -> 1);
    this.mix = Matrix.zeros(remembered * classes, classes);
    this.b = intercept ? priors() : Matrix.zeros(1, classes);
    moveTo(ones.times(b));
    this.start = point.value();
    this.gain = 1 / Math.max(rms(point.residual()), 1 / MOST_GAIN);
  }

  /** ln of each class's share. */
  private Matrix priors() {
    Matrix totals = ones.transposeTimes(loss.y());
    double all = totals.times(Matrix.fill(classes, 1, (i, j) -> 1)).get(0, 0);
    return Matrix.fill(
        1, classes, (i, c) -> loss.present(c) ? Math.log(totals.get(0, c) / all) : ABSENT);
  }

  private void moveTo(Matrix scores) {
    s = scores;
    point = loss.at(scores);
  }

  private static double rms(Matrix a) {
    return a.norm() / Math.sqrt((double) a.rows() * a.cols());
  }

  private double curvature() {
    return Math.max(FLATTEST, loss.curvature(point.residual()));
  }

  /** Returns the parties' inputs for finding one more direction. */
  Step ask() {
    renewed = sparse && images.size() == remembered;
    return new Step(point.residual(), curvature(), gain, mix, careful > 0, renewed);
  }

  /**
   * Adds a direction and moves to the best point.
   *
   * @return the achieved or expected change of the objective, relative to its value without
   *     columns; 1 in the first round, when it is not known
   */
  double take(Direction told) {
    Matrix present = admit(told.image());
    if (renewed) {
      moveTo(columns().times(present));
    }
    double before = point.value() + told.penalty();
    double moved = Double.isInfinite(truth) ? start : Math.abs(truth - before);
    watch(before);
    int q = present.rows();
    Matrix quadratic = within(told.quadratic(), q, q).scale(ones.rows());
    Matrix linear = within(told.linear(), q, classes).scale(ones.rows());
    double proximal = PROXIMAL * curvature() * ones.rows();
    SoftmaxRegression.Solution best =
        new SoftmaxRegression(columns(), loss)
            .minimise(
                convex(quadratic, proximal),
                linear.plusScaled(-proximal, present),
                present,
                MOST_ITERATIONS,
                INNER);
    adopt(best);
    double rise = model(quadratic, linear, best.w()) - model(quadratic, linear, present);
    double after = point.value() + told.penalty() + rise;
    if (!renewed) {
      gain = Math.min(MOST_GAIN, SMALLER * gain / Math.max(rms(told.image()), 1 / MOST_GAIN));
    }
    return Math.max(moved, Math.abs(before - after)) / Math.max(start, Double.MIN_NORMAL);
  }

  /** Detects that the penalty's model promised a decrease that did not occur. */
  private void watch(double now) {
    careful = now > truth * (1 + 1e-12) ? CAREFUL_ROUNDS : Math.max(0, careful - 1);
    truth = now;
  }

  /**
   * Stores another image; if there are enough, the image of W replaces the two oldest.
   *
   * @return the combination, and the intercept below it, of the current point
   */
  private Matrix admit(Matrix image) {
    boolean full = images.size() == remembered;
    if (renewed) {
      images.clear();
    } else if (full) {
      images.remove(0);
      images.set(0, s.minus(ones.times(b)));
    }
    images.add(image);
    Matrix old = full ? Matrix.identity(classes) : mix;
    int used = images.size() * classes;
    int known = renewed ? used : used - classes;
    return Matrix.fill(
        used + (intercept ? 1 : 0),
        classes,
        (i, c) -> i == used ? b.get(0, c) : i < Math.min(known, old.rows()) ? old.get(i, c) : 0);
  }

  /** Returns a message's numbers, padded with zeros for the intercept. */
  private Matrix within(Matrix told, int rows, int cols) {
    int used = images.size() * classes;
    return Matrix.fill(
        rows, cols, (i, j) -> i < used && (j < used || cols == classes) ? told.get(i, j) : 0);
  }

  /** All T_j side by side, and a column of ones for the intercept. */
  private Features columns() {
    List<Matrix> all = new ArrayList<>(images);
    if (intercept) {
      all.add(ones);
    }
    return Features.of(Matrix.stackColumns(all));
  }

  private void adopt(SoftmaxRegression.Solution best) {
    Matrix found = best.w();
    int used = images.size() * classes;
    mix = Matrix.fill(mix.rows(), classes, (i, c) -> i < used ? found.get(i, c) : 0);
    if (intercept) {
      b = Matrix.fill(1, classes, (i, c) -> loss.present(c) ? found.get(used, c) : ABSENT);
    }
    s = best.scores();
    point = best.loss();
  }

  /**
   * Removes the small negative eigenvalues that rounding makes, and keeps the others above a small
   * bound.
   */
  private static Matrix convex(Matrix a, double least) {
    Matrix symmetric = a.plus(a.transpose()).scale(0.5);
    Eigen eigen = symmetric.smallestEigenpairs(a.rows());
    Matrix v = eigen.vectors();
    Matrix scaled =
        Matrix.fill(
            v.rows(), v.cols(), (i, j) -> v.get(i, j) * (Math.max(0, eigen.values()[j]) + least));
    return scaled.timesTranspose(v);
  }

  private static double model(Matrix quadratic, Matrix linear, Matrix a) {
    return 0.5 * a.dot(quadratic.times(a)) + a.dot(linear);
  }

  Matrix mix() {
    return mix;
  }

  Matrix intercept() {
    return b;
  }

  /** S with the intercept. */
  Matrix scores() {
    return s;
  }

  double loss() {
    return point.value();
  }

  /** Loss and penalty at the point for which a direction was last asked. */
  double value() {
    return truth;
  }
}
