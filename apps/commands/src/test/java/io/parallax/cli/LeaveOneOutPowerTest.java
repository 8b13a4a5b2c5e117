package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.PartyId;
import io.parallax.data.Split;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.run.check.LeaveOneOut;
import io.parallax.run.check.LeftOutParts;
import io.parallax.study.Study;
import io.parallax.study.rows.StudyData;
import io.parallax.study.rows.StudyReader;
import io.parallax.study.rows.StudySplits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * How often leave-one-out by rows names a party that lies about held-out rows, on digits: 200 runs
 * of each lie, 40 draws of 400 held-out rows in each of five splits.
 */
class LeaveOneOutPowerTest {
  private static final int SPLITS = 5;
  private static final int DRAWS = 40;
  private static final int ROWS = 400;
  private static final double COSTLY = 0.14;
  private final List<String> table = new ArrayList<>();

  /** What a party sends in place of its scores. */
  private record Lie(String name, UnaryOperator<Matrix> of) {}

  private static final List<Lie> LIES =
      List.of(
          new Lie("reversed", scores -> scores.scale(-1000)),
          new Lie("own best to second", LeaveOneOutPowerTest::swapped));

  private static Matrix swapped(Matrix scores) {
    double[][] votes = new double[scores.rows()][scores.cols()];
    for (int i = 0; i < votes.length; i++) {
      double[] row = scores.row(i);
      int best = best(row, -1);
      votes[i][best] = -1e6;
      votes[i][best(row, best)] = 1e6;
    }
    return Matrix.of(votes);
  }

  private static int best(double[] row, int but) {
    return IntStream.range(0, row.length)
        .filter(c -> c != but)
        .reduce((a, b) -> row[b] > row[a] ? b : a)
        .orElseThrow();
  }

  private static Matrix cut(Matrix rows, double limit) {
    double[] norms = rows.rowNorms();
    return Matrix.fill(
        rows.rows(),
        rows.cols(),
        (i, j) -> norms[i] > limit ? rows.get(i, j) * (limit / norms[i]) : rows.get(i, j));
  }

  /**
   * One split's training.
   *
   * @param scores what each party adds to the sum over held-out rows, cut to its limit
   */
  private record Trained(
      int[] truth, SortedMap<PartyId, Matrix> scores, SortedMap<PartyId, Double> limits) {
    double all() {
      return limits.values().stream().mapToDouble(limit -> limit).sum();
    }

    /** Returns the same with a lie, as long as all limits together or as its party's own. */
    Trained lying(PartyId liar, Lie lie, boolean masked) {
      SortedMap<PartyId, Matrix> changed = new TreeMap<>(scores);
      double limit = masked ? all() : limits.get(liar);
      changed.put(liar, cut(lie.of().apply(scores.get(liar)), limit));
      return new Trained(truth, changed, limits);
    }

    double[] sum(int row, PartyId without) {
      double[] sum = new double[scores.get(scores.firstKey()).cols()];
      scores.forEach(
          (id, own) -> {
            for (int c = 0; c < sum.length && !id.equals(without); c++) {
              sum[c] += own.get(row, c);
            }
          });
      return sum;
    }

    double accuracy() {
      return IntStream.range(0, truth.length)
              .filter(i -> best(sum(i, null), -1) == truth[i])
              .count()
          / (double) truth.length;
    }

    LeaveOneOut drawn(List<PartyId> leftOut, Rng rng) {
      int[] rows = Arrays.copyOf(rng.child("rows").permutation(truth.length), ROWS);
      LeftOutParts parts = LeftOutParts.drawn(leftOut, truth.length, rng.child("parts"));
      int[] found =
          Arrays.stream(rows)
              .map(
                  row -> {
                    int part = parts.ofRow()[row];
                    return best(sum(row, part == 0 ? null : leftOut.get(part - 1)), -1);
                  })
              .toArray();
      int[] known = Arrays.stream(rows).map(row -> truth[row]).toArray();
      return LeaveOneOut.of(parts, rows, known, found);
    }
  }

  private static Trained trained(StudyData data, Split split, int number) {
    HeardSums heard = HeardSums.of(data, data.study().method(), split, number, "n × C");
    Trained found = new Trained(data.fold(split, "heard").truth(), new TreeMap<>(), heard.limits());
    heard.last().forEach((id, own) -> found.scores().put(id, cut(own, heard.limits().get(id))));
    return found;
  }

  private void tried(String... views) {
    Study study = HeardSums.study(views);
    StudyData data = StudyReader.load(study);
    List<Split> splits = new StudySplits(data).all();
    List<Trained> trained =
        IntStream.range(0, SPLITS).mapToObj(s -> trained(data, splits.get(s), s + 1)).toList();
    List<PartyId> leftOut = LeftOutParts.leftOut(study);
    double[] honest = counted(trained, leftOut, "");
    line(views.length, "nobody", "–", 0, honest);
    assertThat(honest[1]).as("false alarms").isLessThanOrEqualTo(0.02);
    for (PartyId liar : leftOut) {
      for (Lie lie : LIES) {
        for (boolean masked : new boolean[] {true, false}) {
          List<Trained> lying = trained.stream().map(t -> t.lying(liar, lie, masked)).toList();
          double cost = mean(trained) - mean(lying);
          double[] found = counted(lying, leftOut, liar.name());
          line(views.length, liar.name(), lie.name() + (masked ? ", all limits" : ""), cost, found);
          if (cost >= COSTLY) {
            assertThat(found[0])
                .as("%s by %s, masked %s", lie.name(), liar, masked)
                .isGreaterThanOrEqualTo(0.95);
          }
        }
      }
    }
  }

  private static double mean(List<Trained> trained) {
    return trained.stream().mapToDouble(Trained::accuracy).average().orElseThrow();
  }

  /** Returns the shares of runs in which this party is named, and in which another one is. */
  private static double[] counted(List<Trained> trained, List<PartyId> leftOut, String liar) {
    int[] counts = new int[2];
    for (int s = 0; s < trained.size(); s++) {
      for (int draw = 0; draw < DRAWS; draw++) {
        Rng rng = Rng.of(11).child("split " + s, "draw " + draw);
        trained
            .get(s)
            .drawn(leftOut, rng)
            .named(1)
            .ifPresent(name -> counts[name.equals(liar) ? 0 : 1]++);
      }
    }
    double runs = trained.size() * DRAWS;
    return new double[] {counts[0] / runs, counts[1] / runs};
  }

  private void line(int parties, String liar, String lie, double cost, double[] found) {
    table.add(
        String.format(
            Locale.ROOT,
            "%d parties | %s | %s | costs %.1f | named %.1f %% | another %.1f %%",
            parties,
            liar,
            lie,
            100 * cost,
            100 * found[0],
            100 * found[1]));
  }

  @Test
  void aLiarThatCostsMuchIsNamedAndNobodyElse() throws IOException {
    try {
      tried("fac", "fou", "kar", "mor", "pix", "zer");
      tried("pix", "fou", "mor", "kar");
    } finally {
      Files.write(Path.of("target/leave-one-out.txt"), table);
    }
  }
}
