package io.parallax.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.core.BaselineHazard;
import io.parallax.core.FittedCoefficients;
import io.parallax.core.PartyId;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.Target;
import io.parallax.core.Target.Adjustment;
import io.parallax.core.Target.Counts;
import io.parallax.core.Target.Numbers;
import io.parallax.core.Target.Outcomes;
import io.parallax.core.Target.Survival;
import io.parallax.core.View;
import io.parallax.data.Json;
import io.parallax.data.Table;
import io.parallax.engine.Simulation;
import io.parallax.eval.Concordance;
import io.parallax.math.Matrix;
import io.parallax.regression.RegressionConfig.Model;
import io.parallax.regression.RegressionConfig.Ties;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Coefficients and standard errors are those of R's glm and coxph. */
class RegressionOracleTest {
  private static final Regression METHOD = new Regression();

  private static JsonNode vector(String name) throws IOException {
    return Json.MAPPER.readTree(Shared.vectors(name).toFile());
  }

  private static List<String> names(JsonNode list) {
    List<String> names = new ArrayList<>();
    list.forEach(name -> names.add(name.asText()));
    return names;
  }

  private static Target target(JsonNode truth, Model loss) {
    Table labels = Shared.labels(truth.get("data").asText());
    JsonNode told = truth.get("target");
    return switch (loss) {
      case SQUARED -> new Numbers(Shared.column(labels, told.asText()));
      case LOGISTIC -> new Outcomes(Shared.codes(labels, told.asText()), Adjustment.NONE);
      case POISSON -> new Counts(Shared.column(labels, told.asText()));
      case COX ->
          new Survival(
              Shared.column(labels, told.get("time").asText()),
              Shared.codes(labels, told.get("event").asText()));
    };
  }

  private static RegressionConfig config(JsonNode truth) {
    Model loss = Model.valueOf(truth.get("loss").asText().toUpperCase(Locale.ROOT));
    RegressionConfig config = RegressionConfig.DEFAULTS.with(loss);
    return truth.has("ties") && truth.get("ties").asText().equals("breslow")
        ? config.with(Ties.BRESLOW)
        : config;
  }

  private record Fitted(
      JsonNode truth, Simulation.Outcome<RegressionResult> outcome, List<View> views) {
    FittedCoefficients of(String view) {
      return outcome.parties().get(PartyId.of("owner-of-" + view)).coefficients().get(0);
    }
  }

  private static Fitted fit(String name) throws IOException {
    JsonNode truth = vector(name);
    RegressionConfig config = config(truth);
    List<View> views =
        Shared.views(
            truth.get("data").asText(), names(truth.get("views")), target(truth, config.loss()));
    Roster roster = Roster.vertical(views, 1, 1);
    Rounds rounds = Rounds.of(100, METHOD.tolerance(config));
    var outcome = Simulation.train(METHOD, config, views, roster, rounds);
    System.out.println("  " + name + ": " + rounds.count() + " rounds");
    return new Fitted(truth, outcome, views);
  }

  /** A list of one number is a number in the files. */
  private static double at(JsonNode list, int j) {
    return list.isArray() ? list.get(j).asDouble() : list.asDouble();
  }

  private static double worst(JsonNode truth, double[] found) {
    double worst = 0;
    for (int j = 0; j < found.length; j++) {
      worst = Math.max(worst, Math.abs(found[j] / at(truth, j) - 1));
    }
    return worst;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "glm_birthwt_grams",
        "glm_birthwt_low",
        "glm_solder_skips",
        "cox_rotterdam_rfs_efron",
        "cox_rotterdam_rfs_breslow"
      })
  void coefficientsAndStandardErrorsAreThoseOfAnIndependentImplementation(String name)
      throws IOException {
    Fitted fitted = fit(name);
    JsonNode truth = fitted.truth();
    double coefficients = 0;
    double errors = 0;
    for (String view : names(truth.get("views"))) {
      FittedCoefficients own = fitted.of(view);
      JsonNode part = truth.get("parts").get(view);
      coefficients = Math.max(coefficients, worst(part.get("coefficients"), own.values()));
      errors = Math.max(errors, worst(part.get("standard_errors"), own.errors()));
    }
    System.out.printf(
        Locale.ROOT, "    coefficients %.1e, standard errors %.1e%n", coefficients, errors);
    assertThat(coefficients).isLessThan(1e-8);
    assertThat(errors).isLessThan(1e-6);
    if (truth.has("intercept")) {
      var intercept = fitted.of(truth.get("views").get(0).asText()).intercept().orElseThrow();
      assertThat(intercept.value() / truth.get("intercept").asDouble()).isCloseTo(1, within(1e-8));
      assertThat(intercept.error() / truth.get("intercept_se").asDouble())
          .isCloseTo(1, within(1e-6));
    }
    assertStatistics(truth, fitted.outcome().result().statistics());
  }

  private static void assertStatistics(JsonNode truth, FitStatistics found) {
    JsonNode likelihood = truth.get("log_likelihood");
    if (likelihood != null && likelihood.isArray()) {
      assertThat(found.nullLogLikelihood() / likelihood.get(0).asDouble())
          .isCloseTo(1, within(1e-12));
      assertThat(found.logLikelihood() / likelihood.get(1).asDouble()).isCloseTo(1, within(1e-12));
    } else if (likelihood != null) {
      assertThat(found.logLikelihood() / likelihood.asDouble()).isCloseTo(1, within(1e-11));
    }
    if (truth.has("deviance")) {
      assertThat(found.deviance() / truth.get("deviance").asDouble()).isCloseTo(1, within(1e-11));
      assertThat(found.dispersion() / truth.get("dispersion").asDouble())
          .isCloseTo(1, within(1e-11));
    }
  }

  @Test
  void theBaselineHazardIsThatOfR() throws IOException {
    Fitted fitted = fit("cox_rotterdam_rfs_efron");
    BaselineHazard hazard =
        fitted
            .outcome()
            .parties()
            .get(fitted.views().get(0).owner())
            .baselineHazard()
            .orElseThrow();
    JsonNode times = fitted.truth().get("baseline_hazard_time_head");
    for (int k = 0; k < times.size(); k++) {
      double expected = fitted.truth().get("baseline_hazard_head").get(k).asDouble();
      assertThat(hazard.at(times.get(k).asDouble(), 0)).isCloseTo(expected, within(1e-13));
    }
  }

  private static double[] linear(Fitted fitted, String set) {
    double[] sum = new double[0];
    for (View view : fitted.views()) {
      double[] own = fitted.of(view.name()).values();
      Matrix rows = Shared.rows(set, view.name());
      double[] part = rows.times(Matrix.of(own.length, 1, own)).toArray();
      double[] before = sum.length == 0 ? new double[part.length] : sum;
      java.util.Arrays.setAll(part, i -> part[i] + before[i]);
      sum = part;
    }
    return sum;
  }

  @Test
  void concordanceIsThatOfRAlsoOnOtherPeople() throws IOException {
    Fitted fitted = fit("cox_rotterdam_rfs_efron");
    assertConcordance(fitted, "rotterdam", fitted.truth().get("concordance").asDouble());
    JsonNode external = vector("cox_rotterdam_to_gbsg");
    assertConcordance(fitted, "gbsg", external.get("concordance").asDouble());
    double[] linear = linear(fitted, "rotterdam");
    JsonNode head = fitted.truth().get("linear_predictor_head");
    for (int i = 0; i < head.size(); i++) {
      assertThat(linear[i]).isCloseTo(head.get(i).asDouble(), within(1e-10));
    }
  }

  private static void assertConcordance(Fitted fitted, String set, double expected) {
    Table labels = Shared.labels(set);
    double found =
        new Concordance(Shared.column(labels, "rfs_days"), Shared.codes(labels, "rfs_event"))
            .harrell(linear(fitted, set));
    assertThat(found).isCloseTo(expected, within(1e-10));
  }
}
