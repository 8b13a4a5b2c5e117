package io.parallax.run.columns;

import io.parallax.eval.PartyCorrelation;
import io.parallax.math.Rng;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/**
 * Cuts columns into parties of equally many, so that Icor comes to lie between its least and its
 * largest value. These are looked for by swaps of columns: from columns that belong together at one
 * party, from such that are dealt out, and at random.
 */
final class CorrelationCut {
  private static final double NEAR = 1e-4; // of Icor's range
  private static final int MOST_TRIES = 3000;
  private static final int LEAST_TRIES = 100;
  private static final double WORK = 1e10; // operations of one search
  private final PartyCorrelation correlation;
  private final List<int[]> features;
  private final int parties;
  private final Rng rng;

  /**
   * Parties' columns, with what they come to.
   *
   * @param party of each column
   */
  record Cut(int[] party, double icor) {}

  /**
   * A cut, and the range that it lies in.
   *
   * @param low the least Icor that was found
   * @param high the largest
   */
  record Found(Cut cut, double low, double high) {
    /** Returns where in its range Icor lies. */
    double beta() {
      return high > low ? (cut.icor() - low) / (high - low) : 0;
    }
  }

  /**
   * @param features of each column: one, or one for each category
   */
  CorrelationCut(PartyCorrelation correlation, List<int[]> features, int parties, Rng rng) {
    this.correlation = correlation;
    this.features = features;
    this.parties = parties;
    this.rng = rng;
  }

  /**
   * Returns the best cut that was found.
   *
   * @param beta 0: columns that correlate are together; 1: they are apart
   */
  Found at(double beta) {
    int[] order = order();
    int[] random = rng.child("start").permutation(order.length);
    List<Cut> starts = List.of(cut(together(order)), cut(dealt(order)), cut(dealt(random)));
    double never = Double.NEGATIVE_INFINITY;
    Cut least = search("least", starts, icor -> icor, never);
    Cut most = search("most", starts, icor -> -icor, never);
    double target = beta * most.icor() + (1 - beta) * least.icor();
    List<Cut> all = new ArrayList<>(starts);
    all.add(least);
    all.add(most);
    double enough = NEAR * (most.icor() - least.icor());
    Cut found = search("target", all, icor -> Math.abs(icor - target), enough);
    return new Found(found, least.icor(), most.icor());
  }

  /**
   * Swaps columns of the best start as long as that lowers its loss.
   *
   * @param enough the loss at which to stop
   */
  private Cut search(String purpose, List<Cut> starts, DoubleUnaryOperator loss, double enough) {
    Cut best = starts.get(0);
    for (Cut start : starts) {
      best = better(start, best, loss);
    }
    Rng draws = rng.child(purpose);
    for (int k = tries(); k > 0 && loss.applyAsDouble(best.icor()) > enough; k--) {
      int[] party = best.party().clone();
      for (int swaps = 1 + draws.below(2); swaps > 0; swaps--) {
        int one = draws.below(party.length);
        int other = draws.below(party.length);
        int kept = party[one];
        party[one] = party[other];
        party[other] = kept;
      }
      best = better(cut(party), best, loss);
    }
    return best;
  }

  private static Cut better(Cut one, Cut other, DoubleUnaryOperator loss) {
    return loss.applyAsDouble(one.icor()) < loss.applyAsDouble(other.icor()) ? one : other;
  }

  /** Returns fewer tries the longer each takes. */
  private int tries() {
    double side = (double) correlation.columns() / parties;
    double work = 10 * side * side * side * parties * (parties - 1);
    return (int) Math.max(LEAST_TRIES, Math.min(MOST_TRIES, WORK / work));
  }

  private Cut cut(int[] party) {
    List<int[]> places = places(features, party, parties);
    return new Cut(party, PartyCorrelation.difference(correlation.table(places)));
  }

  /** Returns the features of each party. */
  static List<int[]> places(List<int[]> features, int[] party, int parties) {
    return IntStream.range(0, parties)
        .mapToObj(
            p ->
                IntStream.range(0, party.length)
                    .filter(j -> party[j] == p)
                    .flatMap(j -> IntStream.of(features.get(j)))
                    .toArray())
        .toList();
  }

  /** Gives each party a stretch of the order; the first ones may get one column more. */
  private int[] together(int[] order) {
    int[] party = new int[order.length];
    for (int p = 0, at = 0; p < parties; p++) {
      for (int k = size(p); k > 0; k--) {
        party[order[at++]] = p;
      }
    }
    return party;
  }

  private int size(int party) {
    return features.size() / parties + (party < features.size() % parties ? 1 : 0);
  }

  private int[] dealt(int[] order) {
    int[] party = new int[order.length];
    for (int k = 0; k < order.length; k++) {
      party[order[k]] = k % parties;
    }
    return party;
  }

  /**
   * Returns the columns so that those that correlate are neighbours: the next is that which
   * correlates most with those of the party that is being filled.
   */
  private int[] order() {
    int columns = features.size();
    double[][] alike = alike();
    boolean[] used = new boolean[columns];
    int[] order = new int[columns];
    for (int p = 0, at = 0; p < parties; p++) {
      double[] pull = pull(alike, used);
      for (int k = 0; k < size(p); k++, at++) {
        order[at] = largest(pull, used);
        used[order[at]] = true;
        double[] own = alike[order[at]];
        double[] before = k == 0 ? new double[columns] : pull;
        pull = IntStream.range(0, columns).mapToDouble(j -> before[j] + own[j]).toArray();
      }
    }
    return order;
  }

  /** Returns how much each column correlates with those that are left. */
  private static double[] pull(double[][] alike, boolean[] used) {
    return IntStream.range(0, used.length)
        .mapToDouble(
            j ->
                IntStream.range(0, used.length)
                    .filter(i -> !used[i])
                    .mapToDouble(i -> alike[j][i])
                    .sum())
        .toArray();
  }

  private static int largest(double[] values, boolean[] used) {
    int best = -1;
    for (int j = 0; j < values.length; j++) {
      best = !used[j] && (best < 0 || values[j] > values[best]) ? j : best;
    }
    return best;
  }

  /** Returns the mean size of the correlations of every two columns' features. */
  private double[][] alike() {
    int columns = features.size();
    double[][] alike = new double[columns][columns];
    for (int i = 0; i < columns; i++) {
      for (int j = 0; j < columns; j++) {
        double sum = 0;
        for (int one : features.get(i)) {
          for (int other : features.get(j)) {
            sum += Math.abs(correlation.of(one, other));
          }
        }
        alike[i][j] = sum / (features.get(i).length * features.get(j).length);
      }
    }
    return alike;
  }
}
