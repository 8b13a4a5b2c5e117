package io.parallax.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.BaselineHazard;
import io.parallax.core.FittedCoefficients;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.PerView;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.engine.Transcript;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.privacy.MaskedSum;
import io.parallax.regression.RegressionConfig.Model;
import io.parallax.regression.RegressionConfig.Ties;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** People at several parties give the model that all people in one place would give. */
class HRegressionTest {
  private static final HRegression METHOD = new HRegression();
  private static final Regression PEER = new Regression();

  private static Simulation.Outcome<HRegressionResult> train(
      HRegressionConfig config, List<View> views, Roster roster) {
    return Simulation.train(METHOD, config, views, roster, rounds());
  }

  private static Rounds rounds() {
    return Rounds.of(200, METHOD.tolerance(HRegressionConfig.DEFAULTS));
  }

  /** All coefficients and standard errors, the intercept last. */
  private record All(List<Double> values, List<Double> errors) {
    static All of(Iterable<Party> parties) {
      All all = new All(new ArrayList<>(), new ArrayList<>());
      Optional<FittedCoefficients.Intercept> intercept = Optional.empty();
      for (Party party : parties) {
        for (FittedCoefficients own : party.coefficients()) {
          Arrays.stream(own.values()).forEach(all.values::add);
          Arrays.stream(own.errors()).forEach(all.errors::add);
          intercept = intercept.or(own::intercept);
        }
      }
      intercept.ifPresent(b -> all.values.add(b.value()));
      intercept.ifPresent(b -> all.errors.add(b.error()));
      return all;
    }
  }

  private static double worst(List<Double> found, List<Double> expected) {
    assertThat(found).hasSameSizeAs(expected);
    double worst = 0;
    for (int j = 0; j < found.size(); j++) {
      double ratio = found.get(j).equals(expected.get(j)) ? 1 : found.get(j) / expected.get(j);
      worst = Math.max(worst, Math.abs(ratio - 1));
    }
    return worst;
  }

  private static void assertSame(
      String what,
      Simulation.Outcome<HRegressionResult> spread,
      Simulation.Outcome<RegressionResult> pooled) {
    assertThat(spread.result().converged()).isTrue();
    All expected = All.of(pooled.parties().values());
    spread
        .parties()
        .forEach(
            (id, party) -> {
              All found = All.of(List.of(party));
              double values = worst(found.values(), expected.values());
              double errors = worst(found.errors(), expected.errors());
              if (id.equals(spread.parties().firstKey())) {
                System.out.printf(
                    Locale.ROOT,
                    "  %s: %d rounds, coefficients %.1e, standard errors %.1e%n",
                    what,
                    spread.result().trace().size(),
                    values,
                    errors);
              }
              assertThat(values).isLessThan(1e-8);
              if (!pooled.result().statistics().penalised()) {
                assertThat(errors).isLessThan(1e-6);
              }
            });
    Map<String, Double> figures = pooled.result().figures();
    spread
        .result()
        .figures()
        .forEach(
            (name, value) ->
                assertThat(value)
                    .as(name)
                    .isCloseTo(figures.get(name), within(1e-9 * Math.abs(figures.get(name)))));
  }

  private static Simulation.Outcome<RegressionResult> pooled(
      RegressionConfig config, List<View> views, int classes) {
    return Simulation.train(PEER, config, views, Roster.vertical(views, classes, 1), rounds());
  }

  @ParameterizedTest
  @CsvSource({
    "SQUARED, 0, true",
    "SQUARED, 3, true",
    "SQUARED, 0, false",
    "LOGISTIC, 0, true",
    "LOGISTIC, 0.5, true",
    "LOGISTIC, 0, false",
    "POISSON, 0, true",
    "POISSON, 2, true",
    "POISSON, 0, false"
  })
  void meansAreThoseOfAllPeople(Model model, double lambda, boolean intercept) {
    SpreadStudy study = SpreadStudy.make(model, 5, new int[] {60, 25, 41}, 2, 3, 1);
    HRegressionConfig config = HRegressionConfig.DEFAULTS.with(model).with(PerView.of(lambda));
    RegressionConfig peer = RegressionConfig.DEFAULTS.with(model).with(PerView.of(lambda));
    assertSame(
        model + " " + lambda,
        train(intercept ? config : config.withoutIntercept(), study.views(), study.roster()),
        pooled(
            intercept ? peer : peer.withoutIntercept(), study.pooled(), study.roster().classes()));
  }

  @ParameterizedTest
  @CsvSource({"EFRON, 0, 1", "BRESLOW, 0, 1", "EFRON, 0, 2.5", "BRESLOW, 2, 7", "EFRON, 1, 7"})
  void risksAreThoseOfAllPeople(Ties ties, double lambda, double grid) {
    SpreadStudy study = SpreadStudy.make(Model.COX, 5, new int[] {60, 25, 41}, 2, 3, 1);
    var spread =
        train(
            HRegressionConfig.DEFAULTS.survival(grid, ties).with(PerView.of(lambda)),
            study.views(),
            study.roster());
    RegressionConfig peer =
        RegressionConfig.DEFAULTS.with(Model.COX).with(ties).with(PerView.of(lambda));
    var pooled = pooled(peer, study.pooled(grid), 1);
    assertSame("COX " + ties + " " + grid, spread, pooled);
    BaselineHazard expected =
        pooled.parties().get(study.pooled().get(0).owner()).baselineHazard().orElseThrow();
    BaselineHazard found =
        spread.parties().get(PartyId.of("site-1")).baselineHazard().orElseThrow();
    for (double t = 0.5; t < 40; t += 1) {
      double hazard = expected.at(t, 0);
      assertThat(found.at(t, 0)).isCloseTo(hazard, within(1e-8 * (1e-6 + hazard)));
    }
  }

  /** The first site has people of one stratum only. */
  @ParameterizedTest
  @CsvSource({"EFRON, 1", "BRESLOW, 2.5"})
  void strataAreThoseOfAllPeople(Ties ties, double grid) {
    SpreadStudy study =
        SpreadStudy.make(Model.COX, 5, new int[] {60, 25, 41}, 2, 3, 1).stratified();
    HRegressionConfig config = HRegressionConfig.DEFAULTS.survival(grid, ties);
    var spread = train(config, study.views(), study.roster());
    RegressionConfig peer = RegressionConfig.DEFAULTS.with(Model.COX).with(ties);
    var pooled = pooled(peer, study.pooled(grid), 1);
    assertSame("COX in strata " + ties, spread, pooled);
    BaselineHazard expected =
        pooled.parties().get(study.pooled().get(0).owner()).baselineHazard().orElseThrow();
    Party trained = spread.parties().get(PartyId.of("site-0"));
    BaselineHazard found = trained.baselineHazard().orElseThrow();
    for (double t = 0.5; t < 40; t += 1) {
      for (int stratum = 0; stratum < 2; stratum++) {
        double hazard = expected.at(t, stratum);
        assertThat(found.at(t, stratum)).isCloseTo(hazard, within(1e-8 * (1e-6 + hazard)));
      }
    }
    List<View> own = study.views().stream().filter(v -> v.owner().name().equals("site-0")).toList();
    Party other = METHOD.party(config, own, Roster.horizontal(study.views(), 1, 5));
    other.adopt(trained.model());
    assertThat(other.baselineHazard().orElseThrow().strata()).isEqualTo(found.strata());
  }

  @ParameterizedTest
  @EnumSource(Model.class)
  void everyPartyScoresItsRowsByTheCommonModel(Model model) {
    SpreadStudy study = SpreadStudy.make(model, 8, new int[] {60, 25, 41}, 2, 3);
    HRegressionConfig config =
        model == Model.COX
            ? HRegressionConfig.DEFAULTS.survival(1, Ties.EFRON)
            : HRegressionConfig.DEFAULTS.with(model);
    var outcome = train(config, study.views(), study.roster());
    RegressionConfig peer = RegressionConfig.DEFAULTS.with(model);
    Matrix expected =
        pooled(peer, study.pooled(), study.roster().classes()).result().scores().orElseThrow();
    List<Matrix> parts = new ArrayList<>();
    outcome.parties().values().forEach(party -> parts.add(party.scores().orElseThrow()));
    Matrix found = Matrix.stackRows(parts);
    assertThat(found.maxAbsDifference(expected)).isLessThan(1e-7 * (1 + expected.maxAbs()));
    List<View> own = study.views().stream().filter(v -> v.owner().name().equals("site-2")).toList();
    Party other = METHOD.party(config, own, study.roster());
    Party trained = outcome.parties().get(PartyId.of("site-2"));
    other.adopt(trained.model());
    assertThat(other.scores()).isEqualTo(trained.scores());
    assertThat(trained.importance().keySet()).containsExactly("v0", "v1");
  }

  /** A party answers no ask more often than there are rounds, also if they are few. */
  @ParameterizedTest
  @EnumSource(Model.class)
  void thereIsOneSumOfEachKindForEachRound(Model model) {
    SpreadStudy study = SpreadStudy.make(model, 8, new int[] {60, 25, 41}, 2, 3);
    HRegressionConfig config =
        model == Model.COX
            ? HRegressionConfig.DEFAULTS.survival(1, Ties.EFRON)
            : HRegressionConfig.DEFAULTS.with(model);
    List<byte[]> words = new ArrayList<>();
    Simulation.train(
        METHOD,
        config,
        study.views(),
        study.roster(),
        Rounds.of(2, 0),
        Simulation.Options.inMemory().recorded(words::add));
    Map<Class<?>, Long> often =
        Transcript.read(words, METHOD.asks()).stream()
            .collect(Collectors.groupingBy(e -> e.ask().getClass(), Collectors.counting()));
    assertThat(often.get(HRegressionMessages.AskCurve.class)).isEqualTo(2);
    assertThat(often.getOrDefault(HRegressionMessages.AskRisks.class, 2L)).isEqualTo(2);
  }

  @Test
  void maskedSumsChangeNoBit() {
    SpreadStudy study = SpreadStudy.make(Model.COX, 9, new int[] {60, 25, 41}, 2, 3);
    HRegressionConfig config = HRegressionConfig.DEFAULTS.survival(2, Ties.EFRON);
    var masked =
        Simulation.train(
            METHOD,
            config,
            study.views(),
            study.roster(),
            rounds(),
            Simulation.Options.inMemory().summing(ids -> MaskedSum.inProcess(ids, new byte[32])));
    var plain = train(config, study.views(), study.roster());
    assertThat(masked.result().table()).isEqualTo(plain.result().table());
  }

  @Test
  void wideSumsKeepLargeAndSmallNumbers() {
    Matrix drawn = Matrix.gaussian(6, 5, Rng.of(3));
    Matrix values =
        Matrix.fill(
            6, 5, (i, j) -> Math.scalb(drawn.get(i, j), new int[] {100, 50, 0, -9, 3, 1}[i]));
    Matrix digits = WideSum.MOMENTS.written(values);
    assertThat(digits.maxAbs()).isLessThan(WideSum.BASE);
    assertThat(WideSum.MOMENTS.read(digits)).isEqualTo(values);
    Matrix twice = WideSum.MOMENTS.read(digits.plus(digits.scale(-0.5)));
    assertThat(twice.maxAbsDifference(values.scale(0.5))).isZero();
  }
}
