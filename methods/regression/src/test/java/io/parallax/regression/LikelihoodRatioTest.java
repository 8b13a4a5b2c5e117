package io.parallax.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.BadInput;
import io.parallax.core.FittedCoefficients;
import io.parallax.core.PartyId;
import io.parallax.core.PerView;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.Target;
import io.parallax.core.Target.Adjustment;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.regression.RegressionConfig.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The test of a view by likelihood ratio, against fits without its columns. */
class LikelihoodRatioTest {
  private static final Regression METHOD = new Regression();

  private static Simulation.Outcome<RegressionResult> train(
      RegressionConfig config, List<View> views, Roster roster) {
    Rounds rounds = Rounds.of(200, METHOD.tolerance(config));
    return Simulation.train(METHOD, config, views, roster, rounds, Simulation.Options.inMemory());
  }

  private static Roster allRows(Roster some) {
    return new Roster(some.members(), some.samples(), 0, some.classes(), some.seed());
  }

  private static FittedCoefficients own(
      Simulation.Outcome<RegressionResult> outcome, String party) {
    return outcome.parties().get(PartyId.of(party)).coefficients().get(0);
  }

  /** All views but one, with the target at the first that is left. */
  private static List<View> without(SmallStudy study, int k) {
    View holder = study.views().get(1);
    List<View> left = new ArrayList<>(study.views());
    left.remove(k);
    left.replaceAll(view -> view.with(Optional.empty()).withTarget(Optional.empty()));
    left.set(0, left.get(0).with(holder.labels()).withTarget(holder.target()));
    return left;
  }

  /** Weights, exposure, entry times, strata and ties all take part. */
  @ParameterizedTest
  @EnumSource(Model.class)
  void everyViewsRatioIsThatOfTheFitWithoutItsColumns(Model model) {
    SmallStudy study = SmallStudy.make(model, 90, 3, 5, 2, 3, 1);
    RegressionConfig plain = RegressionConfig.DEFAULTS.with(model);
    var full = train(plain.testingViews(), study.views(), study.ofAllRows());
    double best = full.result().statistics().logLikelihood();
    for (int k = 0; k < 3; k++) {
      List<View> left = without(study, k);
      Roster roster = allRows(Roster.vertical(left, study.roster().classes(), 5));
      double less = train(plain, left, roster).result().statistics().logLikelihood();
      double ratio = own(full, "p" + k).likelihoodRatio();
      assertThat(ratio).isCloseTo(2 * (best - less), within(1e-7 * (1 + ratio)));
      assertThat(ratio).isPositive();
    }
  }

  /** Weights of 1 to 4 are inverse variances: the numbers of R's lm, logLik and lmtest's lrtest. */
  @Test
  void weightedNumbersHaveTheLikelihoodOfR() {
    int n = 60;
    double[] y = new double[n];
    double[] weights = new double[n];
    double[][] one = new double[n][1];
    double[][] two = new double[n][1];
    for (int i = 0; i < n; i++) {
      one[i][0] = Math.sin(i);
      two[i][0] = Math.cos(2 * i);
      y[i] = 3 + 2 * one[i][0] - two[i][0] + Math.sin(5 * i) + 0.3 * Math.cos(7 * i);
      weights[i] = 1 + i % 4;
    }
    Adjustment weighted = new Adjustment(Optional.of(weights), Optional.empty());
    View first = View.of("p0", "v0", one, one, Optional.empty());
    View second = View.of("p1", "v1", two, two, Optional.empty());
    List<View> views =
        List.of(first.withTarget(Optional.of(new Target.Numbers(y, weighted))), second);
    var full =
        train(
            RegressionConfig.DEFAULTS.testingViews(), views, allRows(Roster.vertical(views, 1, 5)));
    FitStatistics found = full.result().statistics();
    assertThat(found.logLikelihood()).isCloseTo(-68.809609719564804, within(1e-9));
    assertThat(found.likelihoodRatio()).isCloseTo(107.7151954247567, within(1e-9));
    assertThat(own(full, "p1").likelihoodRatio()).isCloseTo(37.45953756575355, within(1e-8));
    assertThat(own(full, "p1").errors()[0]).isCloseTo(0.134111256967815201, within(1e-10));
  }

  /** All columns at one party: the ratio is that of the fit as a whole. */
  @Test
  void theOnlyViewsRatioIsThatOfAllColumns() {
    SmallStudy study = SmallStudy.make(Model.COX, 90, 3, 5, 2, 3);
    View view = study.views().get(1);
    Roster roster = allRows(Roster.vertical(List.of(view), 1, 5));
    var outcome =
        train(RegressionConfig.DEFAULTS.with(Model.COX).testingViews(), List.of(view), roster);
    double all = outcome.result().statistics().likelihoodRatio();
    assertThat(own(outcome, "p1").likelihoodRatio()).isCloseTo(all, within(1e-9 * all));
  }

  @Test
  void viewsAreTestedInTheModelOfAllRowsOnlyAndNotWithAPenalty() {
    SmallStudy study = SmallStudy.make(Model.SQUARED, 60, 3, 8, 2, 3, 2);
    RegressionConfig config = RegressionConfig.DEFAULTS.testingViews();
    assertThat(own(train(config, study.views(), study.roster()), "p0").likelihoodRatio()).isNaN();
    Roster roster = study.ofAllRows();
    RegressionConfig penalised = config.with(PerView.of(1));
    assertThat(own(train(penalised, study.views(), roster), "p0").likelihoodRatio()).isNaN();
    assertThat(own(train(config, study.views(), roster), "p0").likelihoodRatio()).isPositive();
    assertThatThrownBy(() -> config.withErrors(0))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("likelihood is set, but errors is 0");
  }
}
