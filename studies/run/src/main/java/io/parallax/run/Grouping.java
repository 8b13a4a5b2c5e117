package io.parallax.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;

/**
 * The groups of the first seed, as the columns of all views in one place show them.
 *
 * @param sizes the number of rows of each group
 * @param silhouette the mean over all rows; null if no view could be looked at
 * @param silhouettes the mean over each group's rows; empty likewise
 * @param fewer the mean with the two nearest groups merged, and so on down to two groups
 * @param contrasts by view and then group, the columns that set the group apart most
 */
public record Grouping(
    int[] sizes,
    @JsonInclude(JsonInclude.Include.NON_NULL) Double silhouette,
    double[] silhouettes,
    List<Double> fewer,
    Map<String, List<List<Contrast>>> contrasts) {

  /**
   * A column in which a group differs from all other rows.
   *
   * @param difference of the means, in standard deviations of the column
   */
  public record Contrast(String column, double difference) {}
}
