package io.parallax.report;

import static io.parallax.pages.NumberText.format;

import io.parallax.run.StudyResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Held-out rows of all splits by their true and their predicted class.
 *
 * @param counts truth by prediction
 */
record ClassCounts(List<String> classes, int[][] counts) {

  /** Returns the counts of a run; none where it groups rows, or learns something else. */
  static ClassCounts of(StudyResult run) {
    int[][] counts = run.comparison().confusion();
    boolean square = !run.about().clustered() && counts.length == run.about().classes().size();
    return new ClassCounts(run.about().classes(), square ? counts : new int[0][0]);
  }

  boolean isEmpty() {
    return Arrays.stream(counts).flatMapToInt(Arrays::stream).sum() == 0;
  }

  private long actual(int c) {
    return Arrays.stream(counts[c]).asLongStream().sum();
  }

  private long predicted(int c) {
    return Arrays.stream(counts).mapToLong(row -> row[c]).sum();
  }

  /** Returns a sentence on the classes that no row is taken for; empty if there is none. */
  String neverPredicted() {
    List<String> never =
        IntStream.range(0, counts.length)
            .filter(c -> actual(c) > 0 && predicted(c) == 0)
            .mapToObj(c -> "'" + classes.get(c) + "'")
            .toList();
    if (never.isEmpty()) {
      return "";
    }
    return never.size() == 1
        ? "No row is ever taken for the class " + never.get(0) + "."
        : "No row is ever taken for the classes " + String.join(", ", never) + ".";
  }

  static List<String> header() {
    return List.of("class", "rows", "predicted", "precision, %", "recall, %", "F1, %");
  }

  /** Returns a row for each class. */
  List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    for (int c = 0; c < counts.length; c++) {
      rows.add(
          List.of(
              classes.get(c),
              format("%,d", actual(c)),
              format("%,d", predicted(c)),
              share(counts[c][c], predicted(c)),
              share(counts[c][c], actual(c)),
              share(2L * counts[c][c], actual(c) + predicted(c))));
    }
    return rows;
  }

  private static String share(long part, long whole) {
    return whole == 0 ? "–" : format("%.2f", 100.0 * part / whole);
  }

  /** Returns the rates of a test for the second of two classes, each with what it is. */
  List<List<String>> rates() {
    return List.of(
        rate("sensitivity", "rows of '%s' that are found", 1, actual(1)),
        rate("specificity", "rows of '%s' that are taken for it", 0, actual(0)),
        rate("positive predictive value (PPV)", "rows taken for '%s' that are", 1, predicted(1)),
        rate("negative predictive value (NPV)", "rows taken for '%s' that are", 0, predicted(0)));
  }

  private List<String> rate(String name, String meaning, int c, long whole) {
    String counted = format("%,d of %,d", counts[c][c], whole);
    return List.of(name, share(counts[c][c], whole), counted, meaning.formatted(classes.get(c)));
  }
}
