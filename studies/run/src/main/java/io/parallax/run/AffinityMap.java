package io.parallax.run;

import com.fasterxml.jackson.annotation.JsonInclude;
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
 * @param across the number of columns of each group; null: it is not told
 * @param most the affinity that is drawn darkest; 0: it is not told
 */
public record AffinityMap(
    String png, int[] sizes, @JsonInclude(JsonInclude.Include.NON_NULL) int[] across, double most) {

  /** Returns the picture of a result, if it has an affinity. */
  public static Optional<AffinityMap> of(Result result) {
    if (result.affinity().isEmpty() || result.clusters().isEmpty()) {
      return Optional.empty();
    }
    HeatMap map = HeatMap.of(result.affinity().get(), result.clusters().get());
    return Optional.of(
        new AffinityMap(
            Base64.getEncoder().encodeToString(map.png()), map.sizes(), map.across(), map.most()));
  }

  /** Returns the same picture with nothing beside it but the groups' sizes. */
  AffinityMap bare() {
    return new AffinityMap(png, sizes, Arrays.equals(sizes, across) ? across : null, 0);
  }

  /** Returns the picture with the groups' borders. */
  public HeatMap heatMap() {
    int[] columns = across == null ? new int[0] : across;
    return new HeatMap(Base64.getDecoder().decode(png), sizes, columns, most);
  }
}
