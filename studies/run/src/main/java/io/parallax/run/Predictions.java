package io.parallax.run;

import io.parallax.core.Target;
import io.parallax.data.Column;
import io.parallax.data.CsvFile;
import io.parallax.data.CsvText;
import io.parallax.math.Matrix;
import io.parallax.run.certainty.Regions;
import io.parallax.study.rows.Fold;
import io.parallax.study.rows.StudyData;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Scores as CSV. */
public final class Predictions {
  /** The column of classes one of which is the true one, with the model's stated probability. */
  static final String SET = "set";

  /** The columns between which the true value is, with the model's stated probability. */
  static final List<String> ENDS = List.of("low", "high");

  private Predictions() {}

  /**
   * The held-out rows of a split: id, true class, predicted class, scores; of grouped rows their
   * cluster, and the true class only if it is known.
   */
  static String csv(StudyData data, Fold fold, Matrix scores) {
    if (fold.values().isPresent()) {
      return values(data, fold, fold.values().get().heldOut(), scores);
    }
    boolean known = data.study().labelled();
    String what = data.study().task().learnsLabels() ? "class" : "cluster";
    String[] head = known ? new String[] {"id", "truth", what} : new String[] {"id", what};
    CsvText csv = CsvText.forPeople(header(data.groups(), head).toArray());
    int[] best = scores.argmaxRows();
    for (int i = 0; i < best.length; i++) {
      String id = data.ids().get(fold.heldOut()[i]);
      String truth = data.classes().get(fold.truth()[i]);
      String found = data.groups().get(best[i]);
      csv.row(known ? row(scores, i, id, truth, found) : row(scores, i, id, found));
    }
    return csv.toString();
  }

  /** The held-out rows of a split: id, true value, or time and event, and the prediction. */
  private static String values(StudyData data, Fold fold, Target truth, Matrix scores) {
    boolean times = truth instanceof Target.Survival;
    CsvText csv =
        times
            ? CsvText.forPeople("id", "time", "event", "risk")
            : CsvText.forPeople("id", "truth", "prediction");
    for (int i = 0; i < scores.rows(); i++) {
      List<Object> cells = new ArrayList<>(List.of(data.ids().get(fold.heldOut()[i])));
      cells.addAll(cells(truth, i));
      cells.add(scores.get(i, 0));
      csv.row(cells);
    }
    return csv.toString();
  }

  private static List<Object> cells(Target truth, int i) {
    if (truth instanceof Target.Survival times) {
      return List.of(times.times()[i], times.events()[i]);
    }
    return List.of(
        truth instanceof Target.Numbers numbers
            ? numbers.values()[i]
            : ((Target.Counts) truth).counts()[i]);
  }

  /** The scores in a file that {@link #csv} made of these groups. */
  static Matrix scores(Path file, List<String> groups) {
    List<Column> columns = groups.stream().map(name -> Column.numeric("score:" + name)).toList();
    return CsvFile.of(file).encoded("id", columns).values();
  }

  /** Counts the rows of such a file in each group. */
  static int[] sizes(Path file, List<String> groups) {
    int[] sizes = new int[groups.size()];
    for (int group : scores(file, groups).argmaxRows()) {
      sizes[group]++;
    }
    return sizes;
  }

  /** New rows: id, what is predicted, scores. */
  public static String csv(List<String> ids, String what, List<String> classes, Matrix scores) {
    return csv(ids, what, classes, scores, Optional.empty());
  }

  /**
   * New rows: id, what is predicted, the set of classes that holds the truth, scores.
   *
   * @param what class or cluster
   * @param regions the sets, or intervals of the numbers; empty: none are stated
   */
  public static String csv(
      List<String> ids,
      String what,
      List<String> classes,
      Matrix scores,
      Optional<Regions> regions) {
    if (classes.size() == 1) {
      return numbers(ids, classes.get(0), scores, regions);
    }
    String[] first =
        regions.isPresent() ? new String[] {"id", what, SET} : new String[] {"id", what};
    CsvText csv = CsvText.forPeople(header(classes, first).toArray());
    int[] best = scores.argmaxRows();
    for (int i = 0; i < best.length; i++) {
      String id = ids.get(i);
      String found = classes.get(best[i]);
      csv.row(
          regions.isPresent()
              ? row(scores, i, id, found, set(regions.get().names(i, classes)))
              : row(scores, i, id, found));
    }
    return csv.toString();
  }

  /** Returns classes in one cell: {@code a|b}; a bar within a name gets a backslash. */
  private static String set(List<String> names) {
    return names.stream()
        .map(name -> name.replace("\\", "\\\\").replace("|", "\\|"))
        .collect(Collectors.joining("|"));
  }

  /** New rows: id, the predicted number or risk, and the ends of its interval. */
  private static String numbers(
      List<String> ids, String what, Matrix scores, Optional<Regions> regions) {
    List<Object> header = new ArrayList<>(List.of("id", what));
    header.addAll(regions.isPresent() ? ENDS : List.of());
    CsvText csv = CsvText.forPeople(header.toArray());
    for (int i = 0; i < ids.size(); i++) {
      List<Object> row = new ArrayList<>(List.of(ids.get(i), scores.get(i, 0)));
      row.addAll(ends(regions, i));
      csv.row(row);
    }
    return csv.toString();
  }

  /** Returns the ends of a row's interval; an end that is not bounded is an empty cell. */
  static List<Object> ends(Optional<Regions> regions, int row) {
    return regions.stream()
        .flatMap(all -> Arrays.stream(all.intervals()[row]).boxed())
        .<Object>map(end -> Double.isFinite(end) ? (Object) end : "")
        .toList();
  }

  private static List<Object> header(List<String> classes, String... first) {
    List<Object> header = new ArrayList<>(List.of(first));
    classes.forEach(name -> header.add("score:" + name));
    return header;
  }

  private static List<Object> row(Matrix scores, int i, String... first) {
    List<Object> row = new ArrayList<>(List.of(first));
    for (double score : scores.row(i)) {
      row.add(score);
    }
    return row;
  }
}
