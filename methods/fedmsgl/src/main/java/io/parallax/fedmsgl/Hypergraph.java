package io.parallax.fedmsgl;

import io.parallax.core.Eq;
import io.parallax.fedmsgl.FedMsglConfig.Hyperedges;
import io.parallax.math.BlockLanczos;
import io.parallax.math.Eigen;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.math.RowWise;
import java.util.Arrays;

/**
 * A hyperedge for every row: the row and its k − 1 nearest. I − L_h is B Bᵀ with B = D_v^-½ H
 * D_e^-½, which has k entries in a column, so its eigenvectors come from cheap sparse products.
 * With pairs instead, a row and each of its nearest are an edge of their own: an ordinary graph,
 * whose normalised Laplacian L_h then is, up to a factor of one half.
 */
final class Hypergraph {
  private final int[][] edges; // the rows of hyperedge j, as many in each
  private final int[][] memberships; // the hyperedges of row i
  private final double[] roots; // 1/√degree of row i
  private final int size;

  private Hypergraph(int[][] edges, int n) {
    this.edges = edges;
    size = edges[0].length;
    memberships = transpose(edges, n);
    roots = new double[n];
    Arrays.setAll(roots, i -> 1 / Math.sqrt(memberships[i].length));
  }

  /**
   * @param affinity A, n × n, symmetric
   */
  @Eq("7")
  static Hypergraph of(Matrix affinity, int k, Hyperedges how) {
    Matrix nearness =
        how == Hyperedges.ROWS ? FedMsglEquations.squaredDistances(affinity).scale(-1) : affinity;
    int[][] edges = new int[affinity.rows()][];
    RowWise.measure(
        nearness,
        (j, row) -> {
          edges[j] = nearest(row, j, Math.min(k, row.length));
          return 0;
        });
    return new Hypergraph(how == Hyperedges.PAIRS ? pairs(edges) : edges, affinity.rows());
  }

  /** A row with each of its nearest. */
  private static int[][] pairs(int[][] edges) {
    return Arrays.stream(edges)
        .flatMap(edge -> Arrays.stream(edge).skip(1).mapToObj(near -> new int[] {edge[0], near}))
        .toArray(int[][]::new);
  }

  /** Row j itself, then those of largest value, ties to the lower index: one pass, k kept. */
  static int[] nearest(double[] nearness, int j, int k) {
    int[] kept = new int[k];
    double[] values = new double[k];
    kept[0] = j;
    values[0] = Double.POSITIVE_INFINITY;
    int size = 1;
    for (int i = 0; i < nearness.length; i++) {
      if (i == j || (size == k && !(nearness[i] > values[k - 1]))) {
        continue;
      }
      int at = size < k ? size++ : k - 1;
      for (; at > 1 && nearness[i] > values[at - 1]; at--) {
        kept[at] = kept[at - 1];
        values[at] = values[at - 1];
      }
      kept[at] = i;
      values[at] = nearness[i];
    }
    return kept;
  }

  /** The indices of the k largest values, ties to the lower index. */
  static int[] largest(double[] values, int k) {
    int[] withSelf = nearest(values, -1, k + 1);
    return Arrays.copyOfRange(withSelf, 1, k + 1);
  }

  /** The c smallest eigenvalues of L_h in ascending order, with vectors. */
  @Eq("25")
  Eigen smallest(int c, Rng rng) {
    Eigen largest = BlockLanczos.largest(memberships.length, c, this::smooth, rng);
    double[] values = Arrays.stream(largest.values()).map(value -> 1 - value).toArray();
    return new Eigen(values, largest.vectors());
  }

  /** D_v^-½ H D_e⁻¹ Hᵀ D_v^-½ Y. */
  Matrix smooth(Matrix y) {
    int b = y.cols();
    double[] data = y.toArray();
    Matrix means =
        RowWise.build(
            edges.length,
            b,
            (j, row) -> {
              for (int i : edges[j]) {
                addScaled(row, roots[i] / size, data, i * b);
              }
            });
    double[] sums = means.toArray();
    return RowWise.build(
        memberships.length,
        b,
        (i, row) -> {
          for (int j : memberships[i]) {
            addScaled(row, roots[i], sums, j * b);
          }
        });
  }

  /** H, n × hyperedges: row i is in hyperedge j. */
  @Eq("7")
  Matrix incidence() {
    return RowWise.build(
        memberships.length,
        edges.length,
        (i, row) -> Arrays.stream(memberships[i]).forEach(j -> row[j] = 1));
  }

  /** L_h, n × n, written out. */
  @Eq("8")
  Matrix laplacian() {
    return FedMsglEquations.identityMinus(smooth(Matrix.identity(memberships.length)));
  }

  private static void addScaled(double[] row, double factor, double[] data, int at) {
    for (int j = 0; j < row.length; j++) {
      row[j] += factor * data[at + j];
    }
  }

  private static int[][] transpose(int[][] edges, int n) {
    int[] counts = new int[n];
    for (int[] edge : edges) {
      for (int i : edge) {
        counts[i]++;
      }
    }
    int[][] memberships = new int[n][];
    Arrays.setAll(memberships, i -> new int[counts[i]]);
    for (int j = edges.length - 1; j >= 0; j--) {
      for (int i : edges[j]) {
        memberships[i][--counts[i]] = j;
      }
    }
    return memberships;
  }
}
