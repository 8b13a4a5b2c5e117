package io.parallax.run.certainty;

import io.parallax.core.Ask;
import io.parallax.core.BadInput;
import io.parallax.core.Coordinator;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.engine.Simulation;
import io.parallax.engine.SumProtocol;
import io.parallax.eval.ConformalQuantile;
import io.parallax.eval.Temperature;
import io.parallax.study.Certainty;
import io.parallax.study.Certainty.Per;
import io.parallax.study.Configured;
import io.parallax.study.Exposure;
import io.parallax.study.Study;
import io.parallax.study.Task;
import io.parallax.study.model.ModelCertainty;
import io.parallax.study.model.ModelCertainty.Score;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Calibrates what predictions are certain to, by rows that the model has not seen. One party that
 * holds all labels does it alone; parties with people of their own add up counts.
 *
 * @param score the meaning of the model's scores
 * @param classes number of classes; 1: the target is not classes
 * @param parties those that hold people of their own; none: all have the same people
 * @param views number of views of the study
 * @param sums adds up the parties' counts
 */
public record CertaintyFitting(
    Certainty how,
    Score score,
    int classes,
    List<PartyId> parties,
    int views,
    Function<SortedSet<PartyId>, SumProtocol> sums) {
  private static final double ENOUGH = 30; // calibration rows of a pool
  private static final double FREE = 0.5; // of 1/T around 1
  private static final double NEAR = 0.25; // of 1/T around that of all rows

  /** The thresholds, and the bytes that all parties sent for them. */
  public record Fitted(ModelCertainty certainty, long bytesUp) {}

  /**
   * Returns the fitting that a study states.
   *
   * @param labels number of classes of the rows
   * @param parties those that hold people of their own; none: all have the same people
   */
  public static CertaintyFitting of(
      Study study,
      int labels,
      List<PartyId> parties,
      Function<SortedSet<PartyId>, SumProtocol> sums) {
    boolean classes = study.task() instanceof Task.Classes;
    return new CertaintyFitting(
        study.extras().certainty().orElseThrow(),
        score(study, study.method()),
        classes ? labels : 1,
        parties,
        study.views().size(),
        sums);
  }

  private static <C extends Record> Score score(Study study, Configured<C, ?> method) {
    if (study.task() instanceof Task.Values values) {
      return values.kind() == Task.Values.Kind.NUMBER ? Score.NUMBER : Score.COUNT;
    }
    return method.method().probabilities(method.config()) ? Score.PROBABILITY : Score.SCORE;
  }

  /** Returns the asks by which parties with people of their own count their rows together. */
  public static List<Class<? extends Ask<?>>> asks(Certainty how) {
    return how.per() == Per.PARTY ? List.of() : CalibrationMessages.ASKS;
  }

  /** Returns what each side learns if parties with people of their own calibrate together. */
  public static List<Exposure.Line> learned(Certainty how) {
    return Exposure.lines(asks(how));
  }

  /** Returns the least number of calibration rows of which all rows together have a threshold. */
  long fewest() {
    return how.per() == Per.ALL ? ConformalQuantile.fewest(sources(), how.miscoverage()) : 1;
  }

  /** Rejects too few rows to calibrate by. */
  public void requireRows(int rows) {
    long fewest = fewest();
    if (rows < fewest) {
      throw new BadInput(
          "certainty holds out %d rows to calibrate by, and with these settings it needs %d; raise certainty.holdout or certainty.miscoverage, or add rows"
              .formatted(rows, fewest));
    }
  }

  private int sources() {
    return Math.max(1, parties.size());
  }

  /**
   * Returns the thresholds, and temperatures if probabilities are calibrated, too. Thresholds are
   * of the probabilities before that: otherwise the same rows could not give both.
   *
   * @param training the number of views present of each training row
   */
  public Fitted of(JudgedRows rows, int[] training) {
    int[] pools = pools(training, rows.size());
    return thresholds(rows, how.temperature() ? temperatures(rows, pools) : new double[0], pools);
  }

  /**
   * Returns the least number of views of the pool of each number, from 0; rows of a pool have the
   * same threshold where it depends on their number of views.
   *
   * @param training the number of views present of each training row
   * @param calibrating number of rows that calibrate
   */
  public int[] pools(int[] training, int calibrating) {
    double share = (double) calibrating / Math.max(1, training.length);
    return ViewPools.of(training, views, share, Math.max(ENOUGH, 2 / how.miscoverage()));
  }

  /** Returns the temperature of each number of views, which is about that of all rows. */
  private static double[] temperatures(JudgedRows rows, int[] pools) {
    double ofAll = Temperature.fit(rows.scores(), rows.truth(), 1, FREE);
    double[] temperatures = new double[pools.length];
    for (int k = 0; k < pools.length; k++) {
      JudgedRows own = rows.where(i -> pools[rows.views()[i]], pools[k]);
      temperatures[k] = Temperature.fit(own.scores(), own.truth(), ofAll, NEAR);
    }
    return temperatures;
  }

  private Fitted thresholds(JudgedRows rows, double[] temperatures, int[] pools) {
    boolean apart = how.per() == Per.CLASS;
    if (parties.isEmpty() || how.per() == Per.PARTY) {
      Double[][] found =
          IntStream.range(0, groups().size())
              .mapToObj(g -> in(rows, g, pools))
              .map(own -> apart ? byClass(own) : new Double[] {threshold(own)})
              .toArray(Double[][]::new);
      return new Fitted(certainty(rows.size(), found, temperatures), 0);
    }
    Simulation.Outcome<ModelCertainty> told = counted(rows);
    return new Fitted(told.result(), told.traffic().bytesUp());
  }

  /** Returns the number of thresholds of a group: one, or one for each class. */
  public int columns() {
    return how.per() == Per.CLASS ? classes : 1;
  }

  /**
   * Returns the thresholds of one party's own people; the others' are not known.
   *
   * @param rows its own that calibrate
   * @param place of the party
   */
  public ModelCertainty ofParty(JudgedRows rows, int place) {
    Double[][] found = new Double[groups().size()][1];
    found[place][0] = threshold(rows);
    return certainty(rows.size(), found, new double[0]);
  }

  /** Returns a party that counts its own rows, for {@link #common}. */
  public Party counting(JudgedRows own) {
    int[] group = columns() == 1 ? new int[own.size()] : own.truth();
    return new CalibrationParty(own.own(score), group, columns());
  }

  /**
   * Finds the thresholds of all parties' rows together.
   *
   * @param rows number of rows that calibrate
   */
  public Coordinator<ModelCertainty> common(int rows) {
    return (counting, rounds) ->
        common(
            rows, new CalibrationCoordinator(columns(), how.miscoverage()).run(counting, rounds));
  }

  /** Returns the same thresholds for all parties; infinite where there are too few rows. */
  public ModelCertainty common(int rows, double[] thresholds) {
    Double[] found =
        Arrays.stream(thresholds).mapToObj(CertaintyFitting::finite).toArray(Double[]::new);
    return certainty(rows, new Double[][] {found}, new double[0]);
  }

  /**
   * Returns what a model's predictions are certain to.
   *
   * @param rows number of rows that calibrated it
   * @param thresholds for each group, of each class or of all together; null: there is none
   */
  public ModelCertainty certainty(int rows, Double[][] thresholds, double[] temperatures) {
    return new ModelCertainty(
        how.miscoverage(), how.per(), score, rows, groups(), thresholds, temperatures);
  }

  /** Returns the names of the groups, in the order of their thresholds. */
  public List<String> groups() {
    return switch (how.per()) {
      case PARTY -> parties.stream().map(PartyId::name).toList();
      case VIEWS -> IntStream.rangeClosed(0, views).mapToObj(Integer::toString).toList();
      case ALL, CLASS -> List.of(Regions.ALL);
    };
  }

  private JudgedRows in(JudgedRows rows, int group, int[] pools) {
    return switch (how.per()) {
      case PARTY -> rows.where(i -> rows.parties()[i], group);
      case VIEWS -> rows.where(i -> pools[rows.views()[i]], pools[group]);
      case ALL, CLASS -> rows;
    };
  }

  private Double[] byClass(JudgedRows rows) {
    return IntStream.range(0, classes)
        .mapToObj(c -> threshold(rows.where(i -> rows.truth()[i], c)))
        .toArray(Double[]::new);
  }

  /** Returns the threshold of rows of one source; null if they are too few. */
  private Double threshold(JudgedRows rows) {
    return finite(ConformalQuantile.of(rows.own(score), 1, how.miscoverage()));
  }

  private static Double finite(double threshold) {
    return Double.isFinite(threshold) ? threshold : null;
  }

  /** Counts the parties' rows in one sum. */
  private Simulation.Outcome<ModelCertainty> counted(JudgedRows rows) {
    SortedMap<PartyId, Party> counting = new TreeMap<>();
    for (int p = 0; p < parties.size(); p++) {
      counting.put(parties.get(p), counting(rows.where(i -> rows.parties()[i], p)));
    }
    return Simulation.run(
        CalibrationMessages.ASKS,
        common(rows.size()),
        counting,
        Simulation.Options.inMemory().summing(sums));
  }
}
