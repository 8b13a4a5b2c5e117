package io.parallax.core;

import io.parallax.math.Features;
import io.parallax.math.Matrix;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Features chosen by importance, and prediction by them alone without training again. */
public final class Selection {
  private Selection() {}

  /**
   * Returns the most important features, largest first, ties to the lower index: p % of them,
   * rounded half up, at least one.
   *
   * @param percent p, above 0 and at most 100
   */
  public static int[] top(double[] importance, double percent) {
    if (!(percent > 0 && percent <= 100)) {
      throw new IllegalArgumentException(
          "percent is " + percent + ", must be above 0 and at most 100");
    }
    long count = Math.max(1, (long) Math.floor(percent * importance.length / 100 + 0.5));
    return IntStream.range(0, importance.length)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer i) -> importance[i]).reversed())
        .limit(count)
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** The scores X_sel W_sel of the rows of X by the kept features, n × C. */
  public static Matrix scores(Features x, Matrix w, int[] kept) {
    return x.times(kept.length == w.rows() ? w : restrict(w, kept));
  }

  /** W with zeros in the rows that are not kept: XW is X_sel W_sel, and X needs no copy. */
  public static Matrix restrict(Matrix w, int[] kept) {
    boolean[] in = new boolean[w.rows()];
    for (int i : kept) {
      in[i] = true;
    }
    return Matrix.fill(w.rows(), w.cols(), (i, j) -> in[i] ? w.get(i, j) : 0);
  }
}
