package io.parallax.eval;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/**
 * The slope of what was observed over what was predicted, on the scale of the linear predictor: 1
 * where predictions vary as they should, below 1 where they are too extreme, as those of a model
 * with too many columns. NaN where it has no value, such as for equal predictions.
 */
public final class CalibrationSlope {
  /** The name under which a result has it. */
  public static final String NAME = "calibrationSlope";

  private static final int STEPS = 60;
  private static final double ENOUGH = 1e-10;
  private static final double LARGEST = 1e3;

  private CalibrationSlope() {}

  /** Returns the slope of least squares. */
  public static double ofNumbers(double[] truth, double[] predicted) {
    double mean = Arrays.stream(predicted).average().orElse(0);
    double level = Arrays.stream(truth).average().orElse(0);
    double products = 0;
    double squares = 0;
    for (int i = 0; i < truth.length; i++) {
      products += (predicted[i] - mean) * (truth[i] - level);
      squares += (predicted[i] - mean) * (predicted[i] - mean);
    }
    return varies(predicted) ? products / squares : Double.NaN;
  }

  /**
   * Returns the coefficient of the rate's logarithm in a Poisson regression of the counts, with an
   * intercept and the exposure.
   */
  public static double ofCounts(double[] counts, double[] rates, double[] exposure) {
    double[] x = Arrays.stream(rates).map(StrictMath::log).toArray();
    double[] known = Arrays.stream(exposure).map(StrictMath::log).toArray();
    return withIntercept(counts, x, known, StrictMath::exp, mean -> mean);
  }

  /** Returns the coefficient of ln(p/(1 − p)) in a logistic regression, with an intercept. */
  public static double ofOutcomes(int[] happened, double[] probabilities) {
    double[] x =
        Arrays.stream(probabilities)
            .map(p -> Math.max(Probabilities.LEAST, Math.min(1 - Probabilities.LEAST, p)))
            .map(p -> StrictMath.log(p / (1 - p)))
            .toArray();
    return withIntercept(
        Arrays.stream(happened).asDoubleStream().toArray(),
        x,
        new double[x.length],
        eta -> 1 / (1 + StrictMath.exp(-eta)),
        p -> p * (1 - p));
  }

  private static boolean varies(double[] x) {
    double least = Arrays.stream(x).min().orElse(0);
    double most = Arrays.stream(x).max().orElse(0);
    boolean finite = Arrays.stream(x).allMatch(Double::isFinite);
    return finite && most - least > ENOUGH * Math.max(1, Math.abs(most));
  }

  /** Newton's method for an intercept and a slope, x centred. */
  private static double withIntercept(
      double[] y,
      double[] x,
      double[] offset,
      DoubleUnaryOperator mean,
      DoubleUnaryOperator variance) {
    if (!varies(x)) {
      return Double.NaN;
    }
    double centre = Arrays.stream(x).average().orElseThrow();
    double level = centre;
    double slope = 1;
    for (int step = 0; step < STEPS; step++) {
      double[] sums = new double[5]; // gradient, then the information
      for (int i = 0; i < y.length; i++) {
        double z = x[i] - centre;
        double expected = mean.applyAsDouble(level + slope * z + offset[i]);
        double weight = variance.applyAsDouble(expected);
        sums[0] += y[i] - expected;
        sums[1] += (y[i] - expected) * z;
        sums[2] += weight;
        sums[3] += weight * z;
        sums[4] += weight * z * z;
      }
      double determinant = sums[2] * sums[4] - sums[3] * sums[3];
      double up = bounded((sums[4] * sums[0] - sums[3] * sums[1]) / determinant);
      double steeper = bounded((sums[2] * sums[1] - sums[3] * sums[0]) / determinant);
      level += up;
      slope += steeper;
      if (!(Math.abs(slope) < LARGEST) || !(determinant > 0)) {
        return Double.NaN;
      }
      if (Math.abs(up) + Math.abs(steeper) < ENOUGH) {
        return slope;
      }
    }
    return Double.NaN;
  }

  private static double bounded(double step) {
    return Math.max(-1, Math.min(1, step));
  }

  /**
   * Returns the coefficient of the risk in a Cox regression, by Breslow's likelihood.
   *
   * @param risks logarithms of relative risk
   * @param entries the times from which rows were observed
   * @param strata the groups in which rows are compared
   */
  public static double ofTimes(
      double[] times,
      int[] events,
      double[] risks,
      Optional<double[]> entries,
      Optional<int[]> strata) {
    SurvivalRows.require(times, events, risks);
    if (!varies(risks)) {
      return Double.NaN;
    }
    double centre = Arrays.stream(risks).average().orElseThrow();
    double[] x = Arrays.stream(risks).map(r -> r - centre).toArray();
    double[] from = entries.orElse(new double[times.length]);
    List<int[]> members = SurvivalRows.groups(strata, times.length);
    double slope = 1;
    for (int step = 0; step < STEPS; step++) {
      double[] sums = new double[2];
      for (int[] rows : members) {
        cox(rows, times, events, from, x, slope, sums, new double[times.length]);
      }
      double change = bounded(sums[0] / sums[1]);
      slope += change;
      if (!(Math.abs(slope) < LARGEST) || !(sums[1] > 0)) {
        return Double.NaN;
      }
      if (Math.abs(change) < ENOUGH) {
        return slope;
      }
    }
    return Double.NaN;
  }

  /**
   * Returns each row's part of the gradient of that likelihood at a slope: 0 without an event. It
   * is 0 in sum over all rows at the slope that {@link #ofTimes} finds.
   */
  public static double[] parts(
      double[] times,
      int[] events,
      double[] risks,
      Optional<double[]> entries,
      Optional<int[]> strata,
      double slope) {
    SurvivalRows.require(times, events, risks);
    double centre = Arrays.stream(risks).average().orElse(0);
    double[] x = Arrays.stream(risks).map(r -> r - centre).toArray();
    double[] from = entries.orElse(new double[times.length]);
    double[] parts = new double[times.length];
    for (int[] rows : SurvivalRows.groups(strata, times.length)) {
      cox(rows, times, events, from, x, slope, new double[2], parts);
    }
    return parts;
  }

  /** Adds the gradient and the information of a stratum, latest times first. */
  private static void cox(
      int[] rows,
      double[] times,
      int[] events,
      double[] from,
      double[] x,
      double slope,
      double[] sums,
      double[] parts) {
    int[] byTime = SurvivalRows.falling(rows, times);
    int[] byEntry = SurvivalRows.falling(rows, from);
    double[] risk = new double[3]; // Σ e^bx, Σ x e^bx, Σ x² e^bx of the rows at risk
    int left = 0;
    for (int k = 0; k < byTime.length; ) {
      double time = times[byTime[k]];
      int first = k;
      while (k < byTime.length && times[byTime[k]] == time) {
        change(risk, x[byTime[k++]], slope, 1);
      }
      while (left < byEntry.length && from[byEntry[left]] >= time) {
        change(risk, x[byEntry[left++]], slope, -1);
      }
      for (int j = first; j < k; j++) {
        if (events[byTime[j]] == 1) {
          double mean = risk[1] / risk[0];
          parts[byTime[j]] = x[byTime[j]] - mean;
          sums[0] += parts[byTime[j]];
          sums[1] += risk[2] / risk[0] - mean * mean;
        }
      }
    }
  }

  private static void change(double[] risk, double x, double slope, int sign) {
    double weight = sign * StrictMath.exp(slope * x);
    risk[0] += weight;
    risk[1] += weight * x;
    risk[2] += weight * x * x;
  }
}
