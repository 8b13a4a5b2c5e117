package io.parallax.experiments.verify;

import io.parallax.core.BadInput;
import io.parallax.data.CsvFile;
import io.parallax.data.Table;
import io.parallax.data.catalogue.DataFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The tables of one public data set: labels.csv, and a view_NAME.csv for each view, plain or
 * compressed. All have their rows in the order of the labels.
 */
record DataSetTables(Path folder, Table labels) {
  private static final String ID = "id";
  private static final String VIEW = "view_";
  private static final List<String> ENDINGS = List.of(".csv.gz", ".csv");

  /**
   * Reads a set's labels.
   *
   * @param vectors the folder of vector files; sets are in the folder data beside it, unless the
   *     environment names another one
   */
  static DataSetTables read(String set, Path vectors, UnaryOperator<String> environment) {
    Path root =
        DataFolder.of(environment)
            .orElseGet(() -> new DataFolder(vectors.resolveSibling("data")))
            .root();
    Path folder = root.resolve(set);
    if (!set.matches("[\\w-]+") || !Files.isDirectory(folder)) {
      throw new BadInput(
          "the data set '%s' is not in %s; set %s to the folder that holds it, or get it: ./parallax data get %s --from FOLDER-OR-URL"
              .formatted(set, root, DataFolder.VARIABLE, set));
    }
    return new DataSetTables(folder, CsvFile.of(folder.resolve("labels.csv")).table(ID));
  }

  /** Returns the names of all views, in alphabetical order. */
  List<String> views() {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith(VIEW))
          .map(name -> name.substring(VIEW.length()).replaceAll("\\.csv(\\.gz)?$", ""))
          .distinct()
          .sorted()
          .toList();
    } catch (IOException e) {
      throw BadInput.quoting("cannot read " + folder, e);
    }
  }

  Table view(String name) {
    Path file =
        ENDINGS.stream()
            .map(ending -> folder.resolve(VIEW + name + ending))
            .filter(Files::exists)
            .findFirst()
            .orElseThrow(
                () ->
                    new BadInput(
                        "%s has no file %s%s.csv or .csv.gz; get the whole data set"
                            .formatted(folder, VIEW, name)));
    return CsvFile.of(file).table(ID).rowsFor(labels.ids());
  }

  /** Returns one column of the labels. */
  double[] label(String column) {
    return labels.columns(List.of(column)).values().toArray();
  }

  /** Returns a column of the labels that has whole numbers, such as 1 for an event. */
  int[] codes(String column) {
    double[] values = label(column);
    int[] codes = new int[values.length];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = (int) values[i];
      if (codes[i] != values[i]) {
        throw new BadInput(
            "a cell of column '%s' of %s is no whole number; it must be one; use another column"
                .formatted(column, labels.source()));
      }
    }
    return codes;
  }
}
