package io.parallax.eval;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Quality of predicted survival. Rows that were censored are made up for by weighting others with
 * 1/G, G the chance of being observed so long, estimated from training rows.
 *
 * @param times of the rows to judge by
 * @param events 1 where there was an event
 * @param censoring G, {@link KaplanMeier#ofCensoring}
 */
public record SurvivalForecast(double[] times, int[] events, KaplanMeier censoring) {
  public SurvivalForecast {
    SurvivalRows.require(times, events);
  }

  /**
   * Returns the Brier score at a time: the mean square of what predicted survival is off by.
   *
   * @param survival of each row until that time
   */
  public double brier(double time, double[] survival) {
    double sum = 0;
    for (int i = 0; i < times.length; i++) {
      sum += off(i, time, survival[i]);
    }
    return sum / times.length;
  }

  private double off(int i, double time, double survival) {
    if (times[i] > time) {
      return squared(1 - survival) / censoring.at(time);
    }
    return events[i] == 1 ? squared(survival) / censoring.before(times[i]) : 0;
  }

  /** Returns each row's part of {@link #integratedBrier}, whose mean over the rows that is. */
  public double[] brierParts(double[] at, double[][] survival) {
    double[] parts = new double[times.length];
    for (int i = 0; i < parts.length; i++) {
      for (int k = 1; k < at.length; k++) {
        double both = off(i, at[k - 1], survival[k - 1][i]) + off(i, at[k], survival[k][i]);
        parts[i] += (at[k] - at[k - 1]) * both / 2 / (at[at.length - 1] - at[0]);
      }
    }
    return parts;
  }

  /**
   * Returns for each row with an event until a time its pairs with rows without one, weighted, and
   * those in the order of the risks; the sums of both, of all rows, give {@link #areaUnderCurve}.
   */
  public double[][] areaPairs(double time, double[] risks) {
    SurvivalRows.require(times, events, risks);
    double[] without =
        IntStream.range(0, times.length)
            .filter(i -> times[i] > time)
            .mapToDouble(i -> risks[i])
            .sorted()
            .toArray();
    double[][] pairs = new double[2][times.length];
    for (int i = 0; i < times.length; i++) {
      if (times[i] <= time && events[i] == 1) {
        double weight = 1 / censoring.before(times[i]);
        int below = below(without, risks[i]);
        int equal = below(without, Math.nextUp(risks[i])) - below;
        pairs[0][i] = weight * without.length;
        pairs[1][i] = weight * (below + 0.5 * equal);
      }
    }
    return pairs;
  }

  /** Returns how many of ascending numbers are below one. */
  private static int below(double[] ascending, double number) {
    int low = 0;
    int high = ascending.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      boolean less = ascending[middle] < number;
      low = less ? middle + 1 : low;
      high = less ? high : middle;
    }
    return low;
  }

  private static double squared(double x) {
    return x * x;
  }

  /**
   * Returns the mean Brier score over a span of time, by trapezoids.
   *
   * @param at two or more times, ascending
   * @param survival for each of them, of each row
   */
  public double integratedBrier(double[] at, double[][] survival) {
    if (at.length < 2 || at.length != survival.length) {
      throw new IllegalArgumentException(
          at.length + " times have " + survival.length + " predictions; give two or more times");
    }
    double area = 0;
    double last = brier(at[0], survival[0]);
    for (int k = 1; k < at.length; k++) {
      double next = brier(at[k], survival[k]);
      area += (at[k] - at[k - 1]) * (last + next) / 2;
      last = next;
    }
    return area / (at[at.length - 1] - at[0]);
  }

  /**
   * Returns the area under the curve at a time: the chance that of a row with an event until then
   * and one without, the first has the higher risk. NaN where one of the two is missing.
   */
  public double areaUnderCurve(double time, double[] risks) {
    SurvivalRows.require(times, events, risks);
    Integer[] order = IntStream.range(0, times.length).boxed().toArray(Integer[]::new);
    Arrays.sort(order, Comparator.comparingDouble(i -> risks[i]));
    double right = 0;
    double cases = 0;
    double below = 0; // rows without an event, of lower risk
    for (int from = 0; from < order.length; ) {
      double risk = risks[order[from]];
      double happened = 0;
      int without = 0;
      for (; from < order.length && risks[order[from]] == risk; from++) {
        int i = order[from];
        without += times[i] > time ? 1 : 0;
        happened += times[i] <= time && events[i] == 1 ? 1 / censoring.before(times[i]) : 0;
      }
      right += happened * (below + 0.5 * without);
      cases += happened;
      below += without;
    }
    return right / (cases * below);
  }

  /**
   * Compares predicted with observed survival at a time, in groups of equal size by prediction.
   *
   * @param survival of each row until that time
   */
  public List<Calibration.Group> calibration(double time, double[] survival, int groups) {
    return Calibration.grouped(survival, groups, rows -> group(rows, time, survival));
  }

  private Calibration.Group group(int[] rows, double time, double[] survival) {
    KaplanMeier curve =
        KaplanMeier.of(
            Arrays.stream(rows).mapToDouble(i -> times[i]).toArray(),
            Arrays.stream(rows).map(i -> events[i]).toArray());
    double mean = Arrays.stream(rows).mapToDouble(i -> survival[i]).average().orElseThrow();
    return new Calibration.Group(rows.length, mean, curve.at(time), curve.interval(time));
  }
}
