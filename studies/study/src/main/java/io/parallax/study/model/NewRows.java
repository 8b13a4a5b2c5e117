package io.parallax.study.model;

import io.parallax.core.BadInput;
import io.parallax.core.Images;
import io.parallax.data.Column;
import io.parallax.data.ImageFile;
import io.parallax.data.NumberedFile;
import io.parallax.data.RowNumbers;
import io.parallax.data.RowSource;
import io.parallax.data.RowTable;
import io.parallax.data.SequenceFile;
import io.parallax.data.Steps;
import io.parallax.data.Table;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Rows to be scored.
 *
 * @param id the column that names a row; empty: as in training
 */
public record NewRows(RowSource rows, Optional<String> id) {
  /** Images of a file of bytes, cut as in training. */
  private Optional<Table> images(ModelPart.Input input) {
    if (input.picture().isEmpty()) {
      return Optional.empty();
    }
    ModelPart.Picture wanted = input.picture().get();
    if (!(rows instanceof ImageFile whole)) {
      return Optional.empty();
    }
    boolean already = whole.table().shape().equals(Optional.of(wanted.shape()));
    Table images =
        already
            ? whole.table()
            : new ImageFile(whole.file(), whole.format(), wanted.of(), wanted.part()).table();
    if (!images.shape().equals(Optional.of(wanted.shape()))) {
      throw new BadInput(
          "%s: its images are not of %s points, as those that view '%s' was trained on"
              .formatted(rows.source(), size(wanted.shape()), input.view()));
    }
    return Optional.of(images.encoded(input.columns()));
  }

  /** The file whose rows and columns have numbers for names, if it is one. */
  public Optional<NumberedFile> numbered() {
    return rows instanceof NumberedFile file ? Optional.of(file) : Optional.empty();
  }

  /** The table; a model of rows that were called by their numbers calls these so, too. */
  private RowTable named(String id) {
    RowTable table = (RowTable) rows;
    boolean numbers = id.equals(RowNumbers.COLUMN) && !table.names().contains(id);
    return numbers ? new RowNumbers(table) : table;
  }

  private static String size(Images shape) {
    return "%d × %d × %d".formatted(shape.channels(), shape.height(), shape.width());
  }

  /** The features that a part of a model takes. */
  public Table table(ModelPart.Input input) {
    String name = id.orElse(input.id());
    if (input.steps().isPresent()) {
      return sequences(input, name, input.steps().get());
    }
    return images(input)
        .orElseGet(
            () ->
                numbered().isEmpty() ? named(name).encoded(name, input.columns()) : matrix(input));
  }

  /** Sequences with as much room as the model has for them, or with all steps to describe. */
  private Table sequences(ModelPart.Input input, String id, Steps steps) {
    if (numbered().isEmpty() && !steps.timed()) {
      throw new BadInput(
          "%s: view '%s' was trained on .npy files, whose steps need no time; give such a file"
              .formatted(rows.source(), input.view()));
    }
    Table all =
        numbered().isEmpty()
            ? SequenceFile.read(named(id), id, input.columns(), steps)
            : matrix(input);
    int longest = all.sequences().orElseThrow().steps();
    boolean asTheyAre = steps.statistics() && (steps.most() == 0 || steps.most() >= longest);
    return asTheyAre ? all : all.withRoom(steps.most());
  }

  private Table matrix(ModelPart.Input input) {
    NumberedFile file = numbered().orElseThrow();
    Table all = file.table();
    int width = width(input);
    boolean sequences = input.steps().isPresent();
    if (all.sequences().isPresent() != sequences) {
      throw new BadInput(
          "%s has %s dimensions, and view '%s' was trained on %s; give an array with as many"
              .formatted(
                  file.source(),
                  sequences ? "two" : "three",
                  input.view(),
                  sequences ? "three" : "two"));
    }
    if (width > 0 && all.features().size() != width) {
      throw new BadInput(
          "%s has %d %s, and view '%s' was trained on %d; give a matrix with as many"
              .formatted(
                  file.source(),
                  all.features().size(),
                  sequences ? "channels" : "columns",
                  input.view(),
                  width));
    }
    return all.encoded(input.columns());
  }

  /**
   * Returns the number of columns that a matrix must have; 0 if the model uses names, so that any
   * number may do.
   */
  private static int width(ModelPart.Input input) {
    int count = input.columns().size();
    List<String> numbers = IntStream.rangeClosed(1, count).mapToObj(Integer::toString).toList();
    boolean all = input.columns().stream().map(Column::name).toList().equals(numbers);
    return input.matrixColumns() == 0 && all ? count : input.matrixColumns();
  }
}
