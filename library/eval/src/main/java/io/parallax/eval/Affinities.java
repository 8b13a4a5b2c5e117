package io.parallax.eval;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Affinities of pairs of points, p_ij = (p_{j|i} + p_{i|j}) / 2n, stored for near pairs only. All
 * entries add up to one.
 */
final class Affinities {
  private static final int BLOCK = 256;
  private static final int MOST_HALVINGS = 100;
  private static final double TOLERANCE = 1e-5;

  private final int[][] neighbours;
  private final double[][] weights;

  private Affinities(int n) {
    neighbours = new int[n][];
    weights = new double[n][];
  }

  /** Every point gets the same perplexity, which is below the number of neighbours. */
  static Affinities of(Neighbours near, double perplexity) {
    int k = near.k();
    double[] conditional = new double[near.size() * k];
    forEach(
        near.size(),
        i -> {
          double[] squares = Arrays.copyOfRange(near.squares(), i * k, (i + 1) * k);
          System.arraycopy(calibrate(squares, perplexity), 0, conditional, i * k, k);
        });
    int[][] incoming = incoming(near);
    Affinities result = new Affinities(near.size());
    forEach(near.size(), i -> result.merge(i, near, conditional, incoming[i]));
    return result;
  }

  int size() {
    return neighbours.length;
  }

  /** The points with affinity to point i, once each. */
  int[] neighbours(int i) {
    return neighbours[i];
  }

  /** p_ij for j in {@link #neighbours}. */
  double[] weights(int i) {
    return weights[i];
  }

  /** The same with point {@code order[i]} renamed to i. */
  Affinities reordered(int[] order) {
    int[] place = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      place[order[i]] = i;
    }
    Affinities result = new Affinities(order.length);
    forEach(
        order.length,
        i -> {
          int[] old = neighbours[order[i]];
          result.neighbours[i] = Arrays.stream(old).map(j -> place[j]).toArray();
          result.weights[i] = weights[order[i]].clone();
        });
    return result;
  }

  /** Writes Σ_j p_ij q_ij (y_i − y_j) for q_ij = 1 / (1 + ‖y_i − y_j‖²), points x₀ y₀ x₁ y₁ …. */
  void attract(int i, double[] points, double[] force) {
    int[] near = neighbours[i];
    double[] weight = weights[i];
    double x = points[2 * i];
    double y = points[2 * i + 1];
    double fx = 0;
    double fy = 0;
    for (int a = 0; a < near.length; a++) {
      double dx = x - points[2 * near[a]];
      double dy = y - points[2 * near[a] + 1];
      double pull = weight[a] / (1 + (dx * dx + dy * dy));
      fx += pull * dx;
      fy += pull * dy;
    }
    force[2 * i] = fx;
    force[2 * i + 1] = fy;
  }

  /** p_{j|i} ∝ exp(−precision · square), with the precision that gives the perplexity. */
  static double[] calibrate(double[] squares, double perplexity) {
    double[] excess = excess(squares);
    double[] p = new double[squares.length];
    double mean = sum(excess) / excess.length;
    double precision = mean > 0 ? 1 / mean : 1;
    double low = 0;
    double high = Double.POSITIVE_INFINITY;
    for (int step = 0; step < MOST_HALVINGS; step++) {
      double surplus = gaussian(excess, precision, p) - StrictMath.log(perplexity);
      if (Math.abs(surplus) < TOLERANCE) {
        break;
      }
      low = surplus > 0 ? precision : low;
      high = surplus > 0 ? high : precision;
      precision = high == Double.POSITIVE_INFINITY ? 2 * precision : (low + high) / 2;
    }
    return p;
  }

  /**
   * Subtracts the smallest square from all: this leaves p unchanged, and at least one entry does
   * not underflow.
   */
  private static double[] excess(double[] squares) {
    double least = Double.POSITIVE_INFINITY;
    for (double square : squares) {
      least = Math.min(least, square);
    }
    double[] excess = new double[squares.length];
    for (int a = 0; a < excess.length; a++) {
      excess[a] = squares[a] - least;
    }
    return excess;
  }

  /** Writes p and returns its entropy. */
  private static double gaussian(double[] squares, double precision, double[] p) {
    double weighted = 0;
    for (int a = 0; a < p.length; a++) {
      p[a] = StrictMath.exp(-precision * squares[a]);
      weighted += p[a] * squares[a];
    }
    double sum = sum(p);
    for (int a = 0; a < p.length; a++) {
      p[a] /= sum;
    }
    return StrictMath.log(sum) + precision * weighted / sum;
  }

  private static double sum(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }

  /** For every point the places, in the array of neighbours, where it is named. */
  private static int[][] incoming(Neighbours near) {
    int[] counts = new int[near.size()];
    for (int j : near.indices()) {
      counts[j]++;
    }
    int[][] places = new int[near.size()][];
    Arrays.setAll(places, j -> new int[counts[j]]);
    for (int place = near.indices().length - 1; place >= 0; place--) {
      int j = near.indices()[place];
      places[j][--counts[j]] = place;
    }
    return places;
  }

  /** Joins the entries of row i with those of column i. */
  private void merge(int i, Neighbours near, double[] conditional, int[] incoming) {
    int k = near.k();
    long[] entries = new long[k + incoming.length];
    for (int a = 0; a < k; a++) {
      entries[a] = entry(near.indices()[i * k + a], i * k + a);
    }
    for (int a = 0; a < incoming.length; a++) {
      entries[k + a] = entry(incoming[a] / k, incoming[a]);
    }
    Arrays.sort(entries);
    int[] index = new int[entries.length];
    double[] weight = new double[entries.length];
    int last = -1;
    for (long entry : entries) {
      int j = (int) (entry >>> Integer.SIZE);
      if (last < 0 || index[last] != j) {
        index[++last] = j;
      }
      weight[last] += conditional[(int) entry] / (2.0 * near.size());
    }
    neighbours[i] = Arrays.copyOf(index, last + 1);
    weights[i] = Arrays.copyOf(weight, last + 1);
  }

  /** Sorts by neighbour, and remembers the place of the weight. */
  private static long entry(int neighbour, int place) {
    return (long) neighbour << Integer.SIZE | place;
  }

  private static void forEach(int n, IntConsumer task) {
    RowBlocks.forEach(
        n,
        BLOCK,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            task.accept(i);
          }
        });
  }
}
