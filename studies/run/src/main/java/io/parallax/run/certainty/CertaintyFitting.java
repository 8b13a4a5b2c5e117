package io.parallax.run.certainty;

import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.engine.Simulation;
import io.parallax.engine.SumProtocol;
import io.parallax.eval.ConformalQuantile;
import io.parallax.eval.Temperature;
import io.parallax.study.Certainty;
import io.parallax.study.Certainty.Per;
import io.parallax.study.Exposure;
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

  /** Returns what each side learns if parties with people of their own calibrate together. */
  public static List<Exposure.Line> learned(Certainty how) {
    return how.per() == Per.PARTY ? List.of() : Exposure.lines(CalibrationMessages.ASKS);
  }

  /** Returns the least number of calibration rows of which all rows together have a threshold. */
  public long fewest() {
    return how.per() == Per.ALL ? ConformalQuantile.fewest(sources(), how.miscoverage()) : 1;
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
    int[] pools = pools(training, (double) rows.size() / Math.max(1, training.length));
    return thresholds(rows, how.temperature() ? temperatures(rows, pools) : new double[0], pools);
  }

  private int[] pools(int[] training, double share) {
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
    Simulation.Outcome<double[]> told = told(rows, apart ? classes : 1);
    Double[] found =
        Arrays.stream(told.result()).mapToObj(CertaintyFitting::finite).toArray(Double[]::new);
    return new Fitted(
        certainty(rows.size(), new Double[][] {found}, temperatures), told.traffic().bytesUp());
  }

  private ModelCertainty certainty(int rows, Double[][] thresholds, double[] temperatures) {
    return new ModelCertainty(
        how.miscoverage(), how.per(), score, rows, groups(), thresholds, temperatures);
  }

  /** Returns the names of the groups, in the order of their thresholds. */
  private List<String> groups() {
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
  private Simulation.Outcome<double[]> told(JudgedRows rows, int groups) {
    SortedMap<PartyId, Party> counting = new TreeMap<>();
    for (int p = 0; p < parties.size(); p++) {
      JudgedRows own = rows.where(i -> rows.parties()[i], p);
      int[] group = groups == 1 ? new int[own.size()] : own.truth();
      counting.put(parties.get(p), new CalibrationParty(own.own(score), group, groups));
    }
    return Simulation.run(
        CalibrationMessages.ASKS,
        new CalibrationCoordinator(groups, how.miscoverage()),
        counting,
        Simulation.Options.inMemory().summing(sums));
  }
}
