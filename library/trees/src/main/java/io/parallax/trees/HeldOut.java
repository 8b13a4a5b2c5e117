package io.parallax.trees;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Rows divided into a training part and a held-out part. Rows are drawn class by class, so that
 * every class has its share of both.
 */
public record HeldOut(int[] training, int[] judging) {
  /** Rows and their classes. */
  record Part(Matrix x, int[] labels) {}

  /**
   * @param share the part of rows that judge, rounded to whole rows
   */
  public static HeldOut draw(int[] labels, double share, Rng rng) {
    int n = labels.length;
    int count = (int) Math.round(share * n);
    int[] byClass =
        Arrays.stream(rng.permutation(n))
            .boxed()
            .sorted(Comparator.comparingInt(i -> labels[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    boolean[] judges = new boolean[n];
    for (int k = 0; k < count; k++) {
      judges[byClass[(int) ((2L * k + 1) * n / (2L * count))]] = true;
    }
    return new HeldOut(rows(judges, false), rows(judges, true));
  }

  /** Returns true if no row is held out. */
  public boolean isEmpty() {
    return judging.length == 0;
  }

  Part training(Matrix x, int[] labels) {
    return part(training, x, labels);
  }

  Part judging(Matrix x, int[] labels) {
    return part(judging, x, labels);
  }

  private static Part part(int[] rows, Matrix x, int[] labels) {
    return new Part(x.selectRows(rows), Arrays.stream(rows).map(i -> labels[i]).toArray());
  }

  private static int[] rows(boolean[] judges, boolean judging) {
    return IntStream.range(0, judges.length).filter(i -> judges[i] == judging).toArray();
  }
}
