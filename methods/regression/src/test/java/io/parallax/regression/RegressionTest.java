package io.parallax.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.FittedCoefficients;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.PerView;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.Target;
import io.parallax.core.Target.Adjustment;
import io.parallax.core.Target.Numbers;
import io.parallax.core.View;
import io.parallax.engine.RevealedDirections;
import io.parallax.engine.Simulation;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.regression.RegressionConfig.Model;
import io.parallax.regression.RegressionConfig.Ties;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RegressionTest {
  private static final Regression METHOD = new Regression();

  private static Simulation.Outcome<RegressionResult> train(
      RegressionConfig config, List<View> views, Roster roster) {
    METHOD.check(config, roster);
    Rounds rounds = Rounds.of(200, METHOD.tolerance(config));
    Map<PartyId, java.util.Set<String>> allowed = new HashMap<>();
    roster.ids().forEach(id -> allowed.put(id, java.util.Set.of("coefficients")));
    return Simulation.train(
        METHOD, config, views, roster, rounds, Simulation.Options.inMemory().allowing(allowed));
  }

  /** All coefficients and standard errors, the intercept last. */
  private record All(double[] values, double[] errors) {
    static All of(Simulation.Outcome<RegressionResult> outcome, List<View> views) {
      List<Double> values = new ArrayList<>();
      List<Double> errors = new ArrayList<>();
      Optional<FittedCoefficients.Intercept> intercept = Optional.empty();
      for (View view : views) {
        FittedCoefficients own = outcome.parties().get(view.owner()).coefficients().get(0);
        Arrays.stream(own.values()).forEach(values::add);
        Arrays.stream(own.errors()).forEach(errors::add);
        intercept = intercept.or(own::intercept);
      }
      intercept.ifPresent(b -> values.add(b.value()));
      intercept.ifPresent(b -> errors.add(b.error()));
      return new All(array(values), array(errors));
    }

    private static double[] array(List<Double> list) {
      return list.stream().mapToDouble(Double::doubleValue).toArray();
    }
  }

  private static Matrix withOnes(Matrix x, boolean ones) {
    return ones ? Matrix.stackColumns(List.of(x, Matrix.fill(x.rows(), 1, (i, j) -> 1))) : x;
  }

  private static double objective(
      NaiveLoss loss, Matrix x, double[] w, int columns, double lambda) {
    double squares = Arrays.stream(Arrays.copyOf(w, columns)).map(v -> v * v).sum();
    return loss.of(x.times(Matrix.of(w.length, 1, w)).toArray()) + lambda / 2 * squares;
  }

  /** Weights, exposure, entry times, strata and ties all take part. */
  @ParameterizedTest
  @CsvSource({
    "SQUARED, 0",
    "SQUARED, 3",
    "LOGISTIC, 0",
    "LOGISTIC, 0.5",
    "POISSON, 0",
    "POISSON, 2",
    "COX, 0",
    "COX, 1"
  })
  void noOtherCoefficientsAreBetterAndErrorsAreThoseOfTheInformation(Model model, double lambda) {
    SmallStudy study = SmallStudy.make(model, 90, 3, 5, 2, 3, 2);
    for (Ties ties : model == Model.COX ? Ties.values() : new Ties[] {Ties.EFRON}) {
      RegressionConfig config =
          RegressionConfig.DEFAULTS.with(model).with(ties).with(PerView.of(lambda));
      var outcome = train(config, study.views(), study.roster());
      assertThat(outcome.result().converged()).isTrue();
      All all = All.of(outcome, study.views());
      Matrix x = withOnes(study.rows(), config.hasIntercept());
      NaiveLoss loss = new NaiveLoss(study.target(), ties);
      int columns = study.rows().cols();
      double best = objective(loss, x, all.values(), columns, lambda);
      double scale = model == Model.SQUARED ? 500 : 1;
      assertThat(outcome.result().objective() * scale(outcome, model, study))
          .isCloseTo(best, within(1e-9 * Math.abs(best)));
      Matrix steps = Matrix.gaussian(40, x.cols(), Rng.of(9)).scale(1e-3 * scale);
      for (double[] step : steps.toRows()) {
        double[] other = all.values().clone();
        Arrays.setAll(other, j -> other[j] + step[j]);
        assertThat(objective(loss, x, other, columns, lambda)).isGreaterThan(best);
      }
      if (lambda == 0) {
        assertErrors(loss, x, all, outcome.result().statistics().dispersion());
      } else {
        assertThat(all.errors()).containsOnly(Double.NaN);
      }
    }
  }

  /** Numbers are told in units of a power of 2, in which the objective is, too. */
  private static double scale(
      Simulation.Outcome<RegressionResult> outcome, Model model, SmallStudy study) {
    if (model != Model.SQUARED) {
      return 1;
    }
    double[] y = ((Numbers) study.target()).values();
    double mean = Arrays.stream(y).average().orElseThrow();
    double deviation =
        Math.sqrt(Arrays.stream(y).map(v -> (v - mean) * (v - mean)).average().orElseThrow());
    return Math.scalb(1.0, 2 * Math.getExponent(deviation));
  }

  private static void assertErrors(NaiveLoss loss, Matrix x, All all, double dispersion) {
    Matrix inverse = loss.hessian(x, all.values()).cholesky().solve(Matrix.identity(x.cols()));
    for (int j = 0; j < x.cols(); j++) {
      double expected = Math.sqrt(inverse.get(j, j) * dispersion);
      assertThat(all.errors()[j] / expected).isCloseTo(1, within(2e-4)); // of the differences
    }
  }

  @Test
  void waldIsTheSquareOfZWhereAViewHasOneColumn() {
    SmallStudy study = SmallStudy.make(Model.COX, 90, 3, 6, 1, 3, 2);
    var outcome = train(RegressionConfig.DEFAULTS.with(Model.COX), study.views(), study.roster());
    FittedCoefficients own = outcome.parties().get(PartyId.of("p0")).coefficients().get(0);
    double z = own.values()[0] / own.errors()[0];
    assertThat(own.wald()).isCloseTo(z * z, within(1e-9 * z * z));
    FitStatistics statistics = outcome.result().statistics();
    assertThat(statistics.freedom()).isEqualTo(6);
    assertThat(statistics.likelihoodRatio()).isPositive();
    assertThat(outcome.result().figures()).containsKey("log-likelihood");
  }

  /** Units change coefficients by their factors and nothing else. */
  @ParameterizedTest
  @EnumSource(Model.class)
  void unitsOfColumnsAndOfNumbersDoNotMatter(Model model) {
    SmallStudy study = SmallStudy.make(model, 80, 3, 7, 2, 2, 2);
    RegressionConfig config = RegressionConfig.DEFAULTS.with(model);
    All plain = All.of(train(config, study.views(), study.roster()), study.views());
    double[] units = {1e-7, 1e6, 1, 1e3, 1e-3, 1e5};
    double[] shifts = {1e-4, 0, 50, 1e6, 0, -1e7};
    double number = model == Model.SQUARED ? 1e-9 : 1;
    List<View> scaled = new ArrayList<>();
    for (int k = 0; k < 3; k++) {
      View view = study.views().get(k);
      Matrix rows = view.features().toMatrix();
      int first = 2 * k;
      Matrix other =
          Matrix.fill(
              rows.rows(), 2, (i, j) -> rows.get(i, j) * units[first + j] + shifts[first + j]);
      View moved =
          new View(
              view.owner(),
              view.name(),
              view.columns(),
              Features.of(other),
              Optional.empty(),
              view.labels());
      scaled.add(moved.withTarget(view.target().map(t -> times(t, number))));
    }
    Roster roster = Roster.vertical(scaled, study.roster().classes(), 7);
    All other = All.of(train(config, scaled, roster), scaled);
    for (int j = 0; j < units.length; j++) {
      assertThat(other.values()[j] * units[j] / number / plain.values()[j])
          .isCloseTo(1, within(1e-6));
      assertThat(other.errors()[j] * units[j] / number / plain.errors()[j])
          .isCloseTo(1, within(1e-6));
    }
  }

  private static Target times(Target target, double factor) {
    return target instanceof Numbers numbers
        ? new Numbers(
            Arrays.stream(numbers.values()).map(v -> v * factor).toArray(), target.adjustment())
        : target;
  }

  @Test
  void predictionsAreThoseOfTheCoefficientsAndAKeptModelPredictsAsBefore() {
    for (Model model : Model.values()) {
      SmallStudy study = SmallStudy.make(model, 80, 6, 8, 2, 3, 2);
      RegressionConfig config = RegressionConfig.DEFAULTS.with(model);
      var outcome = train(config, study.views(), study.roster());
      Matrix scores = outcome.result().scores().orElseThrow();
      double[] eta = new double[6];
      for (View view : study.views()) {
        FittedCoefficients own = outcome.parties().get(view.owner()).coefficients().get(0);
        Matrix part = view.toScore().times(Matrix.of(own.values().length, 1, own.values()));
        double intercept = own.intercept().map(b -> b.value()).orElse(0.0);
        Arrays.setAll(eta, i -> eta[i] + part.get(i, 0) + intercept);
      }
      for (int i = 0; i < 6; i++) {
        double expected = MeanLoss.mean(model, eta[i]);
        assertThat(scores.get(i, scores.cols() - 1))
            .isCloseTo(expected, within(1e-9 * (1 + Math.abs(expected))));
      }
      assertThat(again(config, study, outcome)).isEqualTo(scores);
    }
  }

  private static Matrix again(
      RegressionConfig config, SmallStudy study, Simulation.Outcome<RegressionResult> outcome) {
    SortedMap<PartyId, Party> fresh = new TreeMap<>();
    for (View view : study.views()) {
      View rows =
          View.toPredict(
              view.owner(), view.name(), view.columns(), view.toScore(), 1, Optional.empty());
      Party party = METHOD.party(config, List.of(rows), study.roster());
      party.adopt(outcome.parties().get(view.owner()).model());
      fresh.put(view.owner(), party);
    }
    return RegressionCoordinator.test(Simulation.connect(METHOD, fresh), config, study.roster());
  }

  @Test
  void aModelWithoutInterceptIsThroughTheOrigin() {
    Matrix x = Matrix.fill(30, 1, (i, j) -> 5 + i);
    double[] y = x.map(v -> 3 * v).toArray();
    y[4] += 6;
    View view =
        View.of("a", "v", x.toRows(), x.toRows(), Optional.empty())
            .withTarget(Optional.of(new Numbers(y)));
    Roster roster = Roster.vertical(List.of(view), 1, 1);
    var outcome = train(RegressionConfig.DEFAULTS.withoutIntercept(), List.of(view), roster);
    double expected = 3 + 6 * x.get(4, 0) / x.squaredNorm();
    All all = All.of(outcome, List.of(view));
    assertThat(all.values()).hasSize(1);
    assertThat(all.values()[0]).isCloseTo(expected, within(1e-10));
    assertThat(outcome.result().scores().orElseThrow().get(0, 0))
        .isCloseTo(5 * expected, within(1e-8));
  }

  @Test
  void anOffsetIsAPartOfThePredictorThatIsNotFitted() {
    SmallStudy study = SmallStudy.make(Model.COX, 80, 3, 8, 2, 3, 2);
    double[] offset = study.rows().selectColumns(new int[] {0}).toArray();
    Target target =
        study
            .target()
            .with(new Adjustment(study.target().adjustment().weights(), Optional.of(offset)));
    List<View> views = new ArrayList<>(study.views());
    views.set(1, views.get(1).withTarget(Optional.of(target)));
    RegressionConfig config = RegressionConfig.DEFAULTS.with(Model.COX);
    All without = All.of(train(config, study.views(), study.roster()), views);
    All with = All.of(train(config, views, study.roster()), views);
    assertThat(with.values()[0]).isCloseTo(without.values()[0] - 1, within(1e-9));
    assertThat(with.values()[3]).isCloseTo(without.values()[3], within(1e-9));
    assertThat(with.errors()[0]).isCloseTo(without.errors()[0], within(1e-9));
  }

  @Test
  void withAPenaltyColumnsMayRepeatOthersOrBeConstant() {
    Matrix x = Matrix.gaussian(50, 2, Rng.of(3));
    Matrix odd = Matrix.fill(50, 3, (i, j) -> j == 2 ? 7 : x.get(i, 0));
    double[] y = x.selectColumns(new int[] {0}).toArray();
    View a =
        View.of("a", "a", x.toRows(), x.toRows(), Optional.empty())
            .withTarget(Optional.of(new Numbers(y)));
    View b = View.of("b", "b", odd.toRows(), odd.toRows(), Optional.empty());
    Roster roster = Roster.vertical(List.of(a, b), 1, 1);
    RegressionConfig config = RegressionConfig.DEFAULTS.with(PerView.of(0.1));
    All all = All.of(train(config, List.of(a, b), roster), List.of(a, b));
    assertThat(all.values()[0]).isCloseTo(all.values()[2], within(1e-9));
    assertThat(all.values()[2]).isCloseTo(all.values()[3], within(1e-9));
    assertThat(all.values()[4]).isZero();
  }

  @Test
  void coefficientsAreDisclosedByNameOnly() {
    SmallStudy study = SmallStudy.make(Model.SQUARED, 60, 3, 8, 2, 3, 2);
    RegressionConfig open = RegressionConfig.DEFAULTS.disclosing().testingViews();
    assertThat(METHOD.disclosures(open)).containsExactly("coefficients");
    assertThat(METHOD.disclosures(RegressionConfig.DEFAULTS)).isEmpty();
    List<View> all = study.views();
    Roster some = study.roster();
    Roster roster = new Roster(some.members(), some.samples(), 0, some.classes(), some.seed());
    var told = train(open, all, roster);
    assertThat(told.result().coefficients()).hasSize(3);
    told.parties()
        .forEach(
            (id, party) ->
                assertThat(told.result().coefficients().get(id))
                    .usingRecursiveComparison()
                    .isEqualTo(party.coefficients()));
    assertThat(train(RegressionConfig.DEFAULTS, all, roster).result().coefficients()).isEmpty();
    assertThat(train(open, study.views(), study.roster()).result().coefficients()).isEmpty();
  }

  @Test
  void directionsAreCountedFromTheMessages() {
    SmallStudy study = SmallStudy.make(Model.POISSON, 60, 3, 8, 2, 3, 2);
    Map<String, Long> letters =
        new HashMap<>(METHOD.sizes(RegressionConfig.DEFAULTS.withErrors(16), study.roster()));
    letters.put("R", 50L);
    RevealedDirections told = RevealedDirections.of(METHOD.asks());
    assertThat(told.most(letters)).isEqualTo(50 + 24); // 16 + 4 + 1, in eights
  }
}
