package io.parallax.study.model;

import io.parallax.core.Images;
import io.parallax.core.Sequences;
import io.parallax.core.Shape;
import io.parallax.data.Blank;
import io.parallax.data.Column;
import io.parallax.data.Missing;
import io.parallax.data.PreparedRows;
import io.parallax.data.Scaler;
import io.parallax.data.Steps;
import io.parallax.data.Table;
import io.parallax.math.Matrix;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The part of a trained model that one party keeps; it holds no rows.
 *
 * @param matrices the method's own numbers, by name; for linear methods a view's name and its d × C
 *     matrix
 */
public record ModelPart(String party, List<Input> views, Map<String, Matrix> matrices) {

  /**
   * Images, perhaps a part of larger ones.
   *
   * @param part which one, from 1, of {@code of} parts from top to bottom
   */
  public record Picture(Images shape, int part, int of) {}

  /**
   * The mapping from the cells of a file to a view's features.
   *
   * @param id the column that names a row
   * @param matrixColumns how many columns the matrix had that it was trained on, where columns are
   *     called by their numbers; 0: a CSV file
   * @param scaler by which columns are scaled, or their gaps are filled
   * @param steps where rows hold sequences, how they are taken from a file; {@link Steps#most} is
   *     the room that the model has for them, and the columns are the channels
   * @param picture where rows hold images, what they are like
   * @param blank the treatment of rows that the party lacks
   */
  public record Input(
      String view,
      String id,
      List<Column> columns,
      int matrixColumns,
      Missing missing,
      Scaler scaler,
      Optional<Steps> steps,
      Optional<Picture> picture,
      Blank blank) {

    /** Makes the input of a model whose parties have every row. */
    public Input(
        String view,
        String id,
        List<Column> columns,
        int matrixColumns,
        Missing missing,
        Scaler scaler,
        Optional<Steps> steps,
        Optional<Picture> picture) {
      this(view, id, columns, matrixColumns, missing, scaler, steps, picture, Blank.NONE);
    }

    /** Returns the same input without columns that say what is missing. */
    public Input plain() {
      return new Input(
          view,
          id,
          columns,
          matrixColumns,
          missing,
          scaler.with(scaler.filling().indicating(new int[0])),
          steps,
          picture,
          Blank.NONE);
    }

    /** The names of the features; of sequences, of the channels. */
    public List<String> features() {
      List<String> own = columns.stream().flatMap(column -> column.features().stream()).toList();
      List<String> described = steps.map(how -> how.features(own)).orElse(own);
      return PreparedRows.columns(described, scaler.filling(), blank);
    }

    /** Returns the shape of a row that holds a sequence or an image. */
    public Optional<Shape> layout() {
      return steps
          .filter(how -> !how.statistics())
          .<Shape>map(how -> new Sequences(how.most(), features()))
          .or(() -> picture.map(Picture::shape));
    }

    /** The rows as the model was trained on them. */
    public Matrix prepare(Table rows) {
      boolean whole = blank == Blank.NONE && rows.blank().isEmpty() && !missing.indicated();
      return whole
          ? scaler.apply(rows, missing)
          : new PreparedRows(rows, blank, missing, scaler).matrix();
    }
  }
}
