package io.parallax.fedmsgl;

import io.parallax.math.BlockLanczos;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.math.RowWise;
import java.util.Arrays;

/** Plain spectral clustering (Ng, Jordan, Weiss) on a graph of nearest neighbours. */
final class Spectral {
  private Spectral() {}

  /** n × n: 1 where each of two rows is among the k nearest of the other, ½ where one is. */
  static Matrix neighbours(Matrix rows, int k) {
    Matrix nearness = FedMsglEquations.squaredDistances(rows).scale(-1);
    Matrix near =
        RowWise.map(
            nearness,
            (j, row) -> {
              int[] nearest = Hypergraph.nearest(row, j, Math.min(k + 1, row.length));
              Arrays.fill(row, 0);
              Arrays.stream(nearest).skip(1).forEach(i -> row[i] = 0.5);
            });
    return near.plus(near.transpose());
  }

  /** The eigenvectors of the c largest eigenvalues of D^-½WD^-½, rows of length 1. */
  static Matrix embedding(Matrix graph, int c, Rng rng) {
    double[] degrees = RowWise.sums(graph);
    Matrix normalised =
        RowWise.map(
            graph,
            (i, row) ->
                Arrays.setAll(
                    row, j -> row[j] == 0 ? 0 : row[j] / Math.sqrt(degrees[i] * degrees[j])));
    return FedMsglEquations.unitRows(
        BlockLanczos.largest(graph.rows(), c, normalised::times, rng).vectors());
  }
}
