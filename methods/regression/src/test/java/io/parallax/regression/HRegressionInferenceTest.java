package io.parallax.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.ErrorPart;
import io.parallax.core.FittedCoefficients;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.math.Matrix;
import io.parallax.regression.RegressionConfig.Model;
import io.parallax.regression.RegressionConfig.Ties;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests by view, disclosure and errors of predictions where parties hold different people. */
class HRegressionInferenceTest {
  private static final HRegression METHOD = new HRegression();

  private static HRegressionConfig config(Model model) {
    return model == Model.COX
        ? HRegressionConfig.DEFAULTS.survival(1, Ties.EFRON)
        : HRegressionConfig.DEFAULTS.with(model);
  }

  private static Roster ofAllRows(Roster roster) {
    return new Roster(roster.members(), roster.samples(), 0, roster.classes(), roster.seed());
  }

  private static Simulation.Outcome<HRegressionResult> train(
      HRegressionConfig config, List<View> views, Roster roster) {
    Map<PartyId, Set<String>> allowed = new HashMap<>();
    roster.ids().forEach(id -> allowed.put(id, METHOD.disclosures(config)));
    return Simulation.train(
        METHOD,
        config,
        views,
        roster,
        Rounds.of(100, METHOD.tolerance(config)),
        Simulation.Options.inMemory().allowing(allowed));
  }

  private static double logLikelihood(SpreadStudy study, Model model, String without) {
    List<View> views = study.views().stream().filter(view -> !view.name().equals(without)).toList();
    Roster roster = Roster.horizontal(views, study.roster().classes(), 5);
    return train(config(model), views, roster).result().statistics().logLikelihood();
  }

  /** The chi-square is twice what a fit of its own without the view's columns loses. */
  @ParameterizedTest
  @EnumSource(Model.class)
  void viewsAreTestedByLikelihoodRatio(Model model) {
    SpreadStudy study = SpreadStudy.make(model, 5, new int[] {60, 25, 41}, 2, 3);
    Roster whole = ofAllRows(study.roster());
    var outcome = train(config(model).testingViews(), study.views(), whole);
    double full = outcome.result().statistics().logLikelihood();
    for (Party party : outcome.parties().values()) {
      List<FittedCoefficients> views = party.coefficients();
      assertThat(views).extracting(FittedCoefficients::view).containsExactly("v0", "v1");
      for (FittedCoefficients view : views) {
        double expected = 2 * (full - logLikelihood(study, model, view.view()));
        assertThat(view.likelihoodRatio()).isCloseTo(expected, within(1e-7 * expected));
        assertThat(view.wald()).isPositive();
      }
    }
    var usual = train(config(model), study.views(), whole);
    Party first = usual.parties().get(usual.parties().firstKey());
    assertThat(first.coefficients().get(0).likelihoodRatio()).isNaN();
    assertThat(usual.result().table()).isEqualTo(outcome.result().table());
  }

  /** The same view alone: all columns together. */
  @Test
  void oneViewIsTestedAsTheWholeModel() {
    SpreadStudy study = SpreadStudy.make(Model.COX, 5, new int[] {60, 25, 41}, 3);
    Roster whole = ofAllRows(Roster.horizontal(study.views(), 1, 5));
    var outcome = train(config(Model.COX).testingViews(), study.views(), whole);
    Party first = outcome.parties().get(outcome.parties().firstKey());
    double ratio = outcome.result().statistics().likelihoodRatio();
    assertThat(first.coefficients().get(0).likelihoodRatio())
        .isCloseTo(ratio, within(1e-12 * ratio));
  }

  @Test
  void coefficientsAreDisclosedByNameOnlyAndNotThoseOfSplits() {
    SpreadStudy study = SpreadStudy.make(Model.POISSON, 5, new int[] {60, 25, 41}, 2, 3);
    HRegressionConfig open = config(Model.POISSON).disclosing().testingViews();
    assertThat(METHOD.disclosures(open)).containsExactly("coefficients");
    assertThat(METHOD.disclosures(config(Model.POISSON))).isEmpty();
    var told = train(open, study.views(), ofAllRows(study.roster()));
    PartyId first = told.parties().firstKey();
    assertThat(told.result().coefficients()).containsOnlyKeys(first);
    assertThat(told.result().coefficients().get(first))
        .usingRecursiveComparison()
        .isEqualTo(told.parties().get(first).coefficients());
    assertThat(train(open, study.views(), study.roster()).result().coefficients()).isEmpty();
  }

  /** Errors of new rows' predictors, and the likelihood, are those of all people in one place. */
  @ParameterizedTest
  @EnumSource(
      value = Model.class,
      names = "COX", // risks are relative to another point
      mode = EnumSource.Mode.EXCLUDE)
  void errorsOfPredictionsAreThoseOfAllPeople(Model model) {
    SpreadStudy study = SpreadStudy.make(model, 5, new int[] {60, 25, 41}, 2, 3);
    var spread = train(config(model), study.views(), study.roster());
    Regression peer = new Regression();
    var pooled =
        Simulation.train(
            peer,
            RegressionConfig.DEFAULTS.with(model),
            study.pooled(),
            Roster.vertical(study.pooled(), study.roster().classes(), 1),
            Rounds.of(200, 1e-11));
    double likelihood = pooled.result().statistics().logLikelihood();
    assertThat(spread.result().statistics().logLikelihood())
        .isCloseTo(likelihood, within(1e-9 * Math.abs(likelihood)));
    double[] expected =
        ErrorPart.total(
                pooled.parties().values().stream().map(p -> p.errorPart().orElseThrow()).toList())
            .orElseThrow();
    int at = 0;
    for (Party party : spread.parties().values()) {
      ErrorPart own = party.errorPart().orElseThrow();
      for (double error : ErrorPart.total(List.of(own)).orElseThrow()) {
        assertThat(error).isCloseTo(expected[at], within(1e-7 * expected[at]));
        at++;
      }
    }
    assertThat(at).isEqualTo(expected.length);
  }

  /**
   * Of two parties each reads the other's second moments from the covariance of coefficients; of
   * three the others' together, and nobody's own.
   */
  @Test
  void covariancesTellTheSecondMomentsOfTheOtherOfTwoParties() {
    assertThat(momentsRead(60, 66)).isLessThan(1e-6);
    assertThat(momentsRead(60, 25, 41)).isGreaterThan(0.2);
  }

  /** Returns how far the first party's guess of the second's second moments is off, relative. */
  private static double momentsRead(int... sizes) {
    SpreadStudy study = SpreadStudy.make(Model.SQUARED, 5, sizes, 2, 3);
    var outcome = train(config(Model.SQUARED), study.views(), study.roster());
    Matrix covariance = outcome.parties().get(PartyId.of("site-0")).model().get("covariance");
    Matrix all =
        covariance
            .cholesky()
            .solve(Matrix.identity(covariance.rows()))
            .scale(outcome.result().statistics().dispersion());
    Matrix truth = moments(study, "site-1");
    Matrix guess = all.minus(moments(study, "site-0"));
    Matrix off = Matrix.fill(5, 5, (i, j) -> guess.get(i, j) / truth.get(i, j) - 1);
    return off.maxAbs();
  }

  /** Returns XᵀAX of a party's people, A their weights. */
  private static Matrix moments(SpreadStudy study, String site) {
    List<View> own = study.views().stream().filter(v -> v.owner().name().equals(site)).toList();
    Matrix x = Matrix.stackColumns(own.stream().map(v -> v.features().toMatrix()).toList());
    double[] weights = own.get(0).target().orElseThrow().adjustment().weights().orElseThrow();
    Matrix ones = Matrix.fill(x.rows(), x.cols() + 1, (i, j) -> j < x.cols() ? x.get(i, j) : 1);
    Matrix weighed = Matrix.fill(x.rows(), ones.cols(), (i, j) -> weights[i] * ones.get(i, j));
    return ones.transposeTimes(weighed);
  }
}
