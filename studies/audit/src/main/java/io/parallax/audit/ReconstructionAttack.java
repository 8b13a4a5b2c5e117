package io.parallax.audit;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.math.Svd;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * An attack: rows that are known beforehand tell how what was seen of all rows goes with their
 * features, and so the features of the others. Least squares on what was seen, cut off where it
 * serves the attacker best.
 */
final class ReconstructionAttack {
  private static final int KNOWN = 100;
  private static final int CHANCE_DRAWS = 200;
  private static final int MOST_COLUMNS = 2000;
  private static final double[] CUTS = {1e-12, 1e-10, 1e-8, 1e-6, 1e-4, 1e-3, 1e-2, 0.1, 0.3};
  private final Matrix truth;
  private final int[] known;
  private final int[] unknown;

  /**
   * @param truth the features of all rows
   */
  ReconstructionAttack(Matrix truth) {
    this(truth, Math.max(1, Math.min(KNOWN, truth.rows() / 4)));
  }

  /**
   * @param count how many of the rows the attacker knows
   */
  ReconstructionAttack(Matrix truth, int count) {
    int rows = truth.rows();
    this.truth = truth;
    this.known = IntStream.range(0, count).map(i -> (int) ((long) i * rows / count)).toArray();
    this.unknown =
        IntStream.range(0, rows).filter(i -> Arrays.binarySearch(known, i) < 0).toArray();
  }

  /**
   * Returns the share of the unknown rows' variance that is reconstructed: 1 is all, 0 or less is
   * nothing.
   */
  double share(List<Matrix> seen) {
    return best(seen, (guess, right) -> 1 - guess.squaredDistance(right) / right.squaredNorm());
  }

  /**
   * Returns the largest share from what all parties were sent, from what one has answered, or both.
   */
  double share(List<Matrix> sums, List<Matrix> own) {
    List<Matrix> both = new ArrayList<>(sums);
    both.addAll(own);
    return Stream.of(sums, own, both).mapToDouble(this::share).max().orElseThrow();
  }

  /**
   * Returns the share that masked answers may give beside the sums: what the sums alone give and
   * 0.01, or, where few rows let the attack find more by chance, what it finds in random numbers in
   * place of the answers, the most in 200 draws, and 0.01.
   */
  double limit(List<Matrix> sums, List<Matrix> own, Rng rng) {
    double fromSums = share(sums) + 0.01;
    if (share(sums, own) <= fromSums) {
      return fromSums;
    }
    double chance =
        IntStream.range(0, CHANCE_DRAWS)
            .mapToDouble(i -> share(sums, noise(own, rng.child(Integer.toString(i)))))
            .max()
            .orElseThrow();
    return Math.max(fromSums, chance + 0.01);
  }

  private static List<Matrix> noise(List<Matrix> like, Rng rng) {
    return like.stream()
        .map(m -> Matrix.fill(m.rows(), m.cols(), (i, j) -> rng.uniform() - 0.5))
        .toList();
  }

  /** Returns the cosine between rebuilt and true rows: 1 is the same direction, 0 is unrelated. */
  double cosine(List<Matrix> seen) {
    return best(
        seen,
        (guess, right) -> {
          double sizes = guess.norm() * right.norm();
          return sizes > 0 ? guess.dot(right) / sizes : 0;
        });
  }

  private double best(List<Matrix> seen, ToDoubleBiFunction<Matrix, Matrix> judge) {
    if (seen.isEmpty()) {
      return 0;
    }
    Matrix all = Matrix.stackColumns(usable(seen));
    Matrix from = centred(all, all.selectRows(known), known);
    Matrix to = centred(all, all.selectRows(known), unknown);
    Matrix target = centred(truth, truth.selectRows(known), known);
    Matrix right = centred(truth, truth.selectRows(known), unknown);
    Svd svd = from.thinSvd();
    Matrix turned = svd.u().transposeTimes(target);
    Matrix projected = to.times(svd.v());
    double best = 0;
    for (double cut : CUTS) {
      Matrix guess = projected.times(weighted(turned, svd.s(), cut * svd.s()[0]));
      best = Math.max(best, judge.applyAsDouble(guess, right));
    }
    return best;
  }

  /** As many as can be solved for, each brought to the same size. */
  private static List<Matrix> usable(List<Matrix> seen) {
    List<Matrix> some = new ArrayList<>();
    int columns = 0;
    for (Matrix one : seen) {
      columns += one.cols();
      if (columns <= MOST_COLUMNS || some.isEmpty()) {
        double size = one.norm();
        some.add(size > 0 ? one.scale(1 / size) : one);
      }
    }
    return some;
  }

  private static Matrix centred(Matrix all, Matrix sample, int[] rows) {
    double[] mean = new double[all.cols()];
    for (int i = 0; i < sample.rows(); i++) {
      for (int j = 0; j < mean.length; j++) {
        mean[j] += sample.get(i, j) / sample.rows();
      }
    }
    return Matrix.fill(rows.length, all.cols(), (i, j) -> all.get(rows[i], j) - mean[j]);
  }

  private static Matrix weighted(Matrix turned, double[] s, double least) {
    return Matrix.fill(
        turned.rows(), turned.cols(), (i, j) -> s[i] > least ? turned.get(i, j) / s[i] : 0);
  }
}
