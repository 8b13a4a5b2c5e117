package io.parallax.eval;

import io.parallax.math.Rng;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongToDoubleFunction;

/**
 * The contribution of each of several players to their common value. A coalition is a number whose
 * bit p is set if player p belongs to it; the value of each coalition is requested once.
 */
public final class Shapley {
  /** The number of players up to which all coalitions are evaluated. */
  public static final int EXACT = 8;

  private final int players;
  private final LongToDoubleFunction value;
  private final Map<Long, Double> known = new HashMap<>();

  public Shapley(int players, LongToDoubleFunction value) {
    if (players < 1 || players > 62) {
      throw new IllegalArgumentException("number of players is " + players + ", must be 1 to 62");
    }
    this.players = players;
    this.value = value;
  }

  /** The value of a coalition. */
  public double value(long coalition) {
    return known.computeIfAbsent(coalition, value::applyAsDouble);
  }

  /** The value of all players together. */
  public double together() {
    return value((1L << players) - 1);
  }

  /** Returns the number of coalitions evaluated. */
  public int asked() {
    return known.size();
  }

  /** Returns the loss in value when a single player leaves the coalition of all. */
  public double[] leaveOneOut() {
    double[] lost = new double[players];
    for (int p = 0; p < players; p++) {
      lost[p] = together() - value((1L << players) - 1 - (1L << p));
    }
    return lost;
  }

  /**
   * Returns the Shapley values: a player's mean contribution to the players before it, over all
   * orders of joining; exact for few players, else over {@code orders} random orders.
   */
  public double[] values(int orders, Rng rng) {
    return players <= EXACT ? exact() : sampled(orders, rng);
  }

  private double[] exact() {
    double[] values = new double[players];
    for (long coalition = 0; coalition < 1L << players; coalition++) {
      double weight = weight(Long.bitCount(coalition));
      for (int p = 0; p < players; p++) {
        if ((coalition >> p & 1) == 0) {
          values[p] += weight * (value(coalition | 1L << p) - value(coalition));
        }
      }
    }
    return values;
  }

  /** s! (n − s − 1)! / n!: how likely just these s players came before. */
  private double weight(int before) {
    double weight = 1.0 / players;
    for (int i = 1; i <= before; i++) {
      weight *= (double) i / (players - i);
    }
    return weight;
  }

  private double[] sampled(int orders, Rng rng) {
    double[] values = new double[players];
    for (int k = 0; k < orders; k++) {
      double[] added = added(rng.permutation(players));
      for (int p = 0; p < players; p++) {
        values[p] += added[p] / orders;
      }
    }
    return values;
  }

  /** Returns what each player adds to those before it, in one order of joining. */
  private double[] added(int[] order) {
    double[] added = new double[players];
    long coalition = 0;
    for (int p : order) {
      double before = value(coalition);
      coalition |= 1L << p;
      added[p] = value(coalition) - before;
    }
    return added;
  }

  /**
   * Returns the standard errors of {@link #values} that come from drawing orders; 0 where all
   * coalitions are evaluated.
   *
   * @param rng as it was when the values were computed
   */
  public double[] standardErrors(int orders, Rng rng) {
    double[] errors = new double[players];
    if (players <= EXACT) {
      return errors;
    }
    double[][] added = new double[orders][];
    Arrays.setAll(added, k -> added(rng.permutation(players)));
    for (int p = 0; p < players; p++) {
      int player = p;
      double[] own = Arrays.stream(added).mapToDouble(order -> order[player]).toArray();
      errors[p] = Summary.of(own).sd() / Math.sqrt(orders);
    }
    return errors;
  }
}
