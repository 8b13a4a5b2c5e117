package io.parallax.run;

import io.parallax.core.BaselineHazard;
import io.parallax.core.Target;
import io.parallax.data.ColumnMoments;
import io.parallax.eval.CalibrationSlope;
import io.parallax.eval.CountErrors;
import io.parallax.eval.NumberErrors;
import io.parallax.math.Matrix;
import io.parallax.study.Task.Values.Kind;
import io.parallax.study.rows.Fold;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Metrics of a target that is not classes, from sums over rows that several parties hold: each adds
 * those of its own held-out rows, and no row is told. Some metrics of counts and times need more
 * sums, which are told only of many rows.
 */
public final class ValueSums {
  /** Beyond it a square is too large to be added up between parties. */
  private static final double LARGEST = 1e22;

  private static final int NUMBERS = 6;
  private static final int COUNTS = 4;

  private ValueSums() {}

  /**
   * Returns the number of columns that are summed, with their squares.
   *
   * @param all whether those of all metrics are
   */
  public static int columns(Kind kind, boolean all) {
    return switch (kind) {
      case NUMBER -> NUMBERS;
      case COUNT -> COUNTS + (all ? 1 + SlopeCurve.AT.length : 0);
      case TIME -> all ? TimeSums.ALL : TimeSums.FEW;
    };
  }

  /**
   * Returns for each held-out row what is summed; NaN where it cannot be.
   *
   * @param values the target of the party's training and held-out rows
   * @param scores a column: predicted numbers, rates of counts, or logarithms of relative risk
   * @param hazard with which survival is predicted, for times
   * @param all whether all metrics are wanted
   */
  public static Matrix of(
      Fold.Values values, Matrix scores, Optional<BaselineHazard> hazard, boolean all) {
    Target rows = values.heldOut();
    double[] predicted = ValueScoring.column(scores);
    double[] expected = ValueScoring.expected(rows, predicted);
    Matrix found;
    if (rows instanceof Target.Numbers numbers) {
      found = numbers(numbers.values(), predicted, expected);
    } else if (rows instanceof Target.Counts counts) {
      double[] exposure = ValueScoring.exposure(counts);
      Matrix few = counts(counts.counts(), expected, exposure);
      found =
          all
              ? Matrix.stackColumns(List.of(few, powers(counts.counts(), predicted, exposure)))
              : few;
    } else {
      Target.Survival trained = (Target.Survival) values.trained();
      found = TimeSums.of(trained, (Target.Survival) rows, expected, hazard, all);
    }
    return found.map(v -> Math.abs(v) < LARGEST ? v : Double.NaN);
  }

  /** Error, its size, number, prediction, number without offset, and these two together. */
  private static Matrix numbers(double[] truth, double[] predicted, double[] expected) {
    return Matrix.fill(
        truth.length,
        NUMBERS,
        (i, j) -> {
          double error = truth[i] - expected[i];
          double rest = truth[i] - (expected[i] - predicted[i]);
          return switch (j) {
            case 0 -> error;
            case 1 -> Math.abs(error);
            case 2 -> truth[i];
            case 3 -> predicted[i];
            case 4 -> rest;
            default -> rest + predicted[i];
          };
        });
  }

  /** Deviance, count, exposure, and the part of the deviance that no rate changes. */
  private static Matrix counts(double[] truth, double[] expected, double[] exposure) {
    return Matrix.fill(
        truth.length,
        COUNTS,
        (i, j) ->
            switch (j) {
              case 0 -> CountErrors.deviance(truth[i], expected[i]);
              case 1 -> truth[i];
              case 2 -> exposure[i];
              default -> truth[i] > 0 ? truth[i] * Math.log(truth[i] / exposure[i]) : 0;
            });
  }

  /** The count times the rate's logarithm, and the exposure times powers of the rate. */
  private static Matrix powers(double[] truth, double[] rates, double[] exposure) {
    return Matrix.fill(
        truth.length,
        1 + SlopeCurve.AT.length,
        (i, j) ->
            j == 0
                ? truth[i] * StrictMath.log(rates[i])
                : exposure[i] * StrictMath.pow(rates[i], SlopeCurve.AT[j - 1]));
  }

  /**
   * Returns the metrics of all parties' rows.
   *
   * @param rows how many were held out; where a sum lacks one, there are no metrics
   */
  public static Map<String, Double> metrics(Kind kind, ColumnMoments total, int rows) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    boolean whole = rows > 0;
    for (long count : total.counts()) {
      whole &= count == rows;
    }
    if (whole) {
      switch (kind) {
        case NUMBER -> numbers(total, rows, metrics);
        case COUNT -> counts(total, rows, metrics);
        case TIME -> TimeSums.metrics(total, metrics);
      }
    }
    metrics.values().removeIf(value -> !Double.isFinite(value));
    return metrics;
  }

  private static void numbers(ColumnMoments total, int rows, Map<String, Double> metrics) {
    double[] deviations = total.deviations();
    double squares = total.squares()[0];
    metrics.put(NumberErrors.RMSE, Math.sqrt(squares / rows));
    metrics.put(NumberErrors.MAE, total.sums()[1] / rows);
    metrics.put(NumberErrors.R_SQUARED, 1 - squares / (rows * square(deviations[2])));
    double together = square(deviations[5]) - square(deviations[4]) - square(deviations[3]);
    metrics.put(CalibrationSlope.NAME, together / 2 / square(deviations[3]));
  }

  private static double square(double value) {
    return value * value;
  }

  private static void counts(ColumnMoments total, int rows, Map<String, Double> metrics) {
    double[] sums = total.sums();
    double without = 2 * (sums[3] - sums[1] * Math.log(sums[1] / sums[2]));
    metrics.put(CountErrors.DEVIANCE, sums[0] / rows);
    metrics.put(CountErrors.EXPLAINED, 1 - sums[0] / without);
    if (sums.length > COUNTS) {
      double mean = sums[COUNTS] / sums[1]; // of the rate's logarithm, by counts
      double[] logs = Arrays.stream(sums, COUNTS + 1, sums.length).map(StrictMath::log).toArray();
      SlopeCurve level = new SlopeCurve(logs);
      metrics.put(CalibrationSlope.NAME, SlopeCurve.root(b -> mean - level.slopeAt(b)));
    }
  }
}
