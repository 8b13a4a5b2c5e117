package io.parallax.run.certainty;

import io.parallax.data.ColumnMoments;
import io.parallax.eval.Probabilities;
import io.parallax.math.Matrix;
import io.parallax.run.certainty.CertaintyResult.LogLoss;
import io.parallax.study.Certainty.Per;
import io.parallax.study.model.ModelCertainty;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Judges sets, intervals and probabilities by rows that neither trained nor calibrated the model.
 *
 * @param rows as the model scores them
 * @param classes the names of the classes
 * @param parties the names of the parties that hold different people
 */
public record CertaintyJudging(
    ModelCertainty certainty, JudgedRows rows, List<String> classes, List<String> parties) {

  /** Returns the result; {@code bytesUp} were sent to calibrate. */
  public CertaintyResult result(long bytesUp) {
    return counts()
        .result(
            certainty.miscoverage(), certainty.per(), certainty.score(), certainty.rows(), bytesUp);
  }

  /** Returns the numbers that make the result. */
  public CertaintyCounts counts() {
    List<String> names = names();
    Regions regions = Regions.of(certainty, rows.scores(), this::group);
    Matrix sizes = sizes(regions);
    double[] own = rows.own(certainty.score());
    double[][] counts = new double[names.size()][];
    for (int s = 0; s < counts.length; s++) {
      counts[s] = counts(s, regions, own, sizes);
    }
    return new CertaintyCounts(
        names,
        Matrix.of(counts),
        byParty(sizes).sums(),
        losses(Regions.calibrated(certainty, rows.scores(), rows.views())));
  }

  /**
   * Returns the sizes of sets or bounded intervals of each statement, as moments that add up
   * exactly.
   */
  public ColumnMoments sizes() {
    return byParty(sizes(Regions.of(certainty, rows.scores(), this::group)));
  }

  /** Returns the sum over the parties' rows, rounded as between machines. */
  private ColumnMoments byParty(Matrix sizes) {
    List<ColumnMoments> parts =
        Arrays.stream(rows.parties())
            .distinct()
            .mapToObj(
                p -> IntStream.range(0, rows.size()).filter(i -> rows.parties()[i] == p).toArray())
            .map(own -> ColumnMoments.of(sizes.selectRows(own)))
            .toList();
    return ColumnMoments.sum(parts.isEmpty() ? List.of(ColumnMoments.of(sizes)) : parts);
  }

  /** Returns each row's size in the columns of its statements, and no number elsewhere. */
  private Matrix sizes(Regions regions) {
    return Matrix.fill(
        rows.size(),
        names().size(),
        (i, s) -> {
          double size = size(regions, i);
          return within(s, i) && Double.isFinite(size) ? size : Double.NaN;
        });
  }

  private double size(Regions regions, int row) {
    return certainty.score().ofClasses()
        ? regions.sets().get(row).cardinality()
        : regions.intervals()[row][1] - regions.intervals()[row][0];
  }

  private boolean within(int statement, int row) {
    return statement == 0 || shown(row) == statement - 1;
  }

  /** Returns the place of a row's threshold. */
  private int group(int row) {
    return switch (certainty.per()) {
      case PARTY -> rows.parties()[row];
      case VIEWS -> rows.views()[row];
      case ALL, CLASS -> 0;
    };
  }

  private List<String> names() {
    return names(certainty.per(), certainty.groups(), classes, parties);
  }

  /**
   * Returns the names of the rows that are judged: all, and those that are calibrated apart.
   *
   * @param groups of the thresholds
   */
  public static List<String> names(
      Per per, List<String> groups, List<String> classes, List<String> parties) {
    List<String> apart =
        switch (per) {
          case PARTY -> parties;
          case VIEWS -> LogLoss.names(groups.size() - 1).subList(1, groups.size() + 1);
          case CLASS -> classes;
          case ALL -> List.of();
        };
    return Stream.concat(Stream.of(Regions.ALL), apart.stream()).toList();
  }

  private int shown(int row) {
    return certainty.per() == Per.CLASS ? rows.truth()[row] : group(row);
  }

  private double[] counts(int statement, Regions regions, double[] own, Matrix sizes) {
    boolean sets = certainty.score().ofClasses();
    double[] counts = new double[CertaintyCounts.COUNTS];
    for (int i = 0; i < rows.size(); i++) {
      if (within(statement, i)) {
        int column = sets ? rows.truth()[i] : 0;
        double size = sizes.get(i, statement);
        counts[0]++;
        counts[1] += own[i] <= certainty.threshold(group(i), column) ? 1 : 0;
        counts[2] += sets && size == 0 ? 1 : 0;
        counts[3] += sets && size == 1 ? 1 : 0;
        counts[4] += Double.isNaN(size) ? 1 : 0;
      }
    }
    return counts;
  }

  private List<LogLoss> losses(Matrix after) {
    List<LogLoss> losses = new ArrayList<>();
    if (certainty.temperatures().length == 0) {
      return losses;
    }
    losses.add(loss(Regions.ALL, 0, after, i -> true));
    for (int k = 0; k < certainty.temperatures().length; k++) {
      int views = k;
      if (Arrays.stream(rows.views()).anyMatch(count -> count == views)) {
        String name = LogLoss.names(k).get(k + 1);
        losses.add(loss(name, certainty.temperature(k), after, i -> rows.views()[i] == views));
      }
    }
    return losses;
  }

  private LogLoss loss(String name, double temperature, Matrix after, IntPredicate some) {
    int[] chosen = IntStream.range(0, rows.size()).filter(some).toArray();
    JudgedRows own = rows.at(chosen);
    return new LogLoss(
        name,
        chosen.length,
        temperature,
        Probabilities.of(own.truth(), own.scores()).logLoss(),
        Probabilities.of(own.truth(), after.selectRows(chosen)).logLoss());
  }
}
