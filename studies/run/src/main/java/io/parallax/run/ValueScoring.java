package io.parallax.run;

import io.parallax.core.BaselineHazard;
import io.parallax.core.Target;
import io.parallax.eval.CalibrationSlope;
import io.parallax.eval.Concordance;
import io.parallax.eval.CountErrors;
import io.parallax.eval.KaplanMeier;
import io.parallax.eval.NumberErrors;
import io.parallax.eval.SurvivalForecast;
import io.parallax.math.Matrix;
import io.parallax.study.Task;
import io.parallax.study.rows.Fold;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Compares predictions with a target that is not classes, at whoever knows it. */
public final class ValueScoring {
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
    double[] expected = expected(values.heldOut(), predicted);
    Map<String, Double> metrics = new LinkedHashMap<>();
    double slope;
    if (values.heldOut() instanceof Target.Numbers numbers) {
      metrics.putAll(NumberErrors.of(numbers.values(), expected).asMap());
      double[] truth = numbers.values();
      double[] rest =
          IntStream.range(0, truth.length)
              .mapToDouble(i -> truth[i] - (expected[i] - predicted[i])) // without the offset
              .toArray();
      slope = CalibrationSlope.ofNumbers(rest, predicted);
    } else if (values.heldOut() instanceof Target.Counts counts) {
      metrics.putAll(CountErrors.of(counts.counts(), expected, exposure(counts)).asMap());
      slope = CalibrationSlope.ofCounts(counts.counts(), predicted, exposure(counts));
    } else {
      Target.Survival rows = (Target.Survival) values.heldOut();
      Target.Survival trained = (Target.Survival) values.trained();
      metrics.putAll(survival(trained, rows, expected, scored.hazard()));
      slope =
          CalibrationSlope.ofTimes(
              rows.times(), rows.events(), expected, rows.entries(), rows.strata());
    }
    if (!Double.isNaN(slope)) {
      metrics.put(CalibrationSlope.NAME, slope);
    }
    return metrics;
  }

  /**
   * Returns what is expected of each row, given its offset and exposure: a number, a count, or the
   * logarithm of relative risk.
   */
  static double[] expected(Target rows, double[] predicted) {
    if (rows instanceof Target.Counts counts) {
      double[] exposure = exposure(counts);
      return IntStream.range(0, predicted.length)
          .mapToDouble(i -> predicted[i] * exposure[i])
          .toArray();
    }
    return rows.adjustment()
        .offset()
        .map(
            offset ->
                IntStream.range(0, predicted.length)
                    .mapToDouble(i -> predicted[i] + offset[i])
                    .toArray())
        .orElse(predicted);
  }

  /**
   * Returns the metrics of predictions, at a party that has the target.
   *
   * @param hazard with which survival is predicted, for times
   */
  public static Map<String, Double> metrics(
      Fold.Values values, Matrix predictions, Optional<BaselineHazard> hazard) {
    return metrics(values, new Scored(predictions, false, 1, hazard));
  }

  /** Returns the names of the metrics of a kind of target, in order. */
  public static List<String> names(Task.Values.Kind kind) {
    double[] values = {1, 3, 2, 4};
    Target some =
        switch (kind) {
          case NUMBER -> new Target.Numbers(values);
          case COUNT -> new Target.Counts(values);
          case TIME -> new Target.Survival(values, new int[] {1, 1, 1, 1});
        };
    BaselineHazard hazard = new BaselineHazard(new double[] {1}, new double[] {1}, new int[1]);
    Matrix predicted = Matrix.of(4, 1, new double[] {1, 2, 2, 1});
    return List.copyOf(
        metrics(new Fold.Values(some, some), predicted, Optional.of(hazard)).keySet());
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

  /** Returns the factor of each row's rate: its exposure, times e to its offset. */
  static double[] exposure(Target.Counts counts) {
    Optional<double[]> exposure = counts.exposure();
    Optional<double[]> offset = counts.adjustment().offset();
    return IntStream.range(0, counts.size())
        .mapToDouble(
            i ->
                exposure.map(e -> e[i]).orElse(1.0)
                    * offset.map(o -> StrictMath.exp(o[i])).orElse(1.0))
        .toArray();
  }

  /** Returns of each row its event less the events that were expected until its time. */
  static double[] martingales(Target.Survival rows, double[] risks, BaselineHazard hazard) {
    double[] times = rows.times();
    int[] events = rows.events();
    int[] strata = rows.strata().orElse(new int[times.length]);
    double[] entries = rows.entries().orElse(new double[times.length]);
    return IntStream.range(0, times.length)
        .mapToDouble(
            i ->
                events[i]
                    - StrictMath.exp(risks[i])
                        * (hazard.at(times[i], strata[i]) - hazard.at(entries[i], strata[i])))
        .toArray();
  }

  /** With entry times, which chances of being censored do not know of, there are pairs only. */
  private static Map<String, Double> survival(
      Target.Survival trained,
      Target.Survival heldOut,
      double[] risks,
      Optional<BaselineHazard> hazard) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    Concordance pairs = pairs(heldOut);
    metrics.put(CONCORDANCE, pairs.harrell(risks));
    double[] at = span(trained);
    if (heldOut.entries().isEmpty()) {
      KaplanMeier censoring = KaplanMeier.ofCensoring(trained.times(), trained.events());
      SurvivalForecast forecast =
          new SurvivalForecast(heldOut.times(), heldOut.events(), censoring);
      double middle = at[at.length / 2];
      metrics.put(UNO, pairs.uno(risks, censoring, at[at.length - 1]));
      markers(heldOut, risks, hazard, middle)
          .ifPresent(found -> metrics.put(AUC, forecast.areaUnderCurve(middle, found)));
      hazard
          .filter(known -> at.length > 1)
          .map(known -> forecast.integratedBrier(at, curves(known, heldOut, risks, at)))
          .ifPresent(found -> metrics.put(BRIER, found));
    }
    return metrics;
  }

  /** Returns the comparison of rows by their times, within strata. */
  static Concordance pairs(Target.Survival rows) {
    return new Concordance(rows.times(), rows.events(), rows.entries(), rows.strata());
  }

  /**
   * Returns numbers that are higher where an event until a time is likelier: the risks or, if
   * hazards differ by stratum, the chances of one.
   */
  static Optional<double[]> markers(
      Target.Survival rows, double[] risks, Optional<BaselineHazard> hazard, double time) {
    return rows.strata().isEmpty()
        ? Optional.of(risks)
        : hazard.map(
            known ->
                Arrays.stream(curves(known, rows, risks, new double[] {time})[0])
                    .map(survival -> 1 - survival)
                    .toArray());
  }

  /** Returns the predicted survival until each time, of each row. */
  static double[][] curves(
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
  static double[] span(Target.Survival trained) {
    double[] happened = eventTimes(trained);
    if (happened.length == 0) {
      return happened;
    }
    return IntStream.range(0, TIMES)
        .mapToDouble(k -> 0.05 + 0.85 * k / (TIMES - 1))
        .map(share -> happened[(int) (share * (happened.length - 1))])
        .distinct()
        .toArray();
  }

  /** Returns the times of events, ascending. */
  static double[] eventTimes(Target.Survival rows) {
    double[] times = rows.times();
    int[] events = rows.events();
    return IntStream.range(0, times.length)
        .filter(i -> events[i] == 1)
        .mapToDouble(i -> times[i])
        .sorted()
        .toArray();
  }
}
