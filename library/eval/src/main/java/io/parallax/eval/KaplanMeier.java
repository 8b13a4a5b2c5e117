package io.parallax.eval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The Kaplan–Meier estimate of survival: 1 before the first time, then a value from each time on.
 *
 * @param times the distinct times of events, ascending
 * @param survival the share without an event after each of them
 * @param errors its standard error (Greenwood)
 * @param atRisk rows that were under observation just before
 * @param events at each time
 */
public record KaplanMeier(
    double[] times, double[] survival, double[] errors, int[] atRisk, int[] events) {
  private static final double NORMAL = 1.959963984540054; // 97.5 % of a standard normal

  /** An interval. */
  public record Interval(double low, double high) {}

  private record Step(double time, double survival, double error, int atRisk, int events) {}

  /** Estimates the survival of rows. */
  public static KaplanMeier of(double[] times, int[] events) {
    return of(times, events, false);
  }

  /**
   * Estimates the chance of still being observed. Events come before censoring at the same time, so
   * rows with an event are no longer at risk of it.
   */
  public static KaplanMeier ofCensoring(double[] times, int[] events) {
    return of(times, events, true);
  }

  private static KaplanMeier of(double[] times, int[] events, boolean censoring) {
    SurvivalRows.require(times, events);
    Integer[] order = SurvivalRows.byTime(times);
    List<Step> steps = new ArrayList<>();
    double survival = 1;
    double sum = 0; // of Greenwood's formula
    for (int from = 0; from < order.length; ) {
      double time = times[order[from]];
      int to = from;
      int happened = 0;
      while (to < order.length && times[order[to]] == time) {
        happened += events[order[to++]];
      }
      int risk = order.length - from - (censoring ? happened : 0);
      int leaving = censoring ? to - from - happened : happened;
      if (leaving > 0) {
        survival *= 1 - (double) leaving / risk;
        sum += (double) leaving / ((double) risk * (risk - leaving));
        double error = survival > 0 ? survival * Math.sqrt(sum) : 0;
        steps.add(new Step(time, survival, error, risk, leaving));
      }
      from = to;
    }
    return of(steps);
  }

  private static KaplanMeier of(List<Step> steps) {
    return new KaplanMeier(
        steps.stream().mapToDouble(Step::time).toArray(),
        steps.stream().mapToDouble(Step::survival).toArray(),
        steps.stream().mapToDouble(Step::error).toArray(),
        steps.stream().mapToInt(Step::atRisk).toArray(),
        steps.stream().mapToInt(Step::events).toArray());
  }

  /** Returns the curves of groups, in the order of their numbers. */
  public static List<KaplanMeier> ofGroups(double[] times, int[] events, int[] groups) {
    return SurvivalRows.groups(Optional.of(groups), times.length).stream()
        .map(
            rows ->
                of(
                    Arrays.stream(rows).mapToDouble(i -> times[i]).toArray(),
                    Arrays.stream(rows).map(i -> events[i]).toArray()))
        .toList();
  }

  /** Returns the survival from a time on. */
  public double at(double time) {
    int found = Arrays.binarySearch(times, time);
    int before = found >= 0 ? found : -found - 2;
    return before < 0 ? 1 : survival[before];
  }

  /** Returns the survival just before a time. */
  public double before(double time) {
    int found = Arrays.binarySearch(times, time);
    int before = found >= 0 ? found - 1 : -found - 2;
    return before < 0 ? 1 : survival[before];
  }

  /** Returns the 95 % confidence interval at a time, on the scale of the logarithm. */
  public Interval interval(double time) {
    int found = Arrays.binarySearch(times, time);
    int step = found >= 0 ? found : -found - 2;
    if (step < 0 || survival[step] == 0) {
      return new Interval(at(time), at(time));
    }
    double width = NORMAL * errors[step] / survival[step];
    return new Interval(
        survival[step] * Math.exp(-width), Math.min(1, survival[step] * Math.exp(width)));
  }

  /** Returns the first time at which at most half survive; NaN if more do until the end. */
  public double median() {
    return IntStream.range(0, times.length)
        .filter(k -> survival[k] <= 0.5)
        .boxed()
        .min(Comparator.naturalOrder())
        .map(k -> times[k])
        .orElse(Double.NaN);
  }
}
