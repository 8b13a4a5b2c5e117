package io.parallax.run.certainty;

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
    Regions regions = Regions.of(certainty, rows.scores(), this::group);
    double[] own = rows.own(certainty.score());
    List<Coverage> coverage = new ArrayList<>();
    coverage.add(covered(Regions.ALL, regions, own, i -> true));
    for (int g = 0; g < names().size(); g++) {
      int group = g;
      if (IntStream.range(0, rows.size()).anyMatch(i -> shown(i) == group)) {
        coverage.add(covered(names().get(g), regions, own, i -> shown(i) == group));
      }
    }
    return new CertaintyResult(
        certainty.miscoverage(),
        certainty.per(),
        certainty.score(),
        certainty.rows(),
        coverage,
        losses(Regions.calibrated(certainty, rows.scores(), rows.views())),
        List.of(coverage.get(0).share()),
        bytesUp);
  }

  /** Returns the place of a row's threshold. */
  private int group(int row) {
    return switch (certainty.per()) {
      case PARTY -> rows.parties()[row];
      case VIEWS -> rows.views()[row];
      case ALL, CLASS -> 0;
    };
  }

  /** Returns the names of the rows that are shown apart. */
  private List<String> names() {
    return switch (certainty.per()) {
      case PARTY -> parties;
      case VIEWS -> certainty.groups().stream().map(CertaintyJudging::views).toList();
      case CLASS -> classes;
      case ALL -> List.of();
    };
  }

  private static String views(String count) {
    return count + (count.equals("1") ? " view" : " views");
  }

  private int shown(int row) {
    return certainty.per() == Per.CLASS ? rows.truth()[row] : group(row);
  }

  private Coverage covered(String name, Regions regions, double[] own, IntPredicate some) {
    int[] chosen = IntStream.range(0, rows.size()).filter(some).toArray();
    long covered = 0;
    double sizes = 0;
    int[] ofSize = new int[2];
    long unbounded = 0;
    for (int i : chosen) {
      int column = certainty.score().ofClasses() ? rows.truth()[i] : 0;
      covered += own[i] <= certainty.threshold(group(i), column) ? 1 : 0;
      if (certainty.score().ofClasses()) {
        int size = regions.sets().get(i).cardinality();
        sizes += size;
        if (size < ofSize.length) {
          ofSize[size]++;
        }
      } else {
        double width = regions.intervals()[i][1] - regions.intervals()[i][0];
        boolean bounded = Double.isFinite(width);
        sizes += bounded ? width : 0;
        unbounded += bounded ? 0 : 1;
      }
    }
    return Coverage.of(name, chosen.length, covered, sizes, ofSize[0], ofSize[1], unbounded);
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
        String name = views(Integer.toString(k));
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
