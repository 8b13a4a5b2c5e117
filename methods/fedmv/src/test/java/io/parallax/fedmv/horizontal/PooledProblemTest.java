package io.parallax.fedmv.horizontal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.core.PerView;
import io.parallax.core.Rounds;
import io.parallax.engine.Simulation;
import io.parallax.fedmv.horizontal.HFedMvConfig.Fit;
import io.parallax.fedmv.horizontal.HFedMvConfig.Mode;
import io.parallax.fedmv.horizontal.HFedMvMessages.Products;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** From the sums of mode exact also follow the pooled model and which of the two is better. */
class PooledProblemTest {
  private static final String LAMBDA = "ridge";
  private static final String RATIO = "error of pooled to consensus";
  private final SpreadStudy study = SpreadStudy.make(9);
  private final Matrix x = Matrix.stackColumns(List.of(study.pooled("v0"), study.pooled("v1")));
  private final Matrix y = study.pooledLabels();

  private Simulation.Outcome<HFedMvResult> train(HFedMvConfig config) {
    return Simulation.train(
        new HFedMv(),
        config,
        study.views(),
        study.roster(),
        Rounds.of(5, 1e-6),
        Simulation.Options.inMemory());
  }

  private static Products products(Matrix x, Matrix y) {
    return new Products(x.gram(), x.transposeTimes(y), x.rows());
  }

  private static Matrix ridge(Matrix x, Matrix y, double lambda) {
    return x.gram()
        .plus(Matrix.identity(x.cols()).scale(lambda))
        .cholesky()
        .solve(x.transposeTimes(y));
  }

  @Test
  void pooledIsRidgeRegressionOnAllRowsAndColumnsInOnePlace() {
    var outcome = train(HFedMvConfig.DEFAULTS.with(Fit.POOLED));
    double lambda = outcome.result().figures().get(LAMBDA);
    Matrix central = ridge(x, y, lambda);
    double objective = x.times(central).squaredDistance(y) + lambda * central.squaredNorm();
    assertThat(outcome.result().objective()).isCloseTo(objective, within(1e-10 * objective));
    study.roster().members().forEach(member -> sameScores(outcome, member.id(), central));
  }

  private void sameScores(Simulation.Outcome<HFedMvResult> outcome, PartyId party, Matrix central) {
    Matrix rows =
        Matrix.stackColumns(
            study.views().stream()
                .filter(view -> view.owner().equals(party))
                .map(view -> view.toScore().toMatrix())
                .toList());
    Matrix scores = outcome.parties().get(party).scores().orElseThrow();
    assertThat(scores.maxAbsDifference(rows.times(central))).isLessThan(1e-10);
  }

  @Test
  void itsPenaltyHasTheLeastErrorByCrossValidationOnTheRows() {
    PooledProblem problem = new PooledProblem(products(x, y));
    PooledProblem.Solution best = problem.solve();
    for (double factor : new double[] {0.01, 0.1, 0.3, 1, 3, 10, 100}) {
      double lambda = best.lambda() * factor;
      double error = errorOnRows(ridge(x, y, lambda), traceOnRows(lambda));
      assertThat(problem.at(lambda).error()).isCloseTo(error, within(1e-9 * error));
    }
    for (double step : new double[] {Math.sqrt(0.1), Math.sqrt(10)}) {
      assertThat(problem.at(best.lambda() * step).error()).isGreaterThanOrEqualTo(best.error());
    }
  }

  private double traceOnRows(double lambda) {
    Matrix hat = x.times(ridge(x, Matrix.identity(x.rows()), lambda));
    return IntStream.range(0, hat.rows()).mapToDouble(i -> hat.get(i, i)).sum();
  }

  /** N·‖aXV − Y‖²/(N − a·tr H)² of what tells classes apart, with the best a. */
  private double errorOnRows(Matrix v, double trace) {
    Matrix scores = apart(x.times(v));
    Matrix truth = apart(y);
    double a = scores.dot(truth) / scores.squaredNorm();
    double free = x.rows() - a * trace;
    return x.rows() * scores.scale(a).squaredDistance(truth) / (free * free);
  }

  private static Matrix apart(Matrix scores) {
    int classes = scores.cols();
    Matrix mean = scores.times(Matrix.fill(classes, classes, (i, j) -> 1.0 / classes));
    return scores.minus(mean);
  }

  /** With hardly a penalty the consensus is linear in the labels: a row's own share adds up. */
  @Test
  void theConsensusFollowsTheLabelsAsFarAsItsTraceSays() {
    HFedMvConfig config = HFedMvConfig.DEFAULTS.with(PerView.of(1e-9), PerView.of(3), 2);
    Stack views = new Stack(new int[] {6, 4});
    List<String> names = List.of("v0", "v1");
    JointProblem problem = new JointProblem(config, names, views, products(x, y));
    double own = 0;
    for (int row = 0; row < x.rows(); row++) {
      int one = row;
      Matrix unit = Matrix.fill(x.rows(), 3, (i, c) -> i == one && c == 0 ? 1 : 0);
      List<Matrix> w =
          views.cut(new JointProblem(config, names, views, products(x, unit)).solve().w());
      Matrix scores =
          study.pooled("v0").times(w.get(0)).plus(study.pooled("v1").times(w.get(1))).scale(0.5);
      own += scores.get(row, 0);
    }
    assertThat(problem.freedom(problem.solve())).isCloseTo(own, within(1e-5 * own));
  }

  /** The first view sees the class through what the second one alone tells. */
  @Test
  void chosenTakesThePooledModelWhereViewsCompleteEachOther() {
    Matrix noise = Matrix.gaussian(200, 4, Rng.of(3));
    Matrix rows =
        Matrix.fill(
            200,
            4,
            (i, j) -> noise.get(i, j) + (j == 0 ? 4 * noise.get(i, 2) + 3 * (i % 2 - 0.5) : 0));
    assertThat(ratio(rows, 2, 4)).isLessThan(0.5);
  }

  /** Each view tells each class in a column of its own, and has many that tell nothing. */
  @Test
  void andTheConsensusWhereFewColumnsOfManyTellTheClass() {
    Matrix noise = Matrix.gaussian(60, 80, Rng.of(3));
    Matrix rows = Matrix.fill(60, 80, (i, j) -> noise.get(i, j) + (j % 40 == i % 4 ? 2 : 0));
    assertThat(ratio(rows, 4, 10)).isGreaterThan(1.1);
  }

  /**
   * The error of the pooled model, divided by that of the consensus, of two equally wide views and
   * rows whose classes take turns.
   */
  private static double ratio(Matrix x, int classes, double beta) {
    Matrix y = Matrix.fill(x.rows(), classes, (i, c) -> i % classes == c ? 1 : 0);
    Stack views = new Stack(new int[] {x.cols() / 2, x.cols() / 2});
    Products sums = products(x, y);
    HFedMvConfig config = HFedMvConfig.DEFAULTS.with(PerView.of(beta), PerView.of(8), 16);
    JointProblem consensus = new JointProblem(config, List.of("a", "b"), views, sums);
    return new PooledProblem(sums).solve().error() / consensus.error(consensus.solve());
  }

  @Test
  void chosenIsTheOneWithLessError() {
    HFedMvConfig strong = HFedMvConfig.DEFAULTS.with(PerView.of(40), PerView.of(8), 16);
    for (HFedMvConfig config : List.of(HFedMvConfig.DEFAULTS, strong)) {
      HFedMvResult chosen = train(config.with(Fit.CHOSEN)).result();
      boolean pooled = chosen.figures().get(RATIO) < 1;
      HFedMvConfig taken = pooled ? HFedMvConfig.DEFAULTS.with(Fit.POOLED) : config;
      assertThat(chosen.model()).isEqualTo(train(taken).result().model());
      assertThat(chosen.figures().containsKey(LAMBDA)).isEqualTo(pooled);
    }
  }

  @Test
  void columnsThatAreAllZeroLeaveNothingToLearn() {
    Products nothing =
        products(Matrix.zeros(9, 4), Matrix.fill(9, 3, (i, c) -> i % 3 == c ? 1 : 0));
    assertThat(new PooledProblem(nothing).solve().w()).isEqualTo(Matrix.zeros(4, 3));
  }

  @ParameterizedTest
  @EnumSource(value = Fit.class, names = "CONSENSUS", mode = EnumSource.Mode.EXCLUDE)
  void modePaperHasTheConsensusOnly(Fit fit) {
    assertThatThrownBy(() -> HFedMvConfig.DEFAULTS.with(Mode.PAPER).with(fit))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("must be consensus in mode paper")
        .hasMessageContaining("use 'mode: exact'");
  }

  @ParameterizedTest
  @CsvSource({"5, 8, 16", "4, 2, 16", "4, 8, 1"})
  void settingsOfEq1AreRefusedBesideThePooledModel(double beta, double zeta, double eta) {
    HFedMvConfig pooled = HFedMvConfig.DEFAULTS.with(Fit.POOLED);
    assertThatThrownBy(() -> pooled.with(PerView.of(beta), PerView.of(zeta), eta))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("leave out beta, zeta and eta");
  }
}
