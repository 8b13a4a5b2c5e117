package io.parallax.run;

import io.parallax.core.BaselineHazard;
import io.parallax.core.Target;
import io.parallax.eval.Concordance;
import io.parallax.eval.CountErrors;
import io.parallax.eval.KaplanMeier;
import io.parallax.eval.NumberErrors;
import io.parallax.eval.SurvivalForecast;
import io.parallax.math.Matrix;
import io.parallax.study.rows.Fold;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Compares predictions with a target that is not classes, at whoever knows it. */
final class ValueScoring {
  static final String CONCORDANCE = "concordance";
  static final String UNO = "unoConcordance";
  static final String BRIER = "integratedBrier";
  static final String AUC = "aucAtMedian";
  private static final int TIMES = 20;

  private ValueScoring() {}

  /**
   * Returns the metrics of predictions.
   *
   * @param scored a column: predicted numbers, rates of counts, or logarithms of relative risk
   */
  static Map<String, Double> metrics(Fold.Values values, Scored scored) {
    double[] predicted = column(scored.scores());
    if (values.heldOut() instanceof Target.Numbers numbers) {
      return NumberErrors.of(numbers.values(), predicted).asMap();
    }
    if (values.heldOut() instanceof Target.Counts counts) {
      double[] exposure = exposure(counts);
      return CountErrors.of(counts.counts(), times(predicted, exposure), exposure).asMap();
    }
    return survival(
        (Target.Survival) values.trained(),
        (Target.Survival) values.heldOut(),
        predicted,
        scored.hazard());
  }

  /** Returns the metric by which settings are chosen; larger is better. */
  static double goodness(Fold.Values values, Matrix scores) {
    Map<String, Double> metrics = metrics(values, new Scored(scores, false, 1));
    return Metrics.MAIN.stream()
        .filter(metrics::containsKey)
        .map(metrics::get)
        .findFirst()
        .orElseThrow();
  }

  static double[] column(Matrix scores) {
    return IntStream.range(0, scores.rows()).mapToDouble(i -> scores.get(i, 0)).toArray();
  }

  static double[] exposure(Target.Counts counts) {
    return counts
        .exposure()
        .orElseGet(
            () -> {
              double[] ones = new double[counts.size()];
              Arrays.fill(ones, 1);
              return ones;
            });
  }

  private static double[] times(double[] rates, double[] exposure) {
    return IntStream.range(0, rates.length).mapToDouble(i -> rates[i] * exposure[i]).toArray();
  }

  private static Map<String, Double> survival(
      Target.Survival trained,
      Target.Survival heldOut,
      double[] risks,
      Optional<BaselineHazard> hazard) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    KaplanMeier censoring = KaplanMeier.ofCensoring(trained.times(), trained.events());
    double[] at = span(trained);
    double until = at[at.length - 1];
    metrics.put(CONCORDANCE, Concordance.harrell(heldOut.times(), heldOut.events(), risks));
    metrics.put(UNO, Concordance.uno(heldOut.times(), heldOut.events(), risks, censoring, until));
    SurvivalForecast forecast = new SurvivalForecast(heldOut.times(), heldOut.events(), censoring);
    metrics.put(AUC, forecast.areaUnderCurve(at[at.length / 2], risks));
    hazard
        .filter(known -> at.length > 1)
        .ifPresent(
            known ->
                metrics.put(
                    BRIER, forecast.integratedBrier(at, curves(known, heldOut, risks, at))));
    return metrics;
  }

  /** Returns the predicted survival until each time, of each row. */
  private static double[][] curves(
      BaselineHazard hazard, Target.Survival rows, double[] risks, double[] at) {
    int[] strata = rows.strata().orElse(new int[risks.length]);
    int most = Arrays.stream(strata).max().orElse(0);
    double[][] curves = new double[at.length][risks.length];
    for (int t = 0; t < at.length; t++) {
      double[] base = new double[most + 1];
      for (int s = 0; s <= most; s++) {
        base[s] = hazard.at(at[t], s);
      }
      for (int i = 0; i < risks.length; i++) {
        curves[t][i] = StrictMath.exp(-base[strata[i]] * StrictMath.exp(risks[i]));
      }
    }
    return curves;
  }

  /**
   * Returns the times at which survival is judged: from the first twentieth to the last tenth of
   * the training rows' event times, at equal shares of the events.
   */
  private static double[] span(Target.Survival trained) {
    double[] times = trained.times();
    int[] events = trained.events();
    double[] happened =
        IntStream.range(0, times.length)
            .filter(i -> events[i] == 1)
            .mapToDouble(i -> times[i])
            .sorted()
            .toArray();
    return IntStream.range(0, TIMES)
        .mapToDouble(k -> 0.05 + 0.85 * k / (TIMES - 1))
        .map(share -> happened[(int) (share * (happened.length - 1))])
        .distinct()
        .toArray();
  }
}
