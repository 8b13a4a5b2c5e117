package io.parallax.fedmsgl;

import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Three views of samples from three directions, the last view wider than it is long; clusters have
 * different sizes, so that their names are known.
 */
record SmallStudy(List<View> views, Roster roster, int[] truth, int[] heldOutTruth) {
  static final int CLUSTERS = 3;
  private static final int[] WIDTHS = {6, 4, 70};
  private static final int[] CYCLE = {0, 1, 0, 2, 0, 1};

  static SmallStudy make(int samples, int heldOut, long seed) {
    Rng rng = Rng.of(seed);
    int[] codes = IntStream.range(0, samples + heldOut).map(i -> CYCLE[i % 6]).toArray();
    List<View> views = new ArrayList<>();
    for (int k = 0; k < WIDTHS.length; k++) {
      double[][] rows = rows(codes, WIDTHS[k], rng);
      views.add(
          View.of(
              "p" + k,
              "v" + k,
              Arrays.copyOf(rows, samples),
              Arrays.copyOfRange(rows, samples, rows.length),
              Optional.empty()));
    }
    return new SmallStudy(
        views,
        Roster.vertical(views, CLUSTERS, seed),
        Arrays.copyOf(codes, samples),
        Arrays.copyOfRange(codes, samples, codes.length));
  }

  private static double[][] rows(int[] codes, int width, Rng rng) {
    Matrix centres = Matrix.gaussian(CLUSTERS, width, rng).scale(3);
    Matrix noise = Matrix.gaussian(codes.length, width, rng);
    return Matrix.fill(codes.length, width, (i, j) -> noise.get(i, j) + centres.get(codes[i], j))
        .toRows();
  }

  SmallStudy seeded(long seed) {
    return new SmallStudy(views, Roster.vertical(views, CLUSTERS, seed), truth, heldOutTruth);
  }
}
