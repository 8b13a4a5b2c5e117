package io.parallax.math;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The largest eigenpairs of a symmetric operator that is cheap to apply, by a restarted block
 * Krylov method with full orthogonalisation. A block is wider than the number of wanted pairs, so
 * that an eigenvalue that occurs as often as that, such as the 1 of a graph in several pieces, is
 * found as often. Small operators are written out and given to LAPACK.
 */
public final class BlockLanczos {
  private static final int SPARE = 8;
  private static final int DEPTH = 8;
  private static final int RESTARTS = 60;
  private static final double TOLERANCE = 1e-10;
  private static final double LOST = 1e-9;

  private final int n;
  private final int k;
  private final UnaryOperator<Matrix> operator;
  private final Rng rng;
  private double largest;

  private BlockLanczos(int n, int k, UnaryOperator<Matrix> operator, Rng rng) {
    this.n = n;
    this.k = k;
    this.operator = operator;
    this.rng = rng;
  }

  /**
   * The k largest eigenvalues in descending order, with vectors.
   *
   * @param operator n×b ↦ n×b, linear and symmetric
   * @param rng where the search starts
   */
  public static Eigen largest(int n, int k, UnaryOperator<Matrix> operator, Rng rng) {
    int block = k + SPARE;
    if (n < 3 * DEPTH * block) {
      return dense(n, k, operator);
    }
    return new BlockLanczos(n, k, operator, rng).search(block);
  }

  private static Eigen dense(int n, int k, UnaryOperator<Matrix> operator) {
    Matrix a = operator.apply(Matrix.identity(n));
    return a.plus(a.transpose()).scale(0.5).largestEigenpairs(k);
  }

  private Eigen search(int block) {
    Matrix start = Matrix.orthonormal(n, block, rng);
    for (int restart = 0; restart < RESTARTS; restart++) {
      Krylov space = grow(start);
      Eigen ritz = space.ritz(block);
      Matrix vectors = space.basis().times(ritz.vectors());
      Matrix images = space.image().times(ritz.vectors());
      if (residual(vectors, images, ritz.values()) <= TOLERANCE * largest) {
        return Decompositions.positive(first(ritz.values(), vectors));
      }
      start = vectors;
    }
    return dense(n, k, operator);
  }

  /** A basis of the Krylov space and what the operator makes of it. */
  private record Krylov(Matrix basis, Matrix image) {
    Eigen ritz(int count) {
      Matrix t = basis.transposeTimes(image);
      return t.plus(t.transpose()).scale(0.5).largestEigenpairs(count);
    }
  }

  private Krylov grow(Matrix start) {
    List<Matrix> blocks = new ArrayList<>(List.of(start));
    List<Matrix> images = new ArrayList<>(List.of(operator.apply(start)));
    while (blocks.size() < DEPTH) {
      Matrix next = orthogonal(Matrix.stackColumns(blocks), images.get(images.size() - 1));
      blocks.add(next);
      images.add(operator.apply(next));
    }
    return new Krylov(Matrix.stackColumns(blocks), Matrix.stackColumns(images));
  }

  /**
   * Returns the part of w outside the basis, orthonormal; lost directions are replaced by new ones.
   */
  private Matrix orthogonal(Matrix basis, Matrix w) {
    double size = w.maxAbs();
    Matrix rest = without(basis, without(basis, w));
    double[] norms = rest.transpose().rowNorms();
    Matrix full =
        Matrix.fill(
            n,
            w.cols(),
            (i, j) -> norms[j] > LOST * size ? rest.get(i, j) / norms[j] : rng.gaussian());
    return Decompositions.orthonormal(
        without(basis, Decompositions.orthonormal(without(basis, full))));
  }

  private static Matrix without(Matrix basis, Matrix w) {
    return w.minus(basis.times(basis.transposeTimes(w)));
  }

  private double residual(Matrix vectors, Matrix images, double[] values) {
    largest = Math.abs(values[0]);
    double worst = 0;
    for (int j = 0; j < k; j++) {
      double square = 0;
      for (int i = 0; i < n; i++) {
        double r = images.get(i, j) - values[j] * vectors.get(i, j);
        square += r * r;
      }
      worst = Math.max(worst, Math.sqrt(square));
    }
    return worst;
  }

  private Eigen first(double[] values, Matrix vectors) {
    int[] wanted = new int[k];
    double[] kept = new double[k];
    for (int j = 0; j < k; j++) {
      wanted[j] = j;
      kept[j] = values[j];
    }
    return new Eigen(kept, vectors.selectColumns(wanted));
  }
}
