package io.parallax.run.columns;

import io.parallax.math.Rng;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Cuts columns into parties whose shares of the importance are drawn from a Dirichlet distribution:
 * the most important column first, each to the party that lacks most; then columns are moved and
 * swapped as long as the shares come nearer. Columns without importance go to parties at random, by
 * the same shares.
 *
 * @param shares that were drawn
 * @param party of each column
 */
record ImportanceCut(double[] shares, int[] party) {

  /**
   * Cuts columns.
   *
   * @param importance of each column, as a share of 1; 0 of all if no column tells anything
   */
  static ImportanceCut of(double[] importance, int parties, double alpha, Rng rng) {
    double[] shares = rng.child("shares").dirichlet(parties, alpha);
    int[] party = new int[importance.length];
    double[] reached = new double[parties];
    List<Integer> order =
        IntStream.range(0, party.length)
            .boxed()
            .sorted(Comparator.comparingDouble(j -> -importance[j])) // stable
            .toList();
    Rng draws = rng.child("others");
    for (int j : order) {
      party[j] = importance[j] > 0 ? neediest(shares, reached) : drawn(shares, draws.uniform());
      reached[party[j]] += importance[j];
    }
    while (improve(importance, shares, party, reached)) {} // each step lowers the distance
    fill(importance, party, parties);
    return new ImportanceCut(shares, party);
  }

  /** Returns the share of the importance that each party has. */
  double[] reached(double[] importance) {
    double[] reached = new double[shares.length];
    for (int j = 0; j < party.length; j++) {
      reached[party[j]] += importance[j];
    }
    return reached;
  }

  private static int neediest(double[] shares, double[] reached) {
    return IntStream.range(0, shares.length)
        .reduce((p, q) -> shares[q] - reached[q] > shares[p] - reached[p] ? q : p)
        .orElseThrow();
  }

  private static int drawn(double[] shares, double uniform) {
    double sum = 0;
    for (int p = 0; p < shares.length; p++) {
      sum += shares[p];
      if (uniform < sum) {
        return p;
      }
    }
    return shares.length - 1;
  }

  /** Makes the move or swap of columns that brings shares nearest; returns whether there is one. */
  private static boolean improve(
      double[] importance, double[] shares, int[] party, double[] reached) {
    double least = -1e-9;
    int one = -1;
    int other = -1;
    int to = -1;
    for (int j = 0; j < party.length; j++) {
      for (int p = 0; p < shares.length && importance[j] > 0; p++) {
        double change = change(shares, reached, party[j], p, importance[j]);
        if (p != party[j] && change < least) {
          least = change;
          one = j;
          other = -1;
          to = p;
        }
      }
      for (int k = 0; k < j && importance[j] > 0; k++) {
        double more = importance[j] - importance[k];
        double change = change(shares, reached, party[j], party[k], more);
        if (importance[k] > 0 && party[j] != party[k] && change < least) {
          least = change;
          one = j;
          other = k;
          to = party[k];
        }
      }
    }
    if (one < 0) {
      return false;
    }
    double moved = importance[one] - (other < 0 ? 0 : importance[other]);
    int from = party[one];
    reached[from] -= moved;
    reached[to] += moved;
    party[one] = to;
    if (other >= 0) {
      party[other] = from;
    }
    return true;
  }

  /** Returns by how much the squared distance of the shares changes. */
  private static double change(double[] shares, double[] reached, int from, int to, double moved) {
    double before = square(shares[from] - reached[from]) + square(shares[to] - reached[to]);
    return square(shares[from] - reached[from] + moved)
        + square(shares[to] - reached[to] - moved)
        - before;
  }

  private static double square(double x) {
    return x * x;
  }

  /** Gives a party without columns the least important one of the party that has most. */
  private static void fill(double[] importance, int[] party, int parties) {
    for (int p = 0; p < parties; p++) {
      int[] counts = new int[parties];
      Arrays.stream(party).forEach(q -> counts[q]++);
      if (counts[p] == 0) {
        int richest =
            IntStream.range(0, parties)
                .reduce((a, b) -> counts[b] > counts[a] ? b : a)
                .orElseThrow();
        int column =
            IntStream.range(0, party.length)
                .filter(j -> party[j] == richest)
                .reduce((a, b) -> importance[b] < importance[a] ? b : a)
                .orElseThrow();
        party[column] = p;
      }
    }
  }
}
