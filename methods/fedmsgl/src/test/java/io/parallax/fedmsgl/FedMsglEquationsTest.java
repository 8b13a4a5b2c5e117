package io.parallax.fedmsgl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.fedmsgl.FedMsglConfig.Hyperedges;
import io.parallax.fedmsgl.FedMsglConfig.Manifold;
import io.parallax.fedmsgl.FedMsglConfig.Projection;
import io.parallax.fedmsgl.FedMsglConfig.Weighting;
import io.parallax.math.Eigen;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.math.RowWise;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FedMsglEquationsTest {
  private static final int N = 14;
  private final Rng rng = Rng.of(7);
  private final Matrix x = Matrix.gaussian(N, 5, rng);
  private final Matrix u = Matrix.fill(N, N, (i, j) -> rng.uniform() / N);
  private final Matrix g = Matrix.gaussian(N, N, rng);
  private final FedMsglConfig config =
      FedMsglConfig.DEFAULTS.edit().weights(0.7, 900, 0.3, 0.5).done();

  /** Perturbs the result: the objective must not fall. */
  private void lowest(Matrix at, ToDoubleFunction<Matrix> objective) {
    double lowest = objective.applyAsDouble(at);
    for (int trial = 0; trial < 30; trial++) {
      Matrix step = Matrix.gaussian(at.rows(), at.cols(), rng).scale(1e-3);
      assertThat(objective.applyAsDouble(at.plus(step))).isGreaterThan(lowest);
    }
  }

  private double fit(Matrix c, double gamma) {
    Matrix m = FedMsglEquations.manifold(x);
    Matrix mc = Matrix.fill(N, N, (i, j) -> m.get(i, j) * c.get(i, j));
    Matrix rest = FedMsglEquations.identityMinus(c.plus(u));
    return x.transposeTimes(rest).squaredNorm()
        + config.lambda1() * c.squaredNorm()
        + config.lambda2() * mc.squaredNorm()
        + gamma * c.squaredDistance(g);
  }

  @ParameterizedTest
  @CsvSource({"0, EXACT", "2.5, EXACT"})
  void equation13HasNoBetterC(double gamma, Manifold manifold) {
    SelfExpression k = SelfExpression.of(x);
    Consistent term = new Consistent(x, k, manifold, config);
    lowest(term.latent(k.rest(u), gamma, g), c -> fit(c, gamma));
  }

  @Test
  void equation13SolvesEveryColumnsOwnSystem() {
    SelfExpression k = SelfExpression.of(x);
    Matrix c = new Consistent(x, k, Manifold.EXACT, config).latent(k.rest(u));
    Matrix gram = x.timesTranspose(x);
    Matrix right = gram.times(FedMsglEquations.identityMinus(u));
    Matrix m = FedMsglEquations.manifold(x);
    for (int j = 0; j < N; j++) {
      int column = j;
      Matrix system =
          Matrix.fill(
              N,
              N,
              (a, b) ->
                  gram.get(a, b)
                      + (a == b ? config.lambda1() + 900 * Math.pow(m.get(a, column), 2) : 0));
      Matrix own = system.cholesky().solve(right.selectColumns(new int[] {j}));
      assertThat(own.maxAbsDifference(c.selectColumns(new int[] {j}))).isLessThan(1e-10);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Manifold.class,
      names = {"PRINTED", "RANK1", "DROPPED"})
  void equation13SolvesTheSystemItSays(Manifold manifold) {
    SelfExpression k = SelfExpression.of(x);
    Matrix c = new Consistent(x, k, manifold, config).latent(k.rest(u));
    Matrix gram = x.timesTranspose(x);
    Matrix m = FedMsglEquations.manifold(x);
    Matrix square = m.times(m);
    Matrix system =
        Matrix.fill(
            N,
            N,
            (i, j) ->
                gram.get(i, j)
                    + (i == j ? config.lambda1() : 0)
                    + (manifold == Manifold.RANK1 ? 900 * square.get(i, i) : 0)
                    + (manifold == Manifold.PRINTED && i == j ? 900 * square.get(i, i) : 0));
    Matrix right = gram.times(FedMsglEquations.identityMinus(u));
    assertThat(system.times(c).maxAbsDifference(right)).isLessThan(1e-9);
  }

  @Test
  void wideViewsGiveTheSameAsTheirGramMatrix() {
    Matrix wide = Matrix.gaussian(N, 3 * N, rng);
    SelfExpression k = SelfExpression.of(wide);
    Matrix gram = wide.timesTranspose(wide);
    Matrix system = gram.plus(Matrix.identity(N).scale(2));
    Matrix expected = system.cholesky().solve(gram.times(FedMsglEquations.identityMinus(u)));
    assertThat(k.explain(2, k.rest(u)).maxAbsDifference(expected)).isLessThan(1e-10);
    assertThat(k.gram().maxAbsDifference(gram)).isLessThan(1e-10);
    Matrix rest = FedMsglEquations.identityMinus(u.plus(g));
    assertThat(k.residual(k.rest(u), k.rest(g)))
        .isCloseTo(wide.transposeTimes(rest).squaredNorm(), within(1e-7));
  }

  @Test
  void theSimplexProjectionIsTheNearestFeasibleRow() {
    Matrix c = FedMsglEquations.feasible(Projection.SIMPLEX, g, g, u, i -> i);
    double[] sums = RowWise.sums(c);
    double[] others = RowWise.sums(u);
    for (int i = 0; i < N; i++) {
      int row = i;
      assertThat(c.get(i, i)).isZero();
      assertThat(sums[i]).isCloseTo(Math.max(0, 1 - others[i]), within(1e-12));
      for (int trial = 0; trial < 30; trial++) {
        double[] shares = rng.dirichlet(N - 1, 0.3);
        double distance = 0;
        double best = 0;
        for (int j = 0, s = 0; j < N; j++) {
          double other = j == row ? 0 : shares[s++] * Math.max(0, 1 - others[i]);
          distance += Math.pow(other - g.get(i, j), 2);
          best += Math.pow(c.get(i, j) - g.get(i, j), 2);
        }
        assertThat(best).isLessThanOrEqualTo(distance + 1e-12);
      }
    }
  }

  @Test
  void theShiftKeepsRowsNonNegativeWithAZeroDiagonal() {
    for (Projection how : new Projection[] {Projection.SHIFT, Projection.SHIFT_OLD}) {
      Matrix c = FedMsglEquations.feasible(how, g, u, u, i -> i);
      for (int i = 0; i < N; i++) {
        assertThat(c.get(i, i)).isZero();
        assertThat(Arrays.stream(c.row(i)).min().orElseThrow()).isGreaterThanOrEqualTo(0);
      }
    }
  }

  @Test
  void equation24HasNoBetterG() {
    Matrix other = Matrix.gaussian(N, N, rng);
    Matrix f = Matrix.gaussian(N, 3, rng);
    int[] all = IntStream.range(0, N).toArray();
    Matrix best =
        FedMsglEquations.global(
            u.scale(0.4).plusScaled(1.1, other), 1.5, 1.5, config.beta(), f, all);
    lowest(
        best,
        at -> {
          double sum = 0.4 * u.squaredDistance(at) + 1.1 * other.squaredDistance(at);
          for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
              sum += config.beta() / 2 * squared(f.row(i), f.row(j)) * at.get(i, j);
            }
          }
          return sum;
        });
  }

  private static double squared(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += Math.pow(a[j] - b[j], 2);
    }
    return sum;
  }

  @Test
  void relativeWeightsAndTheirTotalGiveEquation6() {
    for (Weighting weighting : new Weighting[] {Weighting.PRINTED, Weighting.RELEASED}) {
      double sign = weighting == Weighting.PRINTED ? -1 : 1;
      double relative = FedMsglEquations.relativeWeight(weighting, 5, 3);
      assertThat(FedMsglEquations.totalWeight(weighting, relative, 3))
          .isCloseTo(0.5 * Math.exp(sign * 5), within(1e-10));
    }
  }

  @Test
  void hyperedgesHoldARowAndItsNearestTiesToTheLowerIndex() {
    assertThat(Hypergraph.nearest(new double[] {1, 3, 9, 3, 0, 3}, 2, 4))
        .containsExactly(2, 1, 3, 5);
    assertThat(Hypergraph.nearest(new double[] {0, 0, 0, 0}, 3, 3)).containsExactly(3, 0, 1);
  }

  @ParameterizedTest
  @EnumSource(
      value = Hyperedges.class,
      names = {"ROWS", "AFFINITY"})
  void noOrthonormalFHasASmallerTrace(Hyperedges how) {
    Matrix affinity = g.plus(g.transpose());
    Hypergraph hypergraph = Hypergraph.of(affinity, 4, how);
    Matrix l = hypergraph.laplacian();
    Eigen smallest = hypergraph.smallest(3, Rng.of(1));
    double trace = smallest.vectors().dot(l.times(smallest.vectors()));
    assertThat(trace).isCloseTo(Arrays.stream(smallest.values()).sum(), within(1e-10));
    for (int trial = 0; trial < 30; trial++) {
      Matrix other = Matrix.orthonormal(N, 3, rng);
      assertThat(other.dot(l.times(other))).isGreaterThanOrEqualTo(trace - 1e-12);
    }
    Matrix h = hypergraph.incidence();
    assertThat(RowWise.sums(h.transpose())).containsOnly(4);
  }

  @Test
  void explainingInOnePassIsExplainingStepByStep() {
    SelfExpression k = SelfExpression.of(x);
    double[] none = new double[N];
    Matrix step =
        FedMsglEquations.feasible(Projection.SHIFT, k.explain(2, k.rest(u)), u, u, i -> i);
    Feasible change = new Feasible(Projection.SHIFT, none, RowWise.sums(u), i -> i);
    Explanation.Part kept = k.explain(2, k.rest(u), change, true);
    assertThat(kept.s().maxAbsDifference(step)).isLessThan(1e-14);
    assertThat(kept.sums()).isEqualTo(RowWise.sums(kept.s()));
    assertThat(kept.rest()).isEqualTo(k.rest(kept.s()));
    Explanation.Part passed = k.explain(2, k.rest(u), change, false);
    assertThat(passed.s()).isNull();
    assertThat(passed.rest()).isEqualTo(kept.rest());
    Matrix zeros = Matrix.zeros(N, N);
    assertThat(k.nothing(zeros).rest()).isEqualTo(k.part(zeros).rest());
  }

  @Test
  void pairsMakeAnOrdinaryGraph() {
    int n = 9;
    Matrix half = Matrix.gaussian(n, n, Rng.of(8));
    Matrix affinity = half.plus(half.transpose());
    Matrix l = Hypergraph.of(affinity, 4, FedMsglConfig.Hyperedges.PAIRS).laplacian();
    double[][] weight = new double[n][n];
    for (int j = 0; j < n; j++) {
      int[] nearest = Hypergraph.nearest(affinity.toRows()[j], j, 4);
      for (int e = 1; e < nearest.length; e++) {
        weight[j][nearest[e]]++;
        weight[nearest[e]][j]++;
      }
    }
    double[] degree = new double[n];
    for (int i = 0; i < n; i++) {
      for (double w : weight[i]) {
        degree[i] += w;
      }
    }
    Matrix graph =
        Matrix.fill(
            n,
            n,
            (i, j) -> ((i == j ? 1 : 0) - weight[i][j] / Math.sqrt(degree[i] * degree[j])) / 2);
    assertThat(l.maxAbsDifference(graph)).isLessThan(1e-12);
  }
}
