package io.parallax.eval;

import io.parallax.math.Rng;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongToDoubleFunction;

/**
 * What each of several players adds to what they reach together. A coalition is a number whose bit
 * p tells whether player p is in it; its value is asked for once.
 */
public final class Shapley {
  /** Up to so many players all coalitions are looked at. */
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

  /** How many coalitions have been looked at. */
  public int asked() {
    return known.size();
  }

  /** What is lost when a player leaves all the others. */
  public double[] leaveOneOut() {
    double[] lost = new double[players];
    for (int p = 0; p < players; p++) {
      lost[p] = together() - value((1L << players) - 1 - (1L << p));
    }
    return lost;
  }

  /**
   * What a player adds on average to those who came before it, over all orders of coming; exact for
   * few players, else over so many orders drawn at random.
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
      long coalition = 0;
      for (int p : rng.permutation(players)) {
        double before = value(coalition);
        coalition |= 1L << p;
        values[p] += (value(coalition) - before) / orders;
      }
    }
    return values;
  }
}
