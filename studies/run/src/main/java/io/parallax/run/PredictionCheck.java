package io.parallax.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.parallax.core.BaselineHazard;
import io.parallax.core.Target;
import io.parallax.eval.Calibration;
import io.parallax.eval.KaplanMeier;
import io.parallax.eval.SurvivalForecast;
import io.parallax.pages.Ticks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Comparison of predictions with what was observed, in groups of rows; no single row is in it.
 *
 * @param kind of what is predicted
 * @param rows number of rows compared
 * @param curves survival by groups of risk; null where times are not predicted
 * @param calibration means of predictions beside what was observed; of survival, at some times
 * @param residuals of numbers and counts, observed less predicted; of times, martingale residuals
 */
public record PredictionCheck(
    Kind kind,
    int rows,
    @JsonInclude(JsonInclude.Include.NON_NULL) Curves curves,
    List<Agreement> calibration,
    List<Calibration.Spread> residuals) {
  private static final int GROUPS = 10;
  private static final int FEWEST = 5; // rows of a group
  private static final int FEWEST_TIMES = 30; // the same, where survival is estimated in each
  private static final int STEPS = 12; // of a curve, between two counts of rows at risk
  private static final List<String> RISKS = List.of("low risk", "middle risk", "high risk");

  /** The kinds of predictions. */
  public enum Kind {
    NUMBER,
    COUNT,
    TIME,
    PROBABILITY
  }

  /**
   * Survival by groups of risk.
   *
   * @param times at which the curves are known, in equal steps from 0
   * @param counted times at which rows at risk are counted
   */
  public record Curves(double[] times, double[] counted, List<RiskGroup> groups) {}

  /**
   * Rows of similar risk.
   *
   * @param survival by Kaplan–Meier, at each time until the last row's
   * @param atRisk number of rows under observation at each time of counting
   */
  public record RiskGroup(String name, int rows, int events, double[] survival, int[] atRisk) {}

  /**
   * Predicted beside observed values.
   *
   * @param time until which survival is predicted; null where times are not predicted
   * @param auc the area under the curve at that time; null where it has no value
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Agreement(Double time, Double auc, List<Calibration.Group> groups) {
    Agreement(List<Calibration.Group> groups) {
      this(null, null, groups);
    }
  }

  /**
   * Compares predictions with a target.
   *
   * @param predicted numbers, rates, or logarithms of relative risk
   */
  static PredictionCheck of(
      Target truth, double[] predicted, Optional<BaselineHazard> hazard, Marks marks) {
    double[] expected = ValueScoring.expected(truth, predicted);
    if (truth instanceof Target.Survival times) {
      return ofTimes(times, expected, hazard, marks);
    }
    boolean numbers = truth instanceof Target.Numbers;
    double[] observed =
        numbers ? ((Target.Numbers) truth).values() : ((Target.Counts) truth).counts();
    int groups = groups(observed.length, FEWEST);
    return new PredictionCheck(
        numbers ? Kind.NUMBER : Kind.COUNT,
        observed.length,
        null,
        List.of(new Agreement(Calibration.of(expected, observed, groups))),
        Calibration.residuals(expected, difference(observed, expected), groups));
  }

  /** Compares probabilities of an outcome with how often it came. */
  static PredictionCheck ofProbabilities(double[] probabilities, double[] happened) {
    int groups = groups(happened.length, FEWEST);
    return new PredictionCheck(
        Kind.PROBABILITY,
        happened.length,
        null,
        List.of(new Agreement(Calibration.of(probabilities, happened, groups))),
        List.of());
  }

  private static int groups(int rows, int fewest) {
    return Math.max(1, Math.min(GROUPS, rows / fewest));
  }

  private static double[] difference(double[] observed, double[] expected) {
    return IntStream.range(0, observed.length)
        .mapToDouble(i -> observed[i] - expected[i])
        .toArray();
  }

  /** Kaplan–Meier does not know of entry times: with some, only residuals are compared. */
  private static PredictionCheck ofTimes(
      Target.Survival truth, double[] risks, Optional<BaselineHazard> hazard, Marks marks) {
    boolean whole = truth.entries().isEmpty();
    return new PredictionCheck(
        Kind.TIME,
        truth.size(),
        whole ? curves(truth, risks, marks.cuts()) : null,
        whole && hazard.isPresent()
            ? calibration(truth, risks, hazard.get(), marks.times())
            : List.of(),
        hazard
            .map(
                known ->
                    Calibration.residuals(
                        risks,
                        ValueScoring.martingales(truth, risks, known),
                        groups(truth.size(), FEWEST)))
            .orElse(List.of()));
  }

  private static List<Agreement> calibration(
      Target.Survival truth, double[] risks, BaselineHazard hazard, double[] times) {
    KaplanMeier censoring = KaplanMeier.ofCensoring(truth.times(), truth.events());
    SurvivalForecast forecast = new SurvivalForecast(truth.times(), truth.events(), censoring);
    double[][] survival = ValueScoring.curves(hazard, truth, risks, times);
    double last = Arrays.stream(truth.times()).max().orElseThrow();
    List<Agreement> found = new ArrayList<>();
    for (int t = 0; t < times.length; t++) {
      if (times[t] <= last) { // beyond it nothing was observed
        int groups = groups(risks.length, FEWEST_TIMES);
        double[] chances = Arrays.stream(survival[t]).map(share -> 1 - share).toArray();
        double area = forecast.areaUnderCurve(times[t], chances);
        found.add(
            new Agreement(
                times[t],
                Double.isNaN(area) ? null : area,
                forecast.calibration(times[t], survival[t], groups)));
      }
    }
    return found;
  }

  private static Curves curves(Target.Survival truth, double[] risks, double[] cuts) {
    double last = Arrays.stream(truth.times()).max().orElseThrow();
    double[] counted = Ticks.between(0, last).stream().mapToDouble(tick -> tick).toArray();
    double step = (counted.length > 1 ? counted[1] : last) / STEPS;
    double[] grid = DoubleStream.iterate(0, t -> t <= last, t -> t + step).toArray();
    List<RiskGroup> groups = new ArrayList<>();
    for (int g = 0; g < RISKS.size(); g++) {
      int group = g;
      int[] rows =
          IntStream.range(0, risks.length).filter(i -> group(risks[i], cuts) == group).toArray();
      if (rows.length > 0) {
        groups.add(group(RISKS.get(g), truth.select(rows), grid, counted));
      }
    }
    return new Curves(grid, counted, groups);
  }

  private static int group(double risk, double[] cuts) {
    return (int) Arrays.stream(cuts).filter(cut -> risk > cut).count();
  }

  private static RiskGroup group(
      String name, Target.Survival rows, double[] grid, double[] counted) {
    KaplanMeier curve = KaplanMeier.of(rows.times(), rows.events());
    double last = Arrays.stream(rows.times()).max().orElseThrow();
    long known = 1 + Arrays.stream(grid).filter(at -> at < last).count();
    return new RiskGroup(
        name,
        rows.size(),
        Arrays.stream(rows.events()).sum(),
        Arrays.stream(grid).limit(known).map(curve::at).toArray(),
        Arrays.stream(counted)
            .mapToInt(at -> (int) Arrays.stream(rows.times()).filter(t -> t >= at).count())
            .toArray());
  }

  /**
   * The times at which survival is judged, and the risks that part groups of rows.
   *
   * @param times ascending
   * @param cuts two risks: up to the first is low, beyond the second is high
   */
  public record Marks(double[] times, double[] cuts) {
    static final Marks NONE = new Marks(new double[0], new double[0]);

    /**
     * Returns the quartiles of the event times and the terciles of risks.
     *
     * @param risks of these or other rows
     */
    static Marks of(Target target, double[] risks) {
      return target instanceof Target.Survival times
          ? new Marks(quantiles(ValueScoring.eventTimes(times), 4), quantiles(sorted(risks), 3))
          : NONE;
    }

    private static double[] sorted(double[] values) {
      return Arrays.stream(values).sorted().toArray();
    }

    private static double[] quantiles(double[] sorted, int parts) {
      return IntStream.range(1, parts)
          .mapToDouble(k -> sorted[(int) ((long) k * (sorted.length - 1) / parts)])
          .distinct()
          .toArray();
    }

    /** Returns the same with other times; none are left as they are. */
    Marks at(List<Double> others) {
      return others.isEmpty()
          ? this
          : new Marks(others.stream().mapToDouble(t -> t).toArray(), cuts);
    }
  }
}
