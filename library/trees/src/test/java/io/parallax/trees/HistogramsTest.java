package io.parallax.trees;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.trees.Histograms.Sums;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Sums and gains against the same numbers added up row by row; whole numbers make them exact. */
class HistogramsTest {
  private static final int N = 200;
  private static final TreeSettings SETTINGS = new TreeSettings(31, 64, 7, 3, 0.1);

  private final Rng rng = Rng.of(1);
  private final Matrix x = Matrix.fill(N, 3, (i, j) -> rng.below(5 + 20 * j));
  private final Bins bins = Bins.of(x, 30);
  private final Histograms histograms = new Histograms(bins.bin(x), SETTINGS);
  private final int[] sorted = rng.permutation(N);
  private final double[] pairs = // gradient and hessian in the order of the rows above
      IntStream.range(0, 2 * N)
          .mapToDouble(k -> k % 2 == 0 ? rng.below(99) - 49 : 1 + rng.below(4))
          .toArray();

  @Test
  void whatIsLeftIsTheSumOfTheOthers() {
    Leaf first = leaf(0, 80);
    Leaf rest = leaf(80, N);
    double[] restPairs = IntStream.range(160, 2 * N).mapToDouble(k -> pairs[k]).toArray();
    for (int j = 0; j < 3; j++) {
      Sums whole = sums(j, leaf(0, N), pairs);
      Sums part = sums(j, first, pairs);
      histograms.subtract(whole, part);
      assertThat(whole.array()).containsExactly(sums(j, rest, restPairs).array());
      assertThat(whole.array()).isNotEqualTo(part.array());
    }
  }

  @Test
  void theScoreOfTheBestSplitIsThatOfBruteForce() {
    for (int rows = 14; rows <= N; rows += 3) {
      Leaf leaf = leaf(0, rows);
      for (int j = 0; j < 3; j++) {
        Split found = histograms.best(sums(j, leaf, pairs), leaf);
        double best = 0;
        for (int code = 0; code < bins.count(j) - 1; code++) {
          double score = score(leaf, j, code);
          best = Math.max(best, score);
          if (code < found.code()) {
            assertThat(score).isLessThan(found.score()); // the lowest of equals
          }
        }
        assertThat(found.score()).isEqualTo(best);
        assertThat(found == Split.NONE || score(leaf, j, found.code()) == best).isTrue();
      }
    }
  }

  /** G²/(H + l2) of both sides, 0 where one has too few rows. */
  private double score(Leaf leaf, int j, int code) {
    double[] sides = new double[6]; // gradient, hessian and rows, left then right
    for (int k = leaf.from; k < leaf.to; k++) {
      int side = x.get(sorted[k], j) <= bins.cut(j, code) ? 0 : 3;
      sides[side] += pairs[2 * k];
      sides[side + 1] += pairs[2 * k + 1];
      sides[side + 2]++;
    }
    return Math.min(sides[2], sides[5]) < SETTINGS.minimumRows()
        ? 0
        : sides[0] * sides[0] / (sides[1] + 3) + sides[3] * sides[3] / (sides[4] + 3);
  }

  private Sums sums(int j, Leaf leaf, double[] leafPairs) {
    Sums sums = new Sums(Histograms.oneColumn(), 0, j);
    histograms.fill(sums, leaf, sorted, leafPairs);
    return sums;
  }

  private Leaf leaf(int from, int to) {
    double gradient = 0;
    double hessian = 0;
    for (int k = from; k < to; k++) {
      gradient += pairs[2 * k];
      hessian += pairs[2 * k + 1];
    }
    return new Leaf(0, 0, from, to, gradient, hessian);
  }
}
