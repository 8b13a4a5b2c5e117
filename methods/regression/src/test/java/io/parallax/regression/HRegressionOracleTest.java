package io.parallax.regression;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.core.FittedCoefficients;
import io.parallax.core.PartyId;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.Target;
import io.parallax.core.Target.Adjustment;
import io.parallax.core.View;
import io.parallax.data.Json;
import io.parallax.data.Table;
import io.parallax.engine.Simulation;
import io.parallax.math.Features;
import io.parallax.regression.RegressionConfig.Ties;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** People spread over four parties have the coefficients and standard errors of R. */
class HRegressionOracleTest {
  private static final HRegression METHOD = new HRegression();
  private static final int SITES = 4;

  private static Target target(JsonNode truth, Table labels) {
    JsonNode told = truth.get("target");
    return switch (truth.get("loss").asText()) {
      case "squared" -> new Target.Numbers(Shared.column(labels, told.asText()));
      case "logistic" -> new Target.Outcomes(Shared.codes(labels, told.asText()), Adjustment.NONE);
      case "poisson" -> new Target.Counts(Shared.column(labels, told.asText()));
      default ->
          new Target.Survival(
              Shared.column(labels, told.get("time").asText()),
              Shared.codes(labels, told.get("event").asText()));
    };
  }

  /** Times are whole days, so that cells of a day round nothing. */
  private static HRegressionConfig config(JsonNode truth) {
    String loss = truth.get("loss").asText().toUpperCase(Locale.ROOT);
    return truth.has("ties")
        ? HRegressionConfig.DEFAULTS.survival(
            1, Ties.valueOf(truth.get("ties").asText().toUpperCase(Locale.ROOT)))
        : HRegressionConfig.DEFAULTS.with(RegressionConfig.Model.valueOf(loss));
  }

  private static List<View> spread(JsonNode truth) {
    String set = truth.get("data").asText();
    List<String> names = new ArrayList<>();
    truth.get("views").forEach(name -> names.add(name.asText()));
    Target target = target(truth, Shared.labels(set));
    List<View> views = new ArrayList<>();
    for (int l = 0; l < SITES; l++) {
      int site = l;
      int[] own = IntStream.range(0, target.size()).filter(i -> i % SITES == site).toArray();
      for (View view : Shared.views(set, names, target)) {
        views.add(
            new View(
                    PartyId.of("site-" + l),
                    view.name(),
                    view.columns(),
                    Features.of(view.features().toMatrix().selectRows(own)),
                    Optional.empty(),
                    Optional.empty())
                .withTarget(Optional.of(target.select(own))));
      }
    }
    return views;
  }

  private static List<Double> all(JsonNode truth, String what) {
    List<Double> values = new ArrayList<>();
    truth
        .get("views")
        .forEach(
            view -> {
              JsonNode part = truth.get("parts").get(view.asText()).get(what);
              if (part.isArray()) {
                part.forEach(v -> values.add(v.asDouble()));
              } else {
                values.add(part.asDouble());
              }
            });
    return values;
  }

  private static double worst(List<Double> truth, double[] found) {
    assertThat(found).hasSize(truth.size());
    return IntStream.range(0, found.length)
        .mapToDouble(j -> Math.abs(found[j] / truth.get(j) - 1))
        .max()
        .orElseThrow();
  }

  private static double[] flat(
      List<FittedCoefficients> all, Function<FittedCoefficients, double[]> numbers) {
    return all.stream().flatMapToDouble(own -> Arrays.stream(numbers.apply(own))).toArray();
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
    JsonNode truth = Json.MAPPER.readTree(Shared.vectors(name).toFile());
    HRegressionConfig config = config(truth);
    List<View> views = spread(truth);
    Rounds rounds = Rounds.of(100, METHOD.tolerance(config));
    var outcome = Simulation.train(METHOD, config, views, Roster.horizontal(views, 1, 1), rounds);
    List<FittedCoefficients> own = outcome.parties().get(PartyId.of("site-3")).coefficients();
    double coefficients = worst(all(truth, "coefficients"), flat(own, FittedCoefficients::values));
    double errors = worst(all(truth, "standard_errors"), flat(own, FittedCoefficients::errors));
    System.out.printf(
        Locale.ROOT,
        "  %s: %d rounds, coefficients %.1e, standard errors %.1e%n",
        name,
        rounds.count(),
        coefficients,
        errors);
    assertThat(outcome.result().converged()).isTrue();
    assertThat(coefficients).isLessThan(1e-8);
    assertThat(errors).isLessThan(1e-6);
    if (truth.has("intercept")) {
      var intercept = own.get(0).intercept().orElseThrow();
      assertThat(Math.abs(intercept.value() / truth.get("intercept").asDouble() - 1))
          .isLessThan(1e-8);
      assertThat(Math.abs(intercept.error() / truth.get("intercept_se").asDouble() - 1))
          .isLessThan(1e-6);
    }
  }
}
