package io.parallax.cli.model;

import io.parallax.data.Column;
import io.parallax.data.Missing;
import io.parallax.data.Scaler;
import io.parallax.math.Matrix;
import java.util.List;
import java.util.Map;

/**
 * What one party keeps of a trained model; it holds no rows.
 *
 * @param matrices the method's own numbers, by name; for linear methods a view's name and its d × C
 *     matrix
 */
public record ModelPart(String party, List<Input> views, Map<String, Matrix> matrices) {

  /**
   * How the cells of a file become a view's features.
   *
   * @param id the column that names a row
   * @param matrixColumns how many columns the matrix had that it was trained on, where columns are
   *     called by their numbers; 0: a CSV file
   * @param scaler by which columns are brought to mean 0 and deviation 1, or their gaps are filled
   */
  public record Input(
      String view,
      String id,
      List<Column> columns,
      int matrixColumns,
      boolean scale,
      Missing missing,
      Scaler scaler) {

    /** The names of the features. */
    public List<String> features() {
      return columns.stream().flatMap(column -> column.features().stream()).toList();
    }

    /** The rows as the model was trained on them. */
    public Matrix prepare(Matrix values) {
      return scaler.prepare(values, scale, missing);
    }
  }
}
