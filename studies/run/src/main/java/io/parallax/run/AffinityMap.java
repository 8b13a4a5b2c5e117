package io.parallax.run;

import io.parallax.core.Result;
import io.parallax.pages.HeatMap;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/**
 * The affinity of rows as a small picture, ordered by group: the matrix itself is large, and nobody
 * needs its numbers later.
 *
 * @param png in Base64
 * @param sizes of the groups
 */
public record AffinityMap(String png, int[] sizes) {

  /** Returns the picture of a result, if it has an affinity. */
  public static Optional<AffinityMap> of(Result result) {
    if (result.affinity().isEmpty() || result.clusters().isEmpty()) {
      return Optional.empty();
    }
    int[] groups = result.clusters().get();
    int[] sizes = new int[Arrays.stream(groups).max().orElse(0) + 1];
    Arrays.stream(groups).forEach(group -> sizes[group]++);
    byte[] png = HeatMap.png(result.affinity().get(), groups);
    return Optional.of(new AffinityMap(Base64.getEncoder().encodeToString(png), sizes));
  }

  /** Returns the picture with the groups' borders. */
  public HeatMap heatMap() {
    return new HeatMap(Base64.getDecoder().decode(png), sizes);
  }
}
