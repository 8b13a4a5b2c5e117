package io.parallax.run;

import io.parallax.core.BadInput;
import io.parallax.core.BaselineHazard;
import io.parallax.core.Target;
import io.parallax.data.CsvText;
import io.parallax.data.IdRule;
import io.parallax.data.LabelColumn;
import io.parallax.eval.CoefficientTest;
import io.parallax.study.StudyRules;
import io.parallax.study.file.SourceText;
import io.parallax.study.model.ModelTarget;
import io.parallax.study.rows.StudyTables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/**
 * Predicted numbers, rates and risks of new rows as CSV: with intervals where standard errors are
 * known, and of times with survival until chosen times.
 */
public final class ValuePredictions {
  private final Predictor.Predicted found;
  private final Class<?> type;
  private final Optional<ModelTarget> kept;
  private final List<Double> times;
  private final Optional<LabelColumn> strata;

  private ValuePredictions(
      Predictor.Predicted found,
      Class<?> type,
      Optional<ModelTarget> kept,
      List<Double> times,
      Optional<LabelColumn> strata) {
    this.found = found;
    this.type = type;
    this.kept = kept;
    this.times = times;
    this.strata = strata;
  }

  /**
   * Returns the rows as CSV, and adds to their notes.
   *
   * @param what a class or cluster, where the model predicts none of these
   * @param times until which survival is predicted; none: only risks
   * @param strata the place of the rows' strata, as that of labels in a study file
   */
  public static String csv(
      Predictor predictor,
      Predictor.Predicted found,
      String what,
      List<Double> times,
      Optional<String> strata) {
    List<Double> sound = times(predictor, times);
    if (strata.isPresent() && times.isEmpty()) {
      throw new BadInput("--strata is for survival until --times; give --times, or leave it out");
    }
    Optional<LabelColumn> groups = strata.map(SourceText::labels).map(StudyTables::labels);
    return predictor
        .target()
        .map(type -> new ValuePredictions(found, type, predictor.kept(), sound, groups).csv())
        .orElseGet(() -> Predictions.csv(found, what));
  }

  /** Returns times that are given, if they are sound and the model predicts survival. */
  static List<Double> times(Predictor predictor, List<Double> times) {
    if (times.isEmpty()) {
      return times;
    }
    if (predictor.target().orElse(null) != Target.Survival.class) {
      throw new BadInput(
          "--times is given and the model predicts no times until an event; --times must be left out here");
    }
    return StudyRules.times(times);
  }

  /** Returns a sentence for each time beyond the last event that the model was trained on. */
  public static List<String> beyond(Predictor.Predicted found, List<Double> times) {
    double last =
        found.hazard().map(hazard -> Arrays.stream(hazard.times()).max().orElse(0)).orElse(0.0);
    return times.stream()
        .filter(time -> time > last)
        .map(
            time ->
                "time %s is beyond the last event of the training rows; survival is that at the last event"
                    .formatted(text(time)))
        .toList();
  }

  private String csv() {
    List<Object> header = new ArrayList<>(List.of("id", found.classes().get(0)));
    if (type == Target.Survival.class) {
      times.forEach(time -> header.add("survival:" + text(time)));
    } else if (intervals()) {
      header.addAll(List.of("mean_low", "mean_high"));
      header.addAll(type == Target.Numbers.class ? List.of("new_low", "new_high") : List.of());
    }
    header.addAll(found.regions().isPresent() ? Predictions.ENDS : List.of());
    found.views().ifPresent(all -> header.add(Predictions.VIEWS));
    CsvText csv = CsvText.forPeople(header.toArray());
    double[] predicted = ValueScoring.column(found.scores());
    double[][] survival = survival(predicted);
    for (int i = 0; i < predicted.length; i++) {
      List<Object> row = new ArrayList<>(List.of(found.ids().get(i), predicted[i]));
      for (double[] until : survival) {
        row.add(until[i]);
      }
      if (type != Target.Survival.class && intervals()) {
        row.addAll(intervals(predicted[i], found.errors().orElseThrow()[i]));
      }
      row.addAll(Predictions.ends(found.regions(), i));
      row.addAll(Predictions.views(found, i));
      csv.row(row);
    }
    return csv.toString();
  }

  private static String text(double time) {
    return time == Math.rint(time) && time < 1e15 ? Long.toString((long) time) : "" + time;
  }

  private boolean intervals() {
    return found.errors().isPresent() && kept.map(ModelTarget::dispersion).isPresent();
  }

  /** Returns the interval of the mean, and for numbers that of a new observation. */
  private List<Object> intervals(double predicted, double error) {
    if (type == Target.Counts.class) {
      return interval(StrictMath.log(predicted), error, OptionalInt.empty(), StrictMath::exp);
    }
    ModelTarget target = kept.orElseThrow();
    OptionalInt freedom =
        target.freedom() == null
            ? OptionalInt.empty()
            : OptionalInt.of(Math.max(1, target.freedom()));
    double whole = Math.sqrt(error * error + target.dispersion());
    List<Object> cells = new ArrayList<>(interval(predicted, error, freedom, v -> v));
    cells.addAll(interval(predicted, whole, freedom, v -> v));
    return cells;
  }

  private static List<Object> interval(
      double value, double error, OptionalInt freedom, DoubleUnaryOperator scale) {
    CoefficientTest found = CoefficientTest.of(value, error, freedom);
    boolean known = Double.isFinite(found.low());
    return List.of(
        scale.applyAsDouble(known ? found.low() : value),
        scale.applyAsDouble(known ? found.high() : value));
  }

  private double[][] survival(double[] risks) {
    if (times.isEmpty()) {
      return new double[0][];
    }
    BaselineHazard hazard =
        found
            .hazard()
            .orElseThrow(
                () ->
                    new BadInput(
                        "the model has no baseline hazard; survival needs the part of the party that held the times; ask it for that, or leave out --times"));
    int[] places = places(hazard);
    double[][] survival = new double[times.size()][risks.length];
    for (int t = 0; t < survival.length; t++) {
      for (int i = 0; i < risks.length; i++) {
        survival[t][i] = hazard.survival(risks[i], times.get(t), places[i]);
      }
    }
    return survival;
  }

  /** Returns the stratum of each row among those of the model. */
  private int[] places(BaselineHazard hazard) {
    boolean several = Arrays.stream(hazard.strata()).distinct().count() > 1;
    List<String> names = kept.map(ModelTarget::strata).orElse(List.of());
    if (several && (strata.isEmpty() || names.isEmpty())) {
      throw new BadInput(
          "the model has a baseline hazard for each stratum; survival needs those of the new rows; "
              + (names.isEmpty()
                  ? "this model keeps no names of strata: leave out --times"
                  : "name them by --strata '{csv: FILE, id: COLUMN, column: COLUMN}', or leave out --times"));
    }
    if (strata.isPresent() && names.isEmpty()) {
      throw new BadInput("--strata is given and the model has no strata; leave it out");
    }
    return strata
        .map(own -> kept.orElseThrow().places(ofRows(own)))
        .orElseGet(
            () -> IntStream.range(0, found.ids().size()).map(i -> hazard.strata()[0]).toArray());
  }

  private List<String> ofRows(LabelColumn own) {
    LabelColumn trimmed = own.withIds(IdRule.NONE.apply(own.source(), own.ids()));
    return IntStream.of(trimmed.codesFor(found.ids())).mapToObj(own.classes()::get).toList();
  }
}
