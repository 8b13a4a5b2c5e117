package io.parallax.cli.study;

import io.parallax.data.Column;
import io.parallax.data.CsvFile;
import io.parallax.math.Matrix;
import java.nio.file.Path;
import java.util.List;

/** Scores as CSV. */
public final class Predictions {
  private Predictions() {}

  /** The held-out rows of a split: id, true class, predicted class, scores. */
  static String csv(StudyData data, Fold fold, Matrix scores) {
    StringBuilder csv = new StringBuilder("id,truth,");
    header(csv, "class", data.groups());
    int[] best = scores.argmaxRows();
    for (int i = 0; i < best.length; i++) {
      csv.append(cell(data.ids().get(fold.heldOut()[i]))).append(',');
      csv.append(cell(data.classes().get(fold.truth()[i]))).append(',');
      row(csv, data.groups().get(best[i]), scores, i);
    }
    return csv.toString();
  }

  /** The scores in a file that {@link #csv} made of these groups. */
  static Matrix scores(Path file, List<String> groups) {
    List<Column> columns = groups.stream().map(name -> Column.numeric("score:" + name)).toList();
    return CsvFile.encoded(file, "id", columns).values();
  }

  /** How many rows of such a file fell into each group. */
  static int[] sizes(Path file, List<String> groups) {
    int[] sizes = new int[groups.size()];
    for (int group : scores(file, groups).argmaxRows()) {
      sizes[group]++;
    }
    return sizes;
  }

  /**
   * New rows: id, what is predicted, scores.
   *
   * @param what class or cluster
   */
  public static String csv(List<String> ids, String what, List<String> classes, Matrix scores) {
    StringBuilder csv = new StringBuilder("id,");
    header(csv, what, classes);
    int[] best = scores.argmaxRows();
    for (int i = 0; i < best.length; i++) {
      csv.append(cell(ids.get(i))).append(',');
      row(csv, classes.get(best[i]), scores, i);
    }
    return csv.toString();
  }

  private static void header(StringBuilder csv, String what, List<String> classes) {
    csv.append(what);
    classes.forEach(name -> csv.append(',').append(cell("score:" + name)));
    csv.append('\n');
  }

  private static void row(StringBuilder csv, String predicted, Matrix scores, int i) {
    csv.append(cell(predicted));
    for (int c = 0; c < scores.cols(); c++) {
      csv.append(',').append(scores.get(i, c));
    }
    csv.append('\n');
  }

  /** A cell, quoted where it has to be. */
  public static String cell(String text) {
    return text.matches("[^\",\\r\\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
