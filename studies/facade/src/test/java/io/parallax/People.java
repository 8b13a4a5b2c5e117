package io.parallax;

import io.parallax.math.Rng;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Made-up people of two kinds, as arrays and as CSV files of the same numbers. */
final class People {
  static final List<String> IDS = IntStream.range(0, 60).mapToObj(i -> "p" + (100 + i)).toList();

  private People() {}

  static List<String> labels() {
    return IntStream.range(0, IDS.size()).mapToObj(i -> i % 2 == 0 ? "well" : "ill").toList();
  }

  static double[][] numbers(int columns, long seed) {
    Rng rng = Rng.of(seed);
    double[][] rows = new double[IDS.size()][columns];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < columns; j++) {
        rows[i][j] = rng.gaussian() + 1.5 * (i % 2);
      }
    }
    return rows;
  }

  static List<String> columns(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(j -> "c" + j).toList();
  }

  /** Returns rows of all people in memory. */
  static Rows rows(int columns, long seed) {
    return Rows.of(IDS, columns(columns), numbers(columns, seed));
  }

  /** Writes the same rows as {@link #rows} to a file. */
  static Path csv(Path file, int columns, long seed) {
    double[][] numbers = numbers(columns, seed);
    List<String> lines = new ArrayList<>(List.of("id," + String.join(",", columns(columns))));
    for (int i = 0; i < numbers.length; i++) {
      StringBuilder line = new StringBuilder(IDS.get(i));
      for (double number : numbers[i]) {
        line.append(',').append(number);
      }
      lines.add(line.toString());
    }
    return write(file, lines);
  }

  static Path labels(Path file) {
    List<String> lines = new ArrayList<>(List.of("id,state"));
    IntStream.range(0, IDS.size()).forEach(i -> lines.add(IDS.get(i) + "," + labels().get(i)));
    return write(file, lines);
  }

  static Path write(Path file, List<String> lines) {
    try {
      return Files.write(file, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Three parties with one view each, in memory. */
  static StudyBuilder vertical() {
    return Parallax.study("people")
        .method("vfedmv")
        .party("st-mary", "blood", rows(4, 1))
        .party("riverside", "heart", rows(3, 2))
        .party("hillview", "sleep", rows(2, 3))
        .labels("st-mary", Labels.of(IDS, labels()))
        .evaluate(Splits.stratified(0.25, 2))
        .rounds(40)
        .pictures(0)
        .seed(7);
  }

  /** Three sites with people of their own in two views, in memory. */
  static StudyBuilder horizontal() {
    StudyBuilder study =
        Parallax.study("sites")
            .method("hfedmv")
            .views("blood", "heart")
            .evaluate(Splits.random(0.25, 2))
            .rounds(30)
            .pictures(0);
    for (int site = 1; site <= 3; site++) {
      study =
          study.site(
              "site-" + site,
              Map.of("blood", rows(4, 10 + site), "heart", rows(3, 20 + site)),
              Labels.of(IDS, labels()));
    }
    return study;
  }
}
