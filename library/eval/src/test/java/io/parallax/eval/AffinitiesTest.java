package io.parallax.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AffinitiesTest {

  @Test
  void neighboursAreThoseOfASortByDistance() {
    for (int[] shape : new int[][] {{2, 1, 1}, {5, 3, 4}, {256, 2, 7}, {700, 5, 20}}) {
      Matrix points = Matrix.gaussian(shape[0], shape[1], Rng.of(5));
      int k = shape[2];
      int[] found = Neighbours.of(points, k).indices();
      for (int i = 0; i < points.rows(); i++) {
        int[] sorted = byDistance(points, i);
        assertThat(Arrays.copyOfRange(found, i * k, (i + 1) * k))
            .containsExactlyInAnyOrder(Arrays.copyOf(sorted, k));
      }
    }
  }

  @Test
  void everyPointReachesThePerplexity() {
    Rng rng = Rng.of(6);
    for (double scale : new double[] {1e-20, 1, 1e20}) {
      for (double perplexity : new double[] {1.5, 10, 30, 60}) {
        double[] squares = rng.dirichlet(90, 0.3);
        Arrays.setAll(squares, a -> scale * squares[a]);
        double[] p = Affinities.calibrate(squares, perplexity);
        assertThat(Math.exp(entropy(p))).isCloseTo(perplexity, within(1e-3));
      }
    }
  }

  @Test
  void perplexitiesOutOfReachComeAsCloseAsTheyCan() {
    assertThat(Affinities.calibrate(new double[] {4}, 1)).containsExactly(1);
    assertThat(Affinities.calibrate(new double[] {7, 7}, 1)).containsExactly(0.5, 0.5);
    assertThat(Affinities.calibrate(new double[] {2, 7, 9}, 1)[0]).isCloseTo(1, within(1e-4));
  }

  @Test
  void affinitiesAreSymmetricAndAddUpToOne() {
    Matrix p = dense(Affinities.of(Neighbours.of(Clusters.of(300, 4, 3, Rng.of(7)), 30), 10));
    assertThat(p.maxAbsDifference(p.transpose())).isLessThan(1e-18);
    assertThat(Arrays.stream(p.toArray()).sum()).isCloseTo(1, within(1e-12));
    assertThat(IntStream.range(0, 300).mapToDouble(i -> p.get(i, i)).sum()).isZero();
  }

  @Test
  void reorderingRenamesPoints() {
    Affinities affinities = Affinities.of(Neighbours.of(Matrix.gaussian(60, 3, Rng.of(8)), 9), 3);
    int[] order = Rng.of(9).permutation(60);
    Matrix expected = dense(affinities).selectRows(order).selectColumns(order);
    assertThat(dense(affinities.reordered(order))).isEqualTo(expected);
  }

  /** Attraction and repulsion together, against differences of the divergence itself. */
  @Test
  void forcesAreTheGradientOfTheDivergence() {
    int n = 40;
    Affinities affinities = Affinities.of(Neighbours.of(Matrix.gaussian(n, 5, Rng.of(10)), 12), 4);
    Matrix p = dense(affinities);
    double[] y = Matrix.gaussian(n, 2, Rng.of(11)).toArray();
    double[] gradient = gradient(affinities, y);
    double h = 1e-5;
    for (int c = 0; c < y.length; c++) {
      double kept = y[c];
      y[c] = kept + h;
      double above = divergence(p, y);
      y[c] = kept - h;
      double slope = (above - divergence(p, y)) / (2 * h);
      y[c] = kept;
      assertThat(gradient[c]).isCloseTo(slope, within(1e-8));
    }
  }

  private static double[] gradient(Affinities affinities, double[] y) {
    int n = affinities.size();
    double[] attraction = new double[y.length];
    double[] repulsion = new double[y.length];
    QuadTree tree = new QuadTree(n);
    tree.build(y);
    double total = 0;
    for (int i = 0; i < n; i++) {
      affinities.attract(i, y, attraction);
      total += tree.repel(i, 0, y, repulsion);
    }
    double sum = total;
    return IntStream.range(0, y.length)
        .mapToDouble(c -> 4 * (attraction[c] - repulsion[c] / sum))
        .toArray();
  }

  private static double divergence(Matrix p, double[] y) {
    int n = p.rows();
    Matrix q =
        Matrix.fill(
            n,
            n,
            (i, j) -> {
              double dx = y[2 * i] - y[2 * j];
              double dy = y[2 * i + 1] - y[2 * j + 1];
              return i == j ? 0 : 1 / (1 + dx * dx + dy * dy);
            });
    double total = Arrays.stream(q.toArray()).sum();
    return IntStream.range(0, n * n)
        .filter(e -> p.get(e / n, e % n) > 0)
        .mapToDouble(
            e -> p.get(e / n, e % n) * Math.log(p.get(e / n, e % n) * total / q.get(e / n, e % n)))
        .sum();
  }

  private static Matrix dense(Affinities affinities) {
    double[][] rows = new double[affinities.size()][affinities.size()];
    for (int i = 0; i < rows.length; i++) {
      for (int a = 0; a < affinities.neighbours(i).length; a++) {
        rows[i][affinities.neighbours(i)[a]] += affinities.weights(i)[a];
      }
    }
    return Matrix.of(rows);
  }

  private static int[] byDistance(Matrix points, int i) {
    Matrix own = Matrix.of(new double[][] {points.row(i)});
    return IntStream.range(0, points.rows())
        .filter(j -> j != i)
        .boxed()
        .sorted(
            Comparator.comparingDouble(
                j -> own.squaredDistance(Matrix.of(new double[][] {points.row(j)}))))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private static double entropy(double[] p) {
    return Arrays.stream(p).filter(v -> v > 0).map(v -> -v * Math.log(v)).sum();
  }
}
