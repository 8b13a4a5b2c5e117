package io.parallax.eval;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The step-down procedure of Holm (Scandinavian Journal of Statistics 6, 1979): of several tests at
 * once, the chance that any true null hypothesis is rejected stays below the level.
 */
public final class Holm {
  private Holm() {}

  /**
   * Returns the adjusted p of each test, in the given order.
   *
   * @param p of each test alone; NaN where there is none, which stays so and counts for nothing
   */
  public static double[] adjusted(double[] p) {
    double[] adjusted = new double[p.length];
    Arrays.fill(adjusted, Double.NaN);
    List<Integer> order =
        IntStream.range(0, p.length)
            .filter(i -> !Double.isNaN(p[i]))
            .boxed()
            .sorted(Comparator.comparingDouble(i -> p[i]))
            .toList();
    double least = 0;
    for (int place = 0; place < order.size(); place++) {
      int i = order.get(place);
      least = Math.max(least, Math.min(1, (order.size() - place) * p[i]));
      adjusted[i] = least;
    }
    return adjusted;
  }
}
