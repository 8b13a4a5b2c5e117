package io.parallax.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.FittedCoefficients;
import io.parallax.core.Method;
import io.parallax.core.Party;
import io.parallax.core.PerView;
import io.parallax.core.Result;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.regression.RegressionConfig.Model;
import io.parallax.regression.RegressionConfig.Ties;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A penalty that leaves columns out: coefficients satisfy the optimality conditions of the
 * penalised likelihood, whose derivatives are differences of its definition.
 */
class SparseRegressionTest {
  private static final double STEP = 1e-5;

  private static <C extends Record, R extends Result> Simulation.Outcome<R> train(
      Method<C, R> method, C config, List<View> views, Roster roster) {
    method.check(config, roster);
    Rounds rounds = Rounds.of(400, method.tolerance(config));
    Simulation.Outcome<R> outcome = Simulation.train(method, config, views, roster, rounds);
    assertThat(rounds.converged()).as("%d rounds", rounds.count()).isTrue();
    return outcome;
  }

  /** Returns the coefficients of all columns, the intercept last. */
  private static double[] coefficients(Iterable<Party> parties) {
    List<Double> values = new ArrayList<>();
    Optional<FittedCoefficients.Intercept> intercept = Optional.empty();
    for (Party party : parties) {
      for (FittedCoefficients own : party.coefficients()) {
        Arrays.stream(own.values()).forEach(values::add);
        assertThat(own.errors()).containsOnly(Double.NaN);
        assertThat(own.wald()).isNaN();
        intercept = intercept.or(own::intercept);
      }
    }
    intercept.ifPresent(b -> values.add(b.value()));
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static double loss(NaiveLoss loss, Matrix x, double[] w) {
    return loss.of(x.times(Matrix.of(w.length, 1, w)).toArray());
  }

  /** Returns the derivative of the loss by a coefficient. */
  private static double slope(NaiveLoss loss, Matrix x, double[] w, int j, double unit) {
    double[] up = w.clone();
    double[] down = w.clone();
    up[j] += STEP * unit;
    down[j] -= STEP * unit;
    return (loss(loss, x, up) - loss(loss, x, down)) / (2 * STEP * unit);
  }

  private static RegressionConfig config(Model model, double lambda, double beta) {
    return RegressionConfig.DEFAULTS.with(model).with(PerView.of(lambda)).sparse(PerView.of(beta));
  }

  @ParameterizedTest
  @CsvSource({
    "SQUARED, 0, 12000",
    "SQUARED, 5, 20000",
    "LOGISTIC, 0, 4",
    "LOGISTIC, 0.5, 2",
    "POISSON, 0, 25",
    "POISSON, 2, 60",
    "COX, 0, 10",
    "COX, 1, 8"
  })
  void coefficientsSatisfyTheOptimalityConditions(Model model, double lambda, double beta) {
    SmallStudy study = SmallStudy.make(model, 90, 3, 5, 3, 4, 3);
    RegressionConfig config = config(model, lambda, beta);
    var outcome = train(new Regression(), config, study.views(), study.roster());
    double[] w = coefficients(outcome.parties().values());
    int columns = study.rows().cols();
    Matrix ones = Matrix.fill(study.rows().rows(), 1, (i, j) -> 1);
    Matrix x =
        config.hasIntercept() ? Matrix.stackColumns(List.of(study.rows(), ones)) : study.rows();
    NaiveLoss loss = new NaiveLoss(study.target(), Ties.EFRON);
    double unit = model == Model.SQUARED ? 500 : 1;
    double near = 1e-4 * beta;
    int zeros = 0;
    for (int j = 0; j < columns; j++) {
      double slope = slope(loss, x, w, j, unit) + lambda * w[j];
      zeros += w[j] == 0 ? 1 : 0;
      if (w[j] == 0) {
        assertThat(Math.abs(slope)).isLessThan(beta + near);
      } else {
        assertThat(slope).isCloseTo(-beta * Math.signum(w[j]), within(near));
      }
    }
    if (config.hasIntercept()) {
      assertThat(slope(loss, x, w, columns, unit)).isCloseTo(0, within(near));
    }
    assertThat(zeros).isBetween(1, columns - 1);
    assertThat(outcome.result().figures())
        .containsEntry("columns kept", (double) (columns - zeros))
        .doesNotContainKey("likelihood-ratio chi-square");
    noOtherIsBetter(loss, x, w, columns, lambda, beta, unit);
  }

  private static void noOtherIsBetter(
      NaiveLoss loss, Matrix x, double[] w, int columns, double lambda, double beta, double unit) {
    double best = penalised(loss, x, w, columns, lambda, beta);
    for (double[] step : Matrix.gaussian(40, w.length, Rng.of(9)).scale(1e-3 * unit).toRows()) {
      double[] other = w.clone();
      Arrays.setAll(other, j -> other[j] + step[j]);
      assertThat(penalised(loss, x, other, columns, lambda, beta)).isGreaterThan(best);
    }
  }

  private static double penalised(
      NaiveLoss loss, Matrix x, double[] w, int columns, double lambda, double beta) {
    double sum = loss(loss, x, w);
    for (int j = 0; j < columns; j++) {
      sum += lambda / 2 * w[j] * w[j] + beta * Math.abs(w[j]);
    }
    return sum;
  }

  @ParameterizedTest
  @EnumSource(Model.class)
  void aLargePenaltyLeavesAllColumnsOutAndOneOfAViewOnlyThatView(Model model) {
    SmallStudy study = SmallStudy.make(model, 80, 3, 7, 2, 2, 2);
    double large = model == Model.SQUARED ? 1e6 : 1e3;
    var none = train(new Regression(), config(model, 0, large), study.views(), study.roster());
    double[] all = coefficients(none.parties().values());
    assertThat(Arrays.copyOf(all, 6)).containsOnly(0.0);
    PerView second = PerView.of(Map.of("v0", 0.0, "v1", large, "v2", 0.0));
    RegressionConfig some = RegressionConfig.DEFAULTS.with(model).sparse(second);
    var left = train(new Regression(), some, study.views(), study.roster());
    double[] found = coefficients(left.parties().values());
    assertThat(Arrays.copyOfRange(found, 2, 4)).containsOnly(0.0);
    assertThat(found[0] * found[1] * found[4] * found[5]).isNotZero();
  }

  /** More columns than rows, of which some repeat others. */
  @Test
  void columnsMayBeMoreThanRowsAndRepeatOthers() {
    SmallStudy study = SmallStudy.make(Model.LOGISTIC, 40, 3, 3, 30, 2, 30);
    List<View> views = new ArrayList<>(study.views());
    Matrix rows = views.get(0).features().toMatrix();
    Matrix copied = Matrix.fill(40, 30, (i, j) -> rows.get(i, j < 25 ? j : j - 5));
    double[][] held = views.get(0).toScore().toMatrix().toRows();
    views.set(0, View.of("p0", "v0", copied.toRows(), held, Optional.empty()));
    var outcome = train(new Regression(), config(Model.LOGISTIC, 0, 3), views, study.roster());
    double[] w = coefficients(outcome.parties().values());
    assertThat(Arrays.stream(w).filter(v -> v != 0).count()).isBetween(3L, 40L);
  }

  @ParameterizedTest
  @CsvSource({"SQUARED, 3000", "LOGISTIC, 3", "POISSON, 20", "COX, 4"})
  void differentPeopleLeaveTheSameColumnsOut(Model model, double beta) {
    SpreadStudy study = SpreadStudy.make(model, 5, new int[] {60, 25, 41}, 2, 3, 1);
    PerView each = PerView.of(beta);
    HRegressionConfig spread =
        model == Model.COX
            ? HRegressionConfig.DEFAULTS.survival(1, Ties.EFRON).sparse(each)
            : HRegressionConfig.DEFAULTS.with(model).sparse(each);
    var here = train(new HRegression(), spread, study.views(), study.roster());
    int classes = study.roster().classes();
    Roster roster = Roster.vertical(study.pooled(), classes, 1);
    var there = train(new Regression(), config(model, 0, beta), study.pooled(), roster);
    double[] expected = coefficients(there.parties().values());
    assertThat(Arrays.stream(expected).filter(v -> v == 0).count()).isPositive();
    here.parties()
        .values()
        .forEach(
            party -> {
              double[] found = coefficients(List.of(party));
              for (int j = 0; j < found.length; j++) {
                assertThat(found[j]).isCloseTo(expected[j], within(1e-8 * Math.abs(expected[j])));
              }
            });
    assertThat(here.result().figures().get("columns kept"))
        .isEqualTo(there.result().figures().get("columns kept"));
  }
}
