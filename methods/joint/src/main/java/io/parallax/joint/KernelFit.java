package io.parallax.joint;

import io.parallax.math.Eigen;
import io.parallax.math.LeaveOneOut;
import io.parallax.math.Matrix;
import io.parallax.math.RowWise;
import io.parallax.math.SoftmaxLoss;

/**
 * Finds a {@link KernelMachine}: ridge regression of the classes on Nyström features F = K
 * K_LL^{−1/2}. Bandwidth and penalty minimise the squared error of leave-one-out predictions;
 * probabilities are the softmax of t times the scores, with t the best for the leave-one-out
 * scores.
 */
final class KernelFit {
  private static final int START = -1; // γ times the mean squared distance, as a power of 2
  private static final int FARTHEST = 6; // from there
  private static final int[] PENALTIES = {2, 1, 0, -1, -2, -3, -4, -5, -6, -7, -8}; // of 10

  /** The share of the largest eigenvalue of K_LL below which an eigenvalue is rounding. */
  private static final double RANK = 1e-7;

  private static final double MOST_SURE = 256; // of t
  private static final int HALVINGS = 40;

  /** The intercept of a class that no training row has: its probability is about 0. */
  private static final double ABSENT = -50;

  private final Matrix distances; // N × m, squared
  private final int[] landmarks;
  private final Matrix y; // N × C, ones and zeros
  private final double[] weights;
  private final SoftmaxLoss loss;

  /**
   * @param landmarks which of the rows the landmarks are
   * @param y classes, N × C, times the weights of rows
   */
  KernelFit(Matrix distances, int[] landmarks, Matrix y) {
    this.distances = distances;
    this.landmarks = landmarks;
    this.weights = RowWise.sums(y);
    this.y = y.map(cell -> cell > 0 ? 1 : 0);
    this.loss = new SoftmaxLoss(y);
  }

  private record Candidate(double gamma, Matrix map, LeaveOneOut.Fit fit) {}

  /**
   * @param squares the landmarks' squared lengths, m × 1
   */
  KernelMachine best(Matrix squares) {
    Candidate best = bandwidth();
    double t = sureness(best.fit().others());
    Matrix intercept = best.fit().intercept().scale(t);
    return new KernelMachine(
        best.map().times(best.fit().coefficients()).scale(t),
        Matrix.fill(1, y.cols(), (i, c) -> loss.present(c) ? intercept.get(0, c) : ABSENT),
        squares,
        best.gamma());
  }

  /** Searches wider kernels from the start, or else narrower ones, as long as the error falls. */
  private Candidate bandwidth() {
    double mean = RowWise.sum(RowWise.sums(distances)) / distances.rows() / distances.cols();
    double gamma = Math.scalb(1 / (mean > 0 ? mean : 1), START);
    Candidate start = best(gamma);
    Candidate wide = walk(start, gamma, -1);
    return wide != start ? wide : walk(start, gamma, 1);
  }

  private Candidate walk(Candidate start, double gamma, int direction) {
    Candidate best = start;
    for (int step = 1; step <= FARTHEST; step++) {
      Candidate next = best(Math.scalb(gamma, direction * step));
      if (!(next.fit().error() < best.fit().error())) {
        break;
      }
      best = next;
    }
    return best;
  }

  private Candidate best(double gamma) {
    Matrix kernel = KernelMachine.kernel(distances, gamma);
    Matrix map = root(kernel.selectRows(landmarks));
    LeaveOneOut path = new LeaveOneOut(kernel.times(map), y, weights);
    LeaveOneOut.Fit best = null;
    for (int power : PENALTIES) {
      LeaveOneOut.Fit fit = path.at(Math.pow(10, power));
      best = best == null || fit.error() < best.error() ? fit : best;
    }
    return new Candidate(gamma, map, best);
  }

  /** VΛ^{−1/2} of K_LL = VΛVᵀ, without directions that are as good as 0. */
  private static Matrix root(Matrix kernel) {
    Eigen eigen = kernel.plus(kernel.transpose()).scale(0.5).largestEigenpairs(kernel.rows());
    double[] values = eigen.values();
    int rank = 1;
    while (rank < values.length && values[rank] > RANK * values[0]) {
      rank++;
    }
    return Matrix.fill(
        kernel.rows(), rank, (i, j) -> eigen.vectors().get(i, j) / Math.sqrt(values[j]));
  }

  /** The t > 0 for which the loss of t times the scores, convex in t, is least. */
  private double sureness(Matrix scores) {
    double low = 0;
    double high = MOST_SURE;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      boolean falling = loss.at(scores.scale(middle)).residual().dot(scores) > 0;
      low = falling ? middle : low;
      high = falling ? high : middle;
    }
    return high;
  }
}
