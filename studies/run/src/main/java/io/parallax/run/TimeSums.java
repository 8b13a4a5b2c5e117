package io.parallax.run;

import io.parallax.core.BaselineHazard;
import io.parallax.core.Target;
import io.parallax.data.ColumnMoments;
import io.parallax.eval.CalibrationSlope;
import io.parallax.eval.Concordance;
import io.parallax.eval.KaplanMeier;
import io.parallax.eval.SurvivalForecast;
import io.parallax.math.Matrix;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * Metrics of times from sums over rows that several parties hold. People at the same party are
 * compared; chances of being censored, and the times at which survival is judged, are those of the
 * party's own training rows.
 */
final class TimeSums {
  /** Pairs, and those in order. */
  static final int FEW = 2;

  /** The same with Uno's weights and at the median time; Brier scores, and rows that have one. */
  static final int ALL = 4 * FEW + SlopeCurve.AT.length;

  private TimeSums() {}

  /**
   * Returns for each held-out row what is summed.
   *
   * @param trained the target of the party's training rows
   * @param all whether more than pairs are summed
   */
  static Matrix of(
      Target.Survival trained,
      Target.Survival rows,
      double[] risks,
      Optional<BaselineHazard> hazard,
      boolean all) {
    double[] times = rows.times();
    int[] events = rows.events();
    double[][] found = new double[all ? ALL : FEW][times.length];
    Concordance pairs = ValueScoring.pairs(rows);
    put(found, 0, pairs.pairs(risks));
    boolean weighed = all && rows.entries().isEmpty(); // as in one process
    double[] at = weighed ? ValueScoring.span(trained) : new double[0];
    if (at.length > 1) {
      KaplanMeier censoring = KaplanMeier.ofCensoring(trained.times(), trained.events());
      SurvivalForecast forecast = new SurvivalForecast(times, events, censoring);
      double middle = at[at.length / 2];
      put(found, 2, pairs.pairs(risks, censoring, at[at.length - 1]));
      ValueScoring.markers(rows, risks, hazard, middle)
          .ifPresent(markers -> put(found, 4, forecast.areaPairs(middle, markers)));
      hazard.ifPresent(
          known -> {
            double[] parts = forecast.brierParts(at, ValueScoring.curves(known, rows, risks, at));
            double[] ones = new double[parts.length];
            Arrays.fill(ones, 1);
            put(found, 6, new double[][] {ones, parts});
          });
    }
    for (int k = 0; all && k < SlopeCurve.AT.length; k++) {
      double slope = SlopeCurve.AT[k];
      found[8 + k] =
          CalibrationSlope.parts(times, events, risks, rows.entries(), rows.strata(), slope);
    }
    return Matrix.of(found).transpose();
  }

  /** Puts two columns in their place, if all of them can be summed. */
  private static void put(double[][] into, int at, double[][] two) {
    if (Arrays.stream(two).flatMapToDouble(Arrays::stream).allMatch(Double::isFinite)) {
      into[at] = two[0];
      into[at + 1] = two[1];
    }
  }

  static void metrics(ColumnMoments total, Map<String, Double> metrics) {
    double[] sums = total.sums();
    metrics.put(ValueScoring.CONCORDANCE, sums[1] / sums[0]);
    if (sums.length > FEW) {
      metrics.put(ValueScoring.UNO, sums[3] / sums[2]);
      metrics.put(ValueScoring.AUC, sums[5] / sums[4]);
      metrics.put(ValueScoring.BRIER, sums[7] / sums[6]);
      SlopeCurve gradient = new SlopeCurve(Arrays.copyOfRange(sums, 8, sums.length));
      metrics.put(CalibrationSlope.NAME, SlopeCurve.root(gradient::at));
    }
  }
}
