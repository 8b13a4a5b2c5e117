package io.parallax.audit;

import io.parallax.data.Split;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Reads labels from the rows that are held out. Where splits keep a share of every class, the seed
 * tells for each place of a class in which splits it is held out: the rows in order are the
 * classes' places, one class between the other. Which class comes next is found forwards and
 * backwards over how many rows of each class came so far (a hidden Markov model).
 */
final class SplitInversionAttack {
  /** So many counts of rows so far are followed at a time; of two classes, all that there are. */
  private static final int MOST_STATES = 400;

  /** A split that does not fit the model at all must not end it. */
  private static final double MISFIT = Math.log(1e-4);

  private final int[][] places; // of each class, in which splits it is held out
  private final boolean[][] seen; // rows × splits
  private final boolean[][] signs; // places × splits
  private final int[] sizes;

  /**
   * @param sizes how many rows of each class there are: of few classes an attacker tries all
   * @param draw the study's splits of rows with given classes, for which the seed is enough
   * @param told the splits as they were told
   */
  SplitInversionAttack(int[] sizes, Function<int[], List<Split>> draw, List<Split> told) {
    this.sizes = sizes.clone();
    int rows = Arrays.stream(sizes).sum();
    int[] sorted =
        IntStream.range(0, sizes.length)
            .flatMap(c -> IntStream.generate(() -> c).limit(sizes[c]))
            .toArray();
    this.signs = heldOut(draw.apply(sorted), rows);
    this.seen = heldOut(told, rows);
    this.places = new int[sizes.length][];
    for (int c = 0, from = 0; c < sizes.length; from += sizes[c++]) {
      places[c] = IntStream.range(from, from + sizes[c]).toArray();
    }
  }

  private static boolean[][] heldOut(List<Split> splits, int rows) {
    boolean[][] held = new boolean[rows][splits.size()];
    for (int s = 0; s < splits.size(); s++) {
      for (int row : splits.get(s).test()) {
        held[row][s] = true;
      }
    }
    return held;
  }

  /** The number of rows of each class so far; its hash is asked for much more often than made. */
  private static final class Counts {
    private final int[] of;
    private final int hash;

    Counts(int[] of) {
      this.of = of;
      this.hash = Arrays.hashCode(of);
    }

    Counts next(int c) {
      int[] more = of.clone();
      more[c]++;
      return new Counts(more);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Counts counts && hash == counts.hash && Arrays.equals(of, counts.of);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  /**
   * Returns the probability of each class for each row.
   *
   * @param prior what is known of each row's class from elsewhere, in logarithms
   */
  double[][] posterior(double[][] prior) {
    List<Map<Counts, Double>> forward = forward(prior);
    double[][] posterior = new double[seen.length][sizes.length];
    Map<Counts, Double> behind = new HashMap<>();
    forward.get(seen.length).keySet().forEach(end -> behind.put(end, 0.0));
    for (int row = seen.length - 1; row >= 0; row--) {
      Map<Counts, Double> before = new HashMap<>();
      double[] classes = new double[sizes.length];
      Arrays.fill(classes, Double.NEGATIVE_INFINITY);
      for (Map.Entry<Counts, Double> state : forward.get(row).entrySet()) {
        for (int c = 0; c < sizes.length; c++) {
          Double rest = behind.get(state.getKey().next(c));
          if (rest != null && state.getKey().of[c] < sizes[c]) {
            double step = prior[row][c] + fit(row, c, state.getKey().of[c]) + rest;
            before.merge(state.getKey(), step, SplitInversionAttack::logSum);
            classes[c] = logSum(classes[c], state.getValue() + step);
          }
        }
      }
      posterior[row] = normed(classes);
      behind.clear();
      behind.putAll(before);
    }
    return posterior;
  }

  private List<Map<Counts, Double>> forward(double[][] prior) {
    List<Map<Counts, Double>> layers = new ArrayList<>();
    layers.add(Map.of(new Counts(new int[sizes.length]), 0.0));
    for (int row = 0; row < seen.length; row++) {
      Map<Counts, Double> next = new HashMap<>();
      for (Map.Entry<Counts, Double> state : layers.get(row).entrySet()) {
        for (int c = 0; c < sizes.length; c++) {
          int came = state.getKey().of[c];
          if (came < sizes[c]) {
            double step = state.getValue() + prior[row][c] + fit(row, c, came);
            next.merge(state.getKey().next(c), step, SplitInversionAttack::logSum);
          }
        }
      }
      layers.add(likeliest(next));
    }
    return layers;
  }

  private Map<Counts, Double> likeliest(Map<Counts, Double> states) {
    if (states.size() <= MOST_STATES) {
      return states;
    }
    double[] values = states.values().stream().mapToDouble(Double::doubleValue).sorted().toArray();
    double least = values[values.length - MOST_STATES];
    Map<Counts, Double> kept = new HashMap<>();
    states.entrySet().stream()
        .filter(state -> Double.compare(state.getValue(), least) >= 0)
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(MOST_STATES)
        .forEach(state -> kept.put(state.getKey(), state.getValue()));
    return kept;
  }

  /**
   * Returns how well a row fits a place of a class: the number of splits in which both or neither
   * are held out.
   */
  private double fit(int row, int c, int place) {
    boolean[] sign = signs[places[c][place]];
    int misfits = 0;
    for (int s = 0; s < sign.length; s++) {
      misfits += sign[s] == seen[row][s] ? 0 : 1;
    }
    return misfits * MISFIT;
  }

  private static double logSum(double a, double b) {
    double most = Math.max(a, b);
    return most == Double.NEGATIVE_INFINITY
        ? most
        : most + Math.log1p(Math.exp(Math.min(a, b) - most));
  }

  private static double[] normed(double[] logs) {
    double most = Arrays.stream(logs).max().orElseThrow();
    double[] shares = Arrays.stream(logs).map(l -> Math.exp(l - most)).toArray();
    double all = Arrays.stream(shares).sum();
    return Arrays.stream(shares).map(share -> share / all).toArray();
  }

  /** The share of the rows whose likeliest class is the true one, where nothing else is known. */
  double right(int[] truth) {
    double[][] found = posterior(new double[truth.length][sizes.length]);
    return (double) IntStream.range(0, truth.length).filter(i -> best(found[i]) == truth[i]).count()
        / truth.length;
  }

  static int best(double[] shares) {
    int best = 0;
    for (int c = 1; c < shares.length; c++) {
      best = shares[c] > shares[best] ? c : best;
    }
    return best;
  }
}
