package io.parallax.eval;

import io.parallax.math.Matrix;
import java.util.Arrays;

/**
 * The k nearest other points of every point, by looking at all pairs: in tens of dimensions a
 * search tree visits most points as well.
 */
final class Neighbours {
  private static final int BLOCK = 64;
  private static final int TILE = 256;

  private final int k;
  private final int[] indices; // n × k
  private final double[] squares; // n × k

  private Neighbours(int n, int k) {
    this.k = k;
    indices = new int[n * k];
    squares = new double[n * k];
    Arrays.fill(squares, Double.POSITIVE_INFINITY);
  }

  /** Needs more than k points. */
  static Neighbours of(Matrix points, int k) {
    double[][][] tiles = tiles(points);
    Neighbours found = new Neighbours(points.rows(), k);
    RowBlocks.forEach(points.rows(), BLOCK, (from, to) -> found.search(tiles, from, to));
    return found;
  }

  /** The number of points. */
  int size() {
    return indices.length / k;
  }

  int k() {
    return k;
  }

  /** The points nearest to point 0, then those nearest to point 1, …; unordered among the k. */
  int[] indices() {
    return indices;
  }

  /** The squared distances that go with {@link #indices}. */
  double[] squares() {
    return squares;
  }

  /**
   * Tiles of points, each with one array per column; a column of zeros makes their number even.
   * Arrays that begin where the loop does are what lets the compiler use vector instructions.
   */
  private static double[][][] tiles(Matrix points) {
    int n = points.rows();
    int d = points.cols();
    double[] rows = points.toArray();
    double[][][] tiles = new double[(n + TILE - 1) / TILE][][];
    for (int t = 0; t < tiles.length; t++) {
      tiles[t] = new double[d + d % 2][Math.min(TILE, n - t * TILE)];
      for (int e = 0; e < d * tiles[t][0].length; e++) {
        tiles[t][e % d][e / d] = rows[t * TILE * d + e];
      }
    }
    return tiles;
  }

  private void search(double[][][] tiles, int from, int to) {
    double[] sums = new double[TILE];
    for (int t = 0; t < tiles.length; t++) {
      for (int i = from; i < to; i++) {
        squares(tiles[t], tiles[i / TILE], i % TILE, sums);
        offer(i, t * TILE, tiles[t][0].length, sums);
      }
    }
  }

  /** The squared distances of one point of one tile to all of another. */
  private static void squares(double[][] tile, double[][] own, int i, double[] sums) {
    Arrays.fill(sums, 0);
    for (int j = 0; j < tile.length; j += 2) {
      addSquares(tile[j], tile[j + 1], own[j][i], own[j + 1][i], sums);
    }
  }

  private static void addSquares(double[] a, double[] b, double ai, double bi, double[] sums) {
    for (int t = 0; t < a.length; t++) {
      double u = a[t] - ai;
      double v = b[t] - bi;
      sums[t] = sums[t] + u * u + v * v;
    }
  }

  private void offer(int i, int start, int count, double[] distances) {
    double farthest = squares[i * k];
    for (int t = 0; t < count; t++) {
      if (distances[t] < farthest && start + t != i) {
        replaceFarthest(i * k, start + t, distances[t]);
        farthest = squares[i * k];
      }
    }
  }

  /** Every row is a heap with its farthest neighbour on top. */
  private void replaceFarthest(int top, int index, double square) {
    int hole = 0;
    for (int child = 1; child < k; child = 2 * hole + 1) {
      if (child + 1 < k && squares[top + child + 1] > squares[top + child]) {
        child++;
      }
      if (squares[top + child] <= square) {
        break;
      }
      squares[top + hole] = squares[top + child];
      indices[top + hole] = indices[top + child];
      hole = child;
    }
    squares[top + hole] = square;
    indices[top + hole] = index;
  }
}
