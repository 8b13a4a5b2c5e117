package io.parallax.run;

import io.parallax.core.Target;
import io.parallax.data.ColumnMoments;
import io.parallax.eval.CalibrationSlope;
import io.parallax.eval.Concordance;
import io.parallax.eval.CountErrors;
import io.parallax.eval.NumberErrors;
import io.parallax.math.Matrix;
import io.parallax.study.Task.Values.Kind;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Metrics of a target that is not classes, from sums over rows that several parties hold: each adds
 * those of its own held-out rows, and no row is told. Of times, only pairs of people at the same
 * party are compared.
 */
public final class ValueSums {
  /** Beyond it a square is too large to be added up between parties. */
  private static final double LARGEST = 1e22;

  private ValueSums() {}

  /** Returns the number of columns that are summed, with their squares. */
  public static int columns(Kind kind) {
    return switch (kind) {
      case NUMBER -> 6;
      case COUNT -> 4;
      case TIME -> 2;
    };
  }

  /**
   * Returns for each held-out row what is summed; NaN where it cannot be.
   *
   * @param scores a column: predicted numbers, rates of counts, or logarithms of relative risk
   */
  public static Matrix of(Target rows, Matrix scores) {
    double[] predicted = ValueScoring.column(scores);
    double[] expected = ValueScoring.expected(rows, predicted);
    Matrix found;
    if (rows instanceof Target.Numbers numbers) {
      found = numbers(numbers.values(), predicted, expected);
    } else if (rows instanceof Target.Counts counts) {
      found = counts(counts.counts(), expected, ValueScoring.exposure(counts));
    } else {
      Target.Survival times = (Target.Survival) rows;
      found = Matrix.of(Concordance.pairs(times.times(), times.events(), expected)).transpose();
    }
    return found.map(v -> Math.abs(v) < LARGEST ? v : Double.NaN);
  }

  /** Error, its size, number, prediction, number without offset, and these two together. */
  private static Matrix numbers(double[] truth, double[] predicted, double[] expected) {
    return Matrix.fill(
        truth.length,
        6,
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
        4,
        (i, j) ->
            switch (j) {
              case 0 -> CountErrors.deviance(truth[i], expected[i]);
              case 1 -> truth[i];
              case 2 -> exposure[i];
              default -> truth[i] > 0 ? truth[i] * Math.log(truth[i] / exposure[i]) : 0;
            });
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
        case TIME -> metrics.put(ValueScoring.CONCORDANCE, total.sums()[1] / total.sums()[0]);
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
  }
}
