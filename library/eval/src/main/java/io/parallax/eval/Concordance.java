package io.parallax.eval;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * The chance that of two rows the one with the earlier event has the higher risk; 0.5 is chance.
 * Pairs whose order is unknown, because the earlier time is censored or both events are at the same
 * time, do not count; a row censored at the time of another's event is later. Equal risks count
 * half. n rows take n·log n steps.
 */
public final class Concordance {
  private Concordance() {}

  /**
   * Returns Harrell's concordance.
   *
   * @param risks higher for earlier events
   */
  public static double harrell(double[] times, int[] events, double[] risks) {
    return of(times, events, risks, i -> 1);
  }

  /**
   * Returns Uno's concordance, which does not depend on how rows were censored: each pair is
   * weighted by 1/G², G the chance of being observed until just before the earlier time.
   *
   * @param censoring G, of training rows; {@link KaplanMeier#ofCensoring}
   * @param until pairs whose earlier time is at or after it do not count
   */
  public static double uno(
      double[] times, int[] events, double[] risks, KaplanMeier censoring, double until) {
    return of(times, events, risks, observed(times, censoring, until));
  }

  private static IntToDoubleFunction observed(double[] times, KaplanMeier censoring, double until) {
    return i -> {
      double observed = censoring.before(times[i]);
      return times[i] < until && observed > 0 ? 1 / (observed * observed) : 0;
    };
  }

  /**
   * Returns for each row the pairs in which its event is the earlier one, and how many of them are
   * in the order of the risks; the sums of both, of all rows, give Harrell's concordance.
   */
  public static double[][] pairs(double[] times, int[] events, double[] risks) {
    return pairs(times, events, risks, i -> 1);
  }

  /** Returns the same with Uno's weights. */
  public static double[][] pairs(
      double[] times, int[] events, double[] risks, KaplanMeier censoring, double until) {
    return pairs(times, events, risks, observed(times, censoring, until));
  }

  private static double[][] pairs(
      double[] times, int[] events, double[] risks, IntToDoubleFunction weight) {
    double[] all = new double[times.length];
    double[] right = new double[times.length];
    count(times, events, risks, weight, all, right);
    return new double[][] {all, right};
  }

  private static double of(
      double[] times, int[] events, double[] risks, IntToDoubleFunction weight) {
    double[][] found = pairs(times, events, risks, weight);
    double pairs = Arrays.stream(found[0]).sum();
    return pairs > 0 ? Arrays.stream(found[1]).sum() / pairs : Double.NaN;
  }

  private static void count(
      double[] times,
      int[] events,
      double[] risks,
      IntToDoubleFunction weight,
      double[] all,
      double[] right) {
    SurvivalRows.require(times, events, risks);
    Integer[] order = SurvivalRows.byTime(times);
    double[] sorted = Arrays.stream(risks).distinct().sorted().toArray();
    RankCounts later = new RankCounts(sorted.length);
    for (int to = order.length; to > 0; ) {
      int from = to;
      while (from > 0 && times[order[from - 1]] == times[order[to - 1]]) {
        from--;
      }
      insert(order, from, to, events, 0, risks, sorted, later);
      for (int k = from; k < to; k++) {
        int i = order[k];
        if (events[i] == 1) {
          int rank = Arrays.binarySearch(sorted, risks[i]);
          double w = weight.applyAsDouble(i);
          right[i] = w * (later.below(rank) + 0.5 * later.at(rank));
          all[i] = w * later.total();
        }
      }
      insert(order, from, to, events, 1, risks, sorted, later);
      to = from;
    }
  }

  private static void insert(
      Integer[] order,
      int from,
      int to,
      int[] events,
      int kind,
      double[] risks,
      double[] sorted,
      RankCounts counts) {
    for (int k = from; k < to; k++) {
      if (events[order[k]] == kind) {
        counts.add(Arrays.binarySearch(sorted, risks[order[k]]));
      }
    }
  }

  /** Counts of rows by rank: a Fenwick tree. */
  private static final class RankCounts {
    private final int[] tree;
    private final int[] each;
    private int total;

    RankCounts(int ranks) {
      tree = new int[ranks + 1];
      each = new int[ranks];
    }

    void add(int rank) {
      each[rank]++;
      total++;
      for (int k = rank + 1; k < tree.length; k += k & -k) {
        tree[k]++;
      }
    }

    int below(int rank) {
      int sum = 0;
      for (int k = rank; k > 0; k -= k & -k) {
        sum += tree[k];
      }
      return sum;
    }

    int at(int rank) {
      return each[rank];
    }

    int total() {
      return total;
    }
  }
}
