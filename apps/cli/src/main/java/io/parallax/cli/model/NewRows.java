package io.parallax.cli.model;

import io.parallax.core.BadInput;
import io.parallax.core.Images;
import io.parallax.data.Column;
import io.parallax.data.CsvFile;
import io.parallax.data.ImageFile;
import io.parallax.data.MatrixFile;
import io.parallax.data.SequenceFile;
import io.parallax.data.Steps;
import io.parallax.data.Table;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A file of rows to be scored.
 *
 * @param matrix where rows and columns have numbers for names; none: a CSV file
 */
public record NewRows(Path file, Optional<MatrixFile> matrix) {

  /**
   * FILE.npy and FILE.mat:VARIABLE are matrices, all else is a CSV file.
   *
   * @param transpose whether the file has the rows as columns
   */
  public static NewRows named(String text, boolean transpose) {
    Optional<MatrixFile> matrix = MatrixFile.named(text, transpose);
    if (transpose && matrix.isEmpty()) {
      throw new BadInput(text + ": only .npy and .mat files can be transposed");
    }
    return new NewRows(matrix.map(MatrixFile::file).orElseGet(() -> Path.of(text)), matrix);
  }

  private static final Pattern IDX = Pattern.compile("(?i).*([-.]idx[134]?(-ubyte)?)(\\.gz)?");
  private static final Pattern CIFAR = Pattern.compile("(?i).*\\.bin(\\.gz)?");

  /** Images of a file of bytes, cut as in training. */
  private Optional<Table> images(ModelPart.Input input) {
    if (input.picture().isEmpty()) {
      return Optional.empty();
    }
    ModelPart.Picture wanted = input.picture().get();
    boolean cifar = CIFAR.matcher(file.toString()).matches();
    if (!cifar && !IDX.matcher(file.toString()).matches()) {
      return Optional.empty();
    }
    ImageFile whole = cifar ? ImageFile.cifar(file) : ImageFile.whole(file, ImageFile.Format.IDX);
    boolean already = whole.table().shape().equals(Optional.of(wanted.shape()));
    Table rows =
        already
            ? whole.table()
            : new ImageFile(file, whole.format(), wanted.of(), wanted.part()).table();
    if (!rows.shape().equals(Optional.of(wanted.shape()))) {
      throw new BadInput(
          "%s: its images are not of %s points, as those that view '%s' was trained on"
              .formatted(file, size(wanted.shape()), input.view()));
    }
    return Optional.of(rows.encoded(input.columns()));
  }

  private static String size(Images shape) {
    return "%d × %d × %d".formatted(shape.channels(), shape.height(), shape.width());
  }

  /** The features that a part of a model takes. */
  Table table(ModelPart.Input input, Optional<String> idColumn) {
    String id = idColumn.orElse(input.id());
    if (input.steps().isPresent()) {
      return sequences(input, id, input.steps().get());
    }
    return images(input)
        .orElseGet(
            () -> matrix.isEmpty() ? CsvFile.encoded(file, id, input.columns()) : matrix(input));
  }

  /** Sequences with as much room as the model has for them, or with all steps to describe. */
  private Table sequences(ModelPart.Input input, String id, Steps steps) {
    if (matrix.isEmpty() && !steps.timed()) {
      throw new BadInput(
          "%s: view '%s' was trained on .npy files, whose steps need no time; give such a file"
              .formatted(file, input.view()));
    }
    Table all =
        matrix.isEmpty() ? SequenceFile.read(file, id, input.columns(), steps) : matrix(input);
    int longest = all.sequences().orElseThrow().steps();
    boolean asTheyAre = steps.statistics() && (steps.most() == 0 || steps.most() >= longest);
    return asTheyAre ? all : all.withRoom(steps.most());
  }

  private Table matrix(ModelPart.Input input) {
    Table all = matrix.get().table();
    int width = width(input);
    boolean sequences = input.steps().isPresent();
    if (all.sequences().isPresent() != sequences) {
      throw new BadInput(
          "%s has %s dimensions, and view '%s' was trained on %s; give an array with as many"
              .formatted(
                  matrix.get().source(),
                  sequences ? "two" : "three",
                  input.view(),
                  sequences ? "three" : "two"));
    }
    if (width > 0 && all.features().size() != width) {
      throw new BadInput(
          "%s has %d %s, and view '%s' was trained on %d; give a matrix with as many"
              .formatted(
                  matrix.get().source(),
                  all.features().size(),
                  sequences ? "channels" : "columns",
                  input.view(),
                  width));
    }
    return all.encoded(input.columns());
  }

  /** How many columns a matrix must have; 0: there is no telling, for the model goes by names. */
  private static int width(ModelPart.Input input) {
    int count = input.columns().size();
    List<String> numbers = IntStream.rangeClosed(1, count).mapToObj(Integer::toString).toList();
    boolean all = input.columns().stream().map(Column::name).toList().equals(numbers);
    return input.matrixColumns() == 0 && all ? count : input.matrixColumns();
  }
}
