package io.parallax.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.math.RowSparseRegression.Route;
import io.parallax.math.RowSparseRegression.Solution;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RowSparseRegressionTest {
  private static final double TOLERANCE = 1e-10;

  /** A problem and the route its solution takes, null where rounding decides. */
  record Problem(String name, Matrix x, Matrix t, double beta, Route route) {
    Features features() {
      return Features.of(x);
    }

    double objective(Matrix w) {
      return RowSparseRegression.objective(features(), t, w, beta);
    }

    Solution solve(Matrix start) {
      return new RowSparseRegression(features()).solve(t, beta, start, TOLERANCE);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Problem> problems() {
    Rng rng = Rng.of(21);
    Matrix tall = Matrix.gaussian(60, 12, rng);
    Matrix wide = Matrix.gaussian(20, 90, rng);
    Matrix zeroColumn = tall.times(Naive.diagonal(1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1));
    Matrix repeated = tall.selectColumns(new int[] {0, 1, 2, 3, 4, 5, 0, 0, 1, 9});
    Matrix wideRepeated = wide.selectColumns(rng.child("repeat").permutation(90));
    Matrix twice = Matrix.stackColumns(java.util.List.of(wideRepeated, wideRepeated));
    return Stream.of(
        problem("tall", tall, 3, 5, Route.CHOLESKY, rng),
        problem("tall, nearly free", tall, 3, 1e-3, Route.CHOLESKY, rng),
        problem("tall, many zeros", tall, 3, 40, Route.CHOLESKY, rng),
        problem("tall, all zero", tall, 3, 1e6, Route.CHOLESKY, rng),
        problem("one target", tall, 1, 10, Route.CHOLESKY, rng),
        problem("correlated", correlated(80, 30, rng), 4, 2, Route.CHOLESKY, rng),
        problem("all-zero column", zeroColumn, 3, 5, Route.CHOLESKY, rng),
        problem("repeated columns", repeated, 3, 5, Route.CHOLESKY, rng),
        problem("wide", wide, 3, 30, Route.ACTIVE_SET, rng),
        problem("wide, all zero", wide, 2, 1e6, Route.ACTIVE_SET, rng),
        problem("wide, repeated columns", twice, 3, 60, Route.ACTIVE_SET, rng),
        problem("wide, few zeros", wide, 6, 0.5, Route.WOODBURY, rng),
        problem("one sample", Matrix.gaussian(1, 8, rng), 2, 0.5, null, rng),
        problem("one by one", Matrix.gaussian(1, 1, rng), 1, 0.1, Route.CHOLESKY, rng));
  }

  @ParameterizedTest
  @MethodSource("problems")
  void findsTheMinimumByTheExpectedRoute(Problem p) {
    Solution solution = p.solve(null);
    Matrix reference = Naive.proximalGradient(p.x, p.t, p.beta, 20_000);
    double expected = p.objective(reference);
    assertThat(p.objective(solution.w())).isCloseTo(expected, within(1e-8 * (1 + expected)));
    Matrix fitted = Naive.times(p.x, solution.w());
    Matrix referenceFit = Naive.times(p.x, reference);
    assertThat(fitted.maxAbsDifference(referenceFit)).isLessThan(1e-3);
    assertThat(solution.residual()).isLessThanOrEqualTo(TOLERANCE);
    assertThat(solution.route()).isEqualTo(p.route == null ? solution.route() : p.route);
  }

  @ParameterizedTest
  @MethodSource("problems")
  void noPerturbationIsBetter(Problem p) {
    Matrix w = p.solve(null).w();
    double best = p.objective(w);
    Rng rng = Rng.of(5);
    for (int k = 0; k < 60; k++) {
      double size = Math.pow(10, -1 - k % 6);
      Matrix moved = w.plusScaled(size, Matrix.gaussian(w.rows(), w.cols(), rng));
      int row = rng.below(w.rows());
      Matrix one =
          Matrix.fill(w.rows(), w.cols(), (i, j) -> i == row ? moved.get(i, j) : w.get(i, j));
      assertThat(p.objective(moved)).isGreaterThanOrEqualTo(best * (1 - 1e-13));
      assertThat(p.objective(one)).isGreaterThanOrEqualTo(best * (1 - 1e-13));
    }
  }

  @ParameterizedTest
  @MethodSource("problems")
  void residualIsTheLargestViolation(Problem p) {
    for (Matrix w :
        new Matrix[] {p.solve(null).w(), Matrix.gaussian(p.x.cols(), p.t.cols(), Rng.of(1))}) {
      Solution rated = new RowSparseRegression(p.features()).solve(p.t, p.beta, w, 1e300);
      Matrix xt = Naive.transpose(p.x);
      Matrix gradient = Naive.times(xt, Naive.times(p.x, rated.w()).minus(p.t)).scale(2);
      double[] norms = rated.w().rowNorms();
      Matrix slopes =
          Matrix.fill(
              w.rows(),
              w.cols(),
              (i, j) ->
                  gradient.get(i, j)
                      + (norms[i] == 0 ? 0 : p.beta * rated.w().get(i, j) / norms[i]));
      double worst = 0;
      for (int i = 0; i < norms.length; i++) {
        double slope = slopes.rowNorms()[i];
        worst = Math.max(worst, norms[i] == 0 ? slope - p.beta : slope);
      }
      double scale =
          Math.max(p.beta, 2 * Arrays.stream(Naive.times(xt, p.t).rowNorms()).max().orElse(0));
      assertThat(rated.residual()).isCloseTo(worst / scale, within(1e-12 + 1e-9 * worst / scale));
      assertThat(rated.w()).isEqualTo(w);
    }
  }

  @ParameterizedTest
  @MethodSource("problems")
  void warmStartsAreNoSlower(Problem p) {
    Solution cold = p.solve(null);
    Solution again = p.solve(cold.w());
    assertThat(again.iterations()).isZero();
    Matrix near = p.t.plusScaled(1e-4, Matrix.gaussian(p.t.rows(), p.t.cols(), Rng.of(2)));
    RowSparseRegression regression = new RowSparseRegression(p.features());
    int warm = regression.solve(near, p.beta, cold.w(), TOLERANCE).iterations();
    assertThat(warm)
        .isLessThanOrEqualTo(regression.solve(near, p.beta, null, TOLERANCE).iterations());
  }

  @ParameterizedTest
  @MethodSource("problems")
  void stepIsTheLiteralFormula(Problem p) {
    double beta = Math.min(p.beta, 100);
    Matrix w = Matrix.gaussian(p.x.cols(), p.t.cols(), Rng.of(3));
    Matrix stepped = new RowSparseRegression(p.features()).step(w, p.t, beta, 1e-3);
    double[] a = Arrays.stream(w.rowNorms()).map(n -> beta / (2 * (n + 1e-3))).toArray();
    Matrix xt = Naive.transpose(p.x);
    Matrix system = Naive.times(xt, p.x).plus(Naive.diagonal(a));
    Matrix expected = Naive.times(Naive.inverse(system), Naive.times(xt, p.t));
    assertThat(stepped.maxAbsDifference(expected)).isLessThan(1e-8 * (1 + expected.maxAbs()));
  }

  @ParameterizedTest
  @MethodSource("problems")
  void stepsNeverRaiseTheSmoothedObjective(Problem p) {
    double epsilon = 1e-3;
    RowSparseRegression regression = new RowSparseRegression(p.features());
    Matrix w = Matrix.gaussian(p.x.cols(), p.t.cols(), Rng.of(4));
    double before = Double.POSITIVE_INFINITY;
    for (int k = 0; k < 30; k++) {
      double penalty =
          Arrays.stream(w.rowNorms()).map(n -> n - epsilon * Math.log1p(n / epsilon)).sum();
      double now = Naive.times(p.x, w).squaredDistance(p.t) + p.beta * penalty;
      assertThat(now).isLessThanOrEqualTo(before * (1 + 1e-12));
      before = now;
      w = regression.step(w, p.t, p.beta, epsilon);
    }
  }

  @Test
  void withoutPenaltyItIsLeastSquares() {
    Rng rng = Rng.of(8);
    Matrix x = Matrix.gaussian(40, 7, rng);
    Matrix t = Matrix.gaussian(40, 2, rng);
    RowSparseRegression regression = new RowSparseRegression(Features.of(x));
    Matrix expected =
        Naive.times(
            Naive.inverse(Naive.times(Naive.transpose(x), x)), Naive.times(Naive.transpose(x), t));
    assertThat(regression.step(expected, t, 0, 1e-9).maxAbsDifference(expected)).isLessThan(1e-12);
    assertThat(regression.solve(t, 0, null, 1e-10).w().maxAbsDifference(expected))
        .isLessThan(1e-12);
  }

  @Test
  void withoutPenaltySingularProblemsGetTheShortestSolution() {
    Rng rng = Rng.of(9);
    Matrix wide = Matrix.gaussian(5, 9, rng);
    Matrix twice = Matrix.gaussian(30, 4, rng).selectColumns(new int[] {0, 1, 2, 3, 3});
    for (Matrix x : new Matrix[] {wide, twice}) {
      Matrix t = Matrix.gaussian(x.rows(), 2, rng);
      RowSparseRegression regression = new RowSparseRegression(Features.of(x));
      Solution solution = regression.solve(t, 0, null, 1e-10);
      Svd svd = x.thinSvd();
      double[] inverse = Arrays.stream(svd.s()).map(s -> s > 1e-9 ? 1 / s : 0).toArray();
      Matrix shortest = svd.v().times(Naive.diagonal(inverse)).times(svd.u().transposeTimes(t));
      assertThat(solution.w().maxAbsDifference(shortest)).isLessThan(1e-9);
      assertThat(solution.residual()).isLessThan(1e-10);
      assertThatThrownBy(() -> regression.step(solution.w(), t, 0, 1e-9))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("not positive definite");
    }
  }

  @Test
  void refusesWhatDoesNotFit() {
    Matrix x = Matrix.gaussian(6, 3, Rng.of(1));
    RowSparseRegression regression = new RowSparseRegression(Features.of(x));
    Matrix t = Matrix.zeros(6, 2);
    Matrix w = Matrix.zeros(3, 2);
    refuses(() -> regression.solve(Matrix.zeros(5, 2), 1, null, 1e-6), "target is a 5×2 matrix");
    refuses(() -> regression.solve(t, -1, null, 1e-6), "beta is -1");
    refuses(() -> regression.solve(t, 1, t, 1e-6), "weights are a 6×2 matrix");
    refuses(() -> regression.solve(t, 1, null, 0), "tolerance is 0");
    refuses(() -> regression.step(w, t, 1, 0), "epsilon is 0");
  }

  private static void refuses(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String why) {
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(why);
  }

  @Test
  void indicatorsOfCategoriesDependOnEachOther() {
    for (int seed = 0; seed < 60; seed++) {
      Problem problem = categories(Rng.of(seed));
      Matrix gram = rounded(problem.x().gram()); // as a sum in fixed point is
      Matrix cross = rounded(problem.x().transposeTimes(problem.t()));
      Matrix w =
          RowSparseRegression.solve(gram, cross, problem.beta(), Matrix.zeros(4, 2), TOLERANCE).w();
      Matrix nudged = w.plus(Matrix.gaussian(4, 2, Rng.of(seed)).scale(1e-3));
      assertThat(problem.objective(w)).isLessThan(problem.objective(nudged));
    }
  }

  private static Matrix rounded(Matrix a) {
    return Matrix.fill(a.rows(), a.cols(), (i, j) -> Math.rint(a.get(i, j) * 1e9) / 1e9);
  }

  /** Centred indicators of four categories, whose sum is 0, and two classes: H is singular. */
  private static Problem categories(Rng rng) {
    int n = 600;
    int[] category = new int[n];
    int[] code = new int[n];
    for (int i = 0; i < n; i++) {
      category[i] = (int) (4 * rng.uniform());
      code[i] = rng.uniform() < 0.2 + 0.2 * category[i] ? 1 : 0;
    }
    Matrix raw = Matrix.fill(n, 4, (i, j) -> category[i] == j ? 1 : 0);
    double[] mean = new double[4];
    for (int i = 0; i < n; i++) {
      mean[category[i]] += 1.0 / n;
    }
    Matrix x =
        Matrix.fill(n, 4, (i, j) -> (raw.get(i, j) - mean[j]) / Math.sqrt(mean[j] * (1 - mean[j])));
    Matrix y = Matrix.fill(n, 2, (i, j) -> code[i] == j ? 1 : 0);
    return new Problem("categories", x, y, 4, null);
  }

  private static Problem problem(String name, Matrix x, int c, double beta, Route route, Rng rng) {
    Matrix truth = Matrix.fill(x.cols(), c, (i, j) -> i % 4 == 0 ? rng.gaussian() : 0);
    Matrix t = Naive.times(x, truth).plusScaled(0.5, Matrix.gaussian(x.rows(), c, rng));
    return new Problem(name, x, t, beta, route);
  }

  private static Matrix correlated(int n, int d, Rng rng) {
    Matrix factors = Matrix.gaussian(n, 5, rng).times(Matrix.gaussian(5, d, rng));
    return factors.plusScaled(0.2, Matrix.gaussian(n, d, rng));
  }
}
