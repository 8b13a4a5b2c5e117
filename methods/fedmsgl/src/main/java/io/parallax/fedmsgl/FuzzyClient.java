package io.parallax.fedmsgl;

import io.parallax.math.KMeans;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.math.RowWise;
import io.parallax.math.Svd;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Some people's rows in all views, for the fuzzy c-means baselines, whose clients hold different
 * people. It reveals only the results of its methods: sums over its rows, or prototypes.
 */
final class FuzzyClient {
  /** m, the fuzzifier, and q, the power of the views' weights: those of the released program. */
  private static final double FUZZIFIER = 1.1;

  static final double POWER = 2;

  private final List<Matrix> views; // n_l × d_p each
  private final double[] alpha; // this client's own weights of views, where it keeps any
  private Matrix powers; // u^m, n_l × c

  FuzzyClient(List<Matrix> views, int c) {
    this.views = views;
    powers = Matrix.zeros(views.get(0).rows(), c);
    alpha = new double[views.size()];
    Arrays.fill(alpha, 1.0 / alpha.length);
  }

  int samples() {
    return powers.rows();
  }

  /**
   * Sums over a client's rows.
   *
   * @param weighted Σ_i u_ij^m x_i of each view, c × d_p
   * @param mass Σ_i u_ij^m
   * @param costs Σ_ij u_ij^m ‖x_i − v_j‖² of each view
   */
  record Sums(List<Matrix> weighted, double[] mass, double[] costs) {}

  /** Prototypes of every view by k-means on its own rows. */
  List<Matrix> start(Rng rng) {
    int c = powers.cols();
    powers = KMeans.cluster(Matrix.stackColumns(views), c, 1, rng).membership();
    List<Matrix> zeros = views.stream().map(x -> Matrix.zeros(c, x.cols())).toList();
    return means(List.of(sums(new double[views.size()])), zeros);
  }

  /** Returns prototypes from all clients' sums; one without any near row stays where it was. */
  static List<Matrix> means(List<Sums> sums, List<Matrix> before) {
    double[] mass = new double[sums.get(0).mass().length];
    sums.forEach(one -> Arrays.setAll(mass, j -> mass[j] + one.mass()[j]));
    return IntStream.range(0, before.size())
        .mapToObj(
            p -> {
              Matrix total =
                  sums.stream()
                      .map(one -> one.weighted().get(p))
                      .reduce(Matrix::plus)
                      .orElseThrow();
              Matrix old = before.get(p);
              return Matrix.fill(
                  total.rows(),
                  total.cols(),
                  (j, d) -> mass[j] > 0 ? total.get(j, d) / mass[j] : old.get(j, d));
            })
        .toList();
  }

  private Sums sums(double[] costs) {
    List<Matrix> weighted = views.stream().map(powers::transposeTimes).toList();
    return new Sums(weighted, RowWise.sums(powers.transpose()), costs);
  }

  /** Memberships by these prototypes (c × d_p each) and weights, and what follows from them. */
  Sums sums(List<Matrix> prototypes, double[] weights) {
    return sums(assign(prototypes, weights));
  }

  /**
   * FedMVFPC: rotates the consensus prototypes (c × d, orthonormal rows) into each view's space,
   * assigns its rows, weights its views, and rotates its rows' sums back.
   */
  Matrix prototypes(Matrix consensus) {
    List<Matrix> turns =
        views.stream()
            .map(x -> polar(x.transposeTimes(powers).times(consensus)))
            .toList(); // W_p, d_p × d
    List<Matrix> own = turns.stream().map(consensus::timesTranspose).toList();
    double[] costs = assign(own, alpha);
    Matrix sum = Matrix.zeros(consensus.rows(), consensus.cols());
    for (int p = 0; p < alpha.length; p++) {
      Matrix back = powers.transposeTimes(views.get(p)).times(turns.get(p));
      sum = sum.plusScaled(Math.pow(alpha[p], POWER), back);
    }
    System.arraycopy(shares(costs), 0, alpha, 0, alpha.length);
    return polar(sum);
  }

  /** α_p in proportion to cost^1/(1−q): it minimises Σ α_p^q cost_p with Σ α_p = 1. */
  static double[] shares(double[] costs) {
    double[] shares =
        Arrays.stream(costs)
            .map(cost -> Math.pow(Math.max(cost, Double.MIN_NORMAL), 1 / (1 - POWER)))
            .toArray();
    double total = RowWise.sum(shares);
    return Arrays.stream(shares).map(share -> share / total).toArray();
  }

  /** The cluster in which every row is most. */
  int[] clusters() {
    return powers.argmaxRows();
  }

  /** New memberships, and each view's cost by them. */
  private double[] assign(List<Matrix> prototypes, double[] weights) {
    List<Matrix> distances =
        IntStream.range(0, views.size())
            .mapToObj(p -> distances(views.get(p), prototypes.get(p)))
            .toList();
    Matrix joint = Matrix.zeros(samples(), powers.cols());
    for (int p = 0; p < weights.length; p++) {
      joint = joint.plusScaled(Math.pow(weights[p], POWER), distances.get(p));
    }
    powers = RowWise.map(joint, (i, row) -> toPowers(row));
    return distances.stream().mapToDouble(powers::dot).toArray();
  }

  /** From distances h_j to u_j^m, u_j in proportion to h_j^−1/(m−1). */
  private static void toPowers(double[] row) {
    double least = Math.max(Arrays.stream(row).min().orElseThrow(), Double.MIN_NORMAL);
    Arrays.setAll(
        row, j -> Math.pow(Math.max(row[j], Double.MIN_NORMAL) / least, -1 / (FUZZIFIER - 1)));
    double total = RowWise.sum(row);
    Arrays.setAll(row, j -> Math.pow(row[j] / total, FUZZIFIER));
  }

  /** ‖x_i − v_j‖², n_l × c. */
  private static Matrix distances(Matrix x, Matrix v) {
    double[] own = x.rowNorms();
    double[] theirs = v.rowNorms();
    return RowWise.map(
        x.timesTranspose(v),
        (i, row) ->
            Arrays.setAll(
                row, j -> Math.max(0, own[i] * own[i] + theirs[j] * theirs[j] - 2 * row[j])));
  }

  /** The nearest matrix with orthonormal columns, or rows where it is wide. */
  private static Matrix polar(Matrix a) {
    Svd svd = a.thinSvd();
    return svd.u().timesTranspose(svd.v());
  }
}
