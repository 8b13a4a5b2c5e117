package io.parallax;

import io.parallax.core.BadInput;
import io.parallax.run.Predictor.Predicted;
import io.parallax.run.certainty.Regions;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The predictions of a model for new rows.
 *
 * @param ids of the rows, in the order of the model's first view
 * @param labels the class, or the group, that is predicted for each row; of a target that is not
 *     classes, the number
 * @param classes the names of the columns of scores
 * @param scores a row for each id, a column for each class; the largest is predicted. They are
 *     probabilities if the method's are, {@link io.parallax.core.Method#probabilities}. Of another
 *     target, one column
 * @param regions the classes, or the interval, that hold the truth of each row with the probability
 *     that the study has stated; empty if it has stated none
 * @param views how many views each row is scored by, where some may be missing; empty: all
 * @param notes sentences for the user, such as on rows that not every view has
 */
public record Predictions(
    List<String> ids,
    List<String> labels,
    List<String> classes,
    double[][] scores,
    Optional<Regions> regions,
    Optional<int[]> views,
    List<String> notes) {

  static Predictions of(Predicted found) {
    List<String> labels =
        found.classes().size() == 1
            ? Arrays.stream(found.scores().toArray()).mapToObj(Double::toString).toList()
            : Arrays.stream(found.scores().argmaxRows()).mapToObj(found.classes()::get).toList();
    return new Predictions(
        found.ids(),
        labels,
        found.classes(),
        found.scores().toRows(),
        found.regions(),
        found.views(),
        found.notes());
  }

  /** Returns the predicted numbers, rates or risks of a target that is not classes. */
  public double[] numbers() {
    if (classes.size() > 1) {
      throw new BadInput("the model predicts classes and no numbers; use labels()");
    }
    return Arrays.stream(scores).mapToDouble(row -> row[0]).toArray();
  }

  /** Returns the names of the classes that hold the truth of each row; none if none are stated. */
  public List<List<String>> sets() {
    return regions
        .filter(all -> !all.sets().isEmpty())
        .map(all -> IntStream.range(0, ids.size()).mapToObj(i -> all.names(i, classes)).toList())
        .orElse(List.of());
  }

  /** Returns the least and the largest value of each row's interval; none if none are stated. */
  public double[][] intervals() {
    return regions.map(Regions::intervals).orElse(new double[0][]);
  }

  /** Returns the predicted classes by id. */
  public Map<String, String> byId() {
    Map<String, String> byId = new LinkedHashMap<>();
    for (int i = 0; i < ids.size(); i++) {
      byId.put(ids.get(i), labels.get(i));
    }
    return byId;
  }

  /** Writes a CSV file as the command {@code predict} does: id, class, a score for each class. */
  public void save(Path file) {
    String csv =
        io.parallax.run.Predictions.csv(
            new Predicted(
                ids,
                classes,
                io.parallax.math.Matrix.of(scores),
                Optional.empty(),
                Optional.empty(),
                regions,
                views,
                notes),
            "class");
    Texts.write(file, csv);
  }
}
