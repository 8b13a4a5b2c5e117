package io.parallax.benchmarks;

import io.parallax.data.ColumnMoments;
import io.parallax.data.CsvFile;
import io.parallax.data.LabelColumn;
import io.parallax.data.Scaler;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The data of a benchmark: two public data sets if they are available, else noise of the same
 * shape.
 */
record Shapes(String title, Supplier<Data> source) {
  /** Views and labels. */
  record Data(List<Matrix> views, int[] codes, int classes) {}

  Data load() {
    return source.get();
  }

  static Shapes handwritten() {
    return new Shapes(
        "Handwritten, six views, 2000 × 649, C = 10",
        () ->
            read("mfeat", "fou", "fac", "kar", "pix", "zer", "mor")
                .orElseGet(() -> noise(2000, 10, 76, 216, 64, 240, 47, 6)));
  }

  static Shapes bbcSport() {
    return new Shapes(
        "BBCSport, 544 × (3183, 3203), C = 5",
        () -> read("bbcsport", "seg1", "seg2").orElseGet(() -> noise(544, 5, 3183, 3203)));
  }

  static Shapes large() {
    return new Shapes(
        "large, 200000 × (128, 128, 128), C = 10", () -> noise(200_000, 10, 128, 128, 128));
  }

  static Data noise(int rows, int classes, int... widths) {
    Rng rng = Rng.of(7);
    List<Matrix> views =
        Arrays.stream(widths).mapToObj(d -> Matrix.gaussian(rows, d, rng)).toList();
    return new Data(views, IntStream.range(0, rows).map(i -> i % classes).toArray(), classes);
  }

  private static java.util.Optional<Data> read(String set, String... names) {
    String data = System.getenv("PARALLAX_DATA");
    if (data == null || !Files.isDirectory(Path.of(data, set))) {
      System.out.println("(" + set + " is not in PARALLAX_DATA; noise of its shape is used)");
      return java.util.Optional.empty();
    }
    Path folder = Path.of(data, set);
    LabelColumn labels = CsvFile.of(folder.resolve("labels.csv")).labels("id", "label");
    List<Matrix> views =
        Stream.of(names)
            .map(name -> CsvFile.of(folder.resolve("view_" + name + ".csv.gz")).table("id"))
            .map(table -> table.rowsFor(labels.ids()).values())
            .map(x -> Scaler.from(ColumnMoments.of(x)).apply(x))
            .toList();
    return java.util.Optional.of(
        new Data(views, labels.codesFor(labels.ids()), labels.classes().size()));
  }
}
