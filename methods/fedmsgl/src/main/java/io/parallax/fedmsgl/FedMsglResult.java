package io.parallax.fedmsgl;

import io.parallax.core.Affinity;
import io.parallax.core.Result;
import io.parallax.math.Matrix;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * The coordinator's result.
 *
 * @param global G, n × n; n × m with anchors
 * @param columns the row that each column of G stands for: all rows, or the anchors
 * @param embedding F, n × c, as k-means saw it
 * @param assignment the cluster of every row; larger clusters have smaller numbers
 * @param eigenvalues the c + 1 smallest of the hypergraph's Laplacian
 * @param spread of the rows of the embedding around their clusters' means, k-means' own measure
 * @param scores votes of the held-out rows for the clusters
 * @param objective Eq. (10) at the end
 * @param trace Eq. (10) after each round
 * @param converged whether the last round changed G by no more than the tolerance
 */
public record FedMsglResult(
    Matrix global,
    int[] columns,
    Matrix embedding,
    int[] assignment,
    double[] eigenvalues,
    double spread,
    Optional<Matrix> scores,
    double objective,
    List<Double> trace,
    boolean converged)
    implements Result {

  /** λ_c+1 − λ_c of the hypergraph's Laplacian: wide where the rows fall into c clusters. */
  public double eigengap() {
    int last = eigenvalues.length - 1;
    return eigenvalues[last] - eigenvalues[last - 1];
  }

  @Override
  public Optional<int[]> clusters() {
    return Optional.of(assignment.clone());
  }

  @Override
  public Optional<Affinity> affinity() {
    return Optional.of(new Affinity(global, columns.clone()));
  }

  @Override
  public OptionalDouble clarity() {
    return OptionalDouble.of(eigengap());
  }

  @Override
  public Iterable<Matrix> essence() {
    double[] names = Arrays.stream(assignment).asDoubleStream().toArray();
    Matrix column = Matrix.of(names.length, 1, names);
    return Stream.concat(Stream.of(embedding, column), scores.stream()).toList();
  }
}
