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

  /** The column of the number of views that a row is scored by, where some may be missing. */
  static final String VIEWS = "views";

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

  /**
   * New rows: id, what is predicted, the set of classes that holds the truth if it is stated, the
   * number of views if some may be missing, scores.
   *
   * @param what class or cluster
   */
  public static String csv(Predictor.Predicted found, String what) {
    if (found.classes().size() == 1) {
      return numbers(found);
    }
    List<Object> header = new ArrayList<>(List.of("id", what));
    found.regions().ifPresent(all -> header.add(SET));
    found.views().ifPresent(all -> header.add(VIEWS));
    found.classes().forEach(name -> header.add("score:" + name));
    CsvText csv = CsvText.forPeople(header.toArray());
    int[] best = found.scores().argmaxRows();
    for (int i = 0; i < best.length; i++) {
      List<Object> row = new ArrayList<>(List.of(found.ids().get(i), found.classes().get(best[i])));
      if (found.regions().isPresent()) {
        row.add(set(found.regions().get().names(i, found.classes())));
      }
      row.addAll(views(found, i));
      Arrays.stream(found.scores().row(i)).forEach(row::add);
      csv.row(row);
    }
    return csv.toString();
  }

  /** Returns how many views a row is scored by, in a cell; none if all rows have all. */
  static List<Object> views(Predictor.Predicted found, int row) {
    return found.views().map(all -> List.<Object>of(all[row])).orElse(List.of());
  }

  /** Returns classes in one cell: {@code a|b}; a bar within a name gets a backslash. */
  private static String set(List<String> names) {
    return names.stream()
        .map(name -> name.replace("\\", "\\\\").replace("|", "\\|"))
        .collect(Collectors.joining("|"));
  }

  /** New rows: id, the predicted number or risk, the ends of its interval, number of views. */
  private static String numbers(Predictor.Predicted found) {
    List<Object> header = new ArrayList<>(List.of("id", found.classes().get(0)));
    header.addAll(found.regions().isPresent() ? ENDS : List.of());
    found.views().ifPresent(all -> header.add(VIEWS));
    CsvText csv = CsvText.forPeople(header.toArray());
    for (int i = 0; i < found.ids().size(); i++) {
      List<Object> row = new ArrayList<>(List.of(found.ids().get(i), found.scores().get(i, 0)));
      row.addAll(ends(found.regions(), i));
      row.addAll(views(found, i));
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
