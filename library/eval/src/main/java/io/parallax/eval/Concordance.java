package io.parallax.eval;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;

/**
 * The chance that of two rows the one with the earlier event has the higher risk; 0.5 is chance.
 * Pairs whose order is unknown, because the earlier time is censored or both events are at the same
 * time, do not count; a row censored at the time of another's event is later. Equal risks count
 * half. Rows of different strata are not compared, nor an event with a row that was not yet
 * observed then. n rows take n·log n steps.
 *
 * @param events 1 where there was an event
 * @param entries the times from which rows were observed
 * @param strata the groups in which rows are compared
 */
public record Concordance(
    double[] times, int[] events, Optional<double[]> entries, Optional<int[]> strata) {
  public Concordance {
    SurvivalRows.require(times, events);
  }

  /** Makes the concordance of rows that are all compared. */
  public Concordance(double[] times, int[] events) {
    this(times, events, Optional.empty(), Optional.empty());
  }

  /**
   * Returns Harrell's concordance.
   *
   * @param risks higher for earlier events
   */
  public double harrell(double[] risks) {
    return share(pairs(risks));
  }

  /**
   * Returns Uno's concordance, which does not depend on how rows were censored: each pair is
   * weighted by 1/G², G the chance of being observed until just before the earlier time.
   *
   * @param censoring G, of training rows; {@link KaplanMeier#ofCensoring}
   * @param until pairs whose earlier time is at or after it do not count
   */
  public double uno(double[] risks, KaplanMeier censoring, double until) {
    return share(pairs(risks, censoring, until));
  }

  private static double share(double[][] pairs) {
    double all = Arrays.stream(pairs[0]).sum();
    return all > 0 ? Arrays.stream(pairs[1]).sum() / all : Double.NaN;
  }

  /**
   * Returns for each row the pairs in which its event is the earlier one, and how many of them are
   * in the order of the risks; the sums of both, of all rows, give Harrell's concordance.
   */
  public double[][] pairs(double[] risks) {
    return pairs(risks, i -> 1);
  }

  /** Returns the same with Uno's weights. */
  public double[][] pairs(double[] risks, KaplanMeier censoring, double until) {
    return pairs(
        risks,
        i -> {
          double observed = censoring.before(times[i]);
          return times[i] < until && observed > 0 ? 1 / (observed * observed) : 0;
        });
  }

  private double[][] pairs(double[] risks, IntToDoubleFunction weight) {
    SurvivalRows.require(times, events, risks);
    double[][] pairs = new double[2][times.length];
    for (int[] rows : SurvivalRows.groups(strata, times.length)) {
      count(rows, risks, weight, pairs);
    }
    return pairs;
  }

  /** Counts the pairs of a stratum, latest times first. */
  private void count(int[] rows, double[] risks, IntToDoubleFunction weight, double[][] pairs) {
    int[] byTime = SurvivalRows.falling(rows, times);
    int[] byEntry = entries.map(from -> SurvivalRows.falling(rows, from)).orElse(new int[0]);
    double[] sorted = Arrays.stream(rows).mapToDouble(i -> risks[i]).distinct().sorted().toArray();
    RankCounts later = new RankCounts(sorted.length);
    int left = 0; // rows that are observed from a later time on
    for (int from = 0; from < byTime.length; ) {
      double time = times[byTime[from]];
      int to = from;
      while (to < byTime.length && times[byTime[to]] == time) {
        to++;
      }
      add(byTime, from, to, 0, risks, sorted, later);
      for (; left < byEntry.length && entries.get()[byEntry[left]] >= time; left++) {
        later.add(Arrays.binarySearch(sorted, risks[byEntry[left]]), -1);
      }
      for (int k = from; k < to; k++) {
        int i = byTime[k];
        if (events[i] == 1) {
          int rank = Arrays.binarySearch(sorted, risks[i]);
          double w = weight.applyAsDouble(i);
          pairs[1][i] = w * (later.below(rank) + 0.5 * later.at(rank));
          pairs[0][i] = w * later.total();
        }
      }
      add(byTime, from, to, 1, risks, sorted, later);
      from = to;
    }
  }

  private void add(
      int[] rows, int from, int to, int kind, double[] risks, double[] sorted, RankCounts counts) {
    for (int k = from; k < to; k++) {
      if (events[rows[k]] == kind) {
        counts.add(Arrays.binarySearch(sorted, risks[rows[k]]), 1);
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

    void add(int rank, int rows) {
      each[rank] += rows;
      total += rows;
      for (int k = rank + 1; k < tree.length; k += k & -k) {
        tree[k] += rows;
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
