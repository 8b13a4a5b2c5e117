package io.parallax.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.parallax.core.BadInput;
import io.parallax.core.BaselineHazard;
import io.parallax.core.Methods;
import io.parallax.core.Target;
import io.parallax.data.IdRule;
import io.parallax.data.LabelColumn;
import io.parallax.eval.CalibrationSlope;
import io.parallax.math.Matrix;
import io.parallax.run.PredictionCheck.Marks;
import io.parallax.study.Study.LabelSource;
import io.parallax.study.TargetSource;
import io.parallax.study.Task;
import io.parallax.study.file.SourceText;
import io.parallax.study.model.Model;
import io.parallax.study.model.ModelTarget;
import io.parallax.study.rows.Fold;
import io.parallax.study.rows.StudyTables;
import io.parallax.study.rows.TargetReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The quality of a model's predictions for rows that it was not trained on.
 *
 * @param study that the model comes from
 * @param method by which it was trained
 * @param trained number of rows that it was trained on
 * @param rows number of rows judged
 * @param metrics of the predictions
 * @param check predictions beside what was observed, in groups; null where scores are no
 *     probabilities
 * @param notes sentences for the user
 */
public record Validation(
    String study,
    String method,
    int trained,
    int rows,
    Map<String, Double> metrics,
    @JsonInclude(JsonInclude.Include.NON_NULL) PredictionCheck check,
    List<String> notes) {
  static final String OVERALL = "observedOverExpected";
  static final String MEAN_ERROR = "meanError";

  /** Rows with their scores and, in the same order, the truth. */
  private record Judged(List<String> ids, double[][] scores, List<String> notes) {
    /** Takes the scored rows of which the truth is known. */
    static Judged of(Predictor.Predicted found, String source, List<String> known) {
      Set<String> truth = new HashSet<>(known);
      int[] places =
          IntStream.range(0, found.ids().size())
              .filter(i -> truth.contains(found.ids().get(i)))
              .toArray();
      if (places.length == 0) {
        throw new BadInput(
            "no id of the views is among the %,d ids of %s; ids must be the same in all files; check the id columns"
                .formatted(known.size(), source));
      }
      List<String> notes = new ArrayList<>(found.notes());
      if (places.length < found.ids().size()) {
        notes.add(
            "%,d of %,d rows are not in %s and are left out"
                .formatted(found.ids().size() - places.length, found.ids().size(), source));
      }
      return new Judged(
          Arrays.stream(places).mapToObj(i -> found.ids().get(i)).toList(),
          found.scores().selectRows(places).toRows(),
          notes);
    }

    double[] column(int j) {
      return Arrays.stream(scores).mapToDouble(row -> row[j]).toArray();
    }
  }

  /**
   * Judges a model by labels or a target, whichever is given.
   *
   * @param labels a section as in a study file
   * @param target the same, of a target that is not classes
   * @param times at which survival is judged; none: those that the model keeps, or quartiles of the
   *     event times
   */
  public static Validation of(
      Predictor predictor,
      ViewFiles files,
      Optional<String> labels,
      Optional<String> target,
      List<Double> times) {
    List<Double> sound = ValuePredictions.times(predictor, times);
    if (target.isPresent()) {
      return ofValues(predictor, files, SourceText.target(target.get()), sound);
    }
    return ofClasses(predictor, files, SourceText.labels(labels.orElseThrow()));
  }

  /** Judges predicted classes by labels. */
  private static Validation ofClasses(Predictor predictor, ViewFiles files, LabelSource source) {
    Model model = predictor.model();
    if (predictor.target().isPresent()) {
      throw new BadInput(
          "--labels is given and the model predicts no classes; its rows are judged by a target; give --target");
    }
    if (Methods.named(model.method()).clusters()) {
      throw new BadInput(
          "the model groups rows; it must predict classes or a target to be judged by other rows; use another model");
    }
    Predictor.Predicted found = files.predicted(predictor);
    LabelColumn labels = StudyTables.labels(source);
    LabelColumn trimmed = labels.withIds(IdRule.NONE.apply(labels.source(), labels.ids()));
    Judged rows = Judged.of(found, labels.source(), trimmed.ids());
    int[] truth = codes(trimmed.rowsFor(rows.ids()), model);
    Matrix scores = Matrix.of(rows.scores());
    boolean probabilities = predictor.probabilities();
    Map<String, Double> metrics =
        new LinkedHashMap<>(Scoring.metrics(new Task.Classes(), truth, scores, probabilities));
    PredictionCheck check = null;
    if (probabilities) {
      boolean two = model.classes().size() == 2;
      int[] best = scores.argmaxRows();
      double[] chances = two ? rows.column(1) : highest(scores, best);
      int[] happened =
          IntStream.range(0, truth.length)
              .map(i -> two ? truth[i] : best[i] == truth[i] ? 1 : 0)
              .toArray();
      metrics.put(CalibrationSlope.NAME, CalibrationSlope.ofOutcomes(happened, chances));
      metrics.put(OVERALL, Arrays.stream(happened).sum() / Arrays.stream(chances).sum());
      check =
          PredictionCheck.ofProbabilities(
              chances, Arrays.stream(happened).asDoubleStream().toArray());
    }
    return of(model, rows, defined(metrics), check);
  }

  private static double[] highest(Matrix scores, int[] best) {
    return IntStream.range(0, best.length).mapToDouble(i -> scores.get(i, best[i])).toArray();
  }

  private static int[] codes(LabelColumn labels, Model model) {
    Map<String, List<String>> names = new LinkedHashMap<>();
    model.classes().forEach(name -> names.put(name, List.of(name)));
    try {
      return labels.grouped(names).codes();
    } catch (BadInput e) {
      throw new BadInput(
          "%s: a label is none of the model's classes (%s); labels must be among them; remove other rows, or rename the labels"
              .formatted(labels.source(), String.join(", ", model.classes())));
    }
  }

  /** Judges predicted numbers, rates or risks by a target. */
  private static Validation ofValues(
      Predictor predictor, ViewFiles files, TargetSource text, List<Double> times) {
    Class<?> type =
        predictor
            .target()
            .orElseThrow(
                () ->
                    new BadInput(
                        "--target is given and the model predicts classes; its rows are judged by labels; give --labels"));
    if (text.columns().kind().type() != type) {
      throw new BadInput(
          "--target is of kind %s; it must be of the kind that the model was trained on; name other columns"
              .formatted(text.columns().kind().word()));
    }
    Predictor.Predicted found = files.predicted(predictor);
    TargetReader reader = new TargetReader(text.rows(), text.columns(), IdRule.NONE);
    Judged rows = Judged.of(found, reader.name(), reader.ids());
    List<String> names = TargetReader.strata(text.rows(), text.columns());
    Target truth = placed(reader.rowsFor(rows.ids()), names, predictor.kept());
    boolean known = predictor.kept().filter(own -> !own.strata().isEmpty()).isPresent();
    Optional<BaselineHazard> hazard = hazard(found, truth, known, rows.notes());
    double[] predicted = rows.column(0);
    double[] expected = ValueScoring.expected(truth, predicted);
    Marks marks =
        predictor
            .kept()
            .filter(kept -> kept.cuts().length > 0)
            .map(kept -> new Marks(kept.times(), kept.cuts()))
            .orElseGet(() -> Marks.of(truth, expected))
            .at(times);
    Scored scored = new Scored(Matrix.of(predicted.length, 1, predicted), false, 1, hazard);
    Map<String, Double> metrics =
        new LinkedHashMap<>(ValueScoring.metrics(new Fold.Values(truth, truth), scored));
    metrics.putAll(overall(truth, expected, hazard));
    return of(
        predictor.model(),
        rows,
        defined(metrics),
        PredictionCheck.of(truth, predicted, hazard, marks));
  }

  /**
   * Returns the truth with its strata numbered as those of the model, if this keeps their names.
   */
  private static Target placed(Target truth, List<String> names, Optional<ModelTarget> kept) {
    Optional<ModelTarget> known = kept.filter(own -> !own.strata().isEmpty());
    if (names.isEmpty() || known.isEmpty()) {
      return truth;
    }
    Target.Survival times = (Target.Survival) truth;
    List<String> own = Arrays.stream(times.strata().orElseThrow()).mapToObj(names::get).toList();
    return new Target.Survival(
        times.times(),
        times.events(),
        times.entries(),
        Optional.of(known.get().places(own)),
        times.adjustment());
  }

  /**
   * Returns the baseline hazard, where it applies to these rows.
   *
   * @param known whether the model keeps the names of its strata
   */
  private static Optional<BaselineHazard> hazard(
      Predictor.Predicted found, Target truth, boolean known, List<String> notes) {
    boolean strata =
        found.hazard().filter(own -> Arrays.stream(own.strata()).max().orElse(0) > 0).isPresent();
    boolean named = truth instanceof Target.Survival times && times.strata().isPresent();
    if (named && !strata) {
      throw new BadInput(
          "--target names a stratum and the model has none; strata must be those of the training; leave 'stratum' out");
    }
    boolean unmatched = strata && !(named && known);
    if (unmatched) {
      notes.add(
          "the model has a hazard for each stratum, and %s: survival is not judged, only risks"
              .formatted(
                  known ? "--target names no 'stratum'" : "does not keep the names of its strata"));
    }
    return unmatched ? Optional.empty() : found.hazard();
  }

  private static Map<String, Double> overall(
      Target truth, double[] expected, Optional<BaselineHazard> hazard) {
    double sum = Arrays.stream(expected).sum();
    if (truth instanceof Target.Numbers numbers) {
      double observed = Arrays.stream(numbers.values()).sum();
      return Map.of(MEAN_ERROR, (observed - sum) / expected.length);
    }
    if (truth instanceof Target.Counts counts) {
      return Map.of(OVERALL, Arrays.stream(counts.counts()).sum() / sum);
    }
    Target.Survival times = (Target.Survival) truth;
    double events = Arrays.stream(times.events()).sum();
    return hazard
        .map(own -> Arrays.stream(ValueScoring.martingales(times, expected, own)).sum())
        .map(excess -> Map.of(OVERALL, events / (events - excess)))
        .orElse(Map.of());
  }

  private static Map<String, Double> defined(Map<String, Double> metrics) {
    Map<String, Double> defined = new LinkedHashMap<>(metrics);
    defined.values().removeIf(value -> !Double.isFinite(value));
    return defined;
  }

  private static Validation of(
      Model model, Judged rows, Map<String, Double> metrics, PredictionCheck check) {
    return new Validation(
        model.study(),
        model.method(),
        model.samples(),
        rows.ids().size(),
        metrics,
        check,
        rows.notes());
  }
}
