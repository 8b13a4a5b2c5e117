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
import java.util.function.BinaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * How often leave-one-out by rows names a party that lies about held-out rows, and how often an
 * innocent one, on digits: 200 runs of each lie, 40 draws of the parts in each of five splits. A
 * liar knows which rows leave out whom, and may spare some of them.
 */
class LeaveOneOutPowerTest {
  private static final int SPLITS = 5;
  private static final int DRAWS = 40;
  private static final int[] ROWS = {400, 1000};
  private static final double COSTLY = 0.14;
  private static final double RARELY = 0.02;
  private final List<String> table = new ArrayList<>();
  private double naive;

  /**
   * What a party sends in place of its scores.
   *
   * @param of its own scores and the sum of the others'
   */
  private record Lie(String name, BinaryOperator<Matrix> of) {}

  private static final List<Lie> LIES =
      List.of(
          new Lie("reversed", (own, others) -> own.scale(-1000)),
          new Lie("own best to second", (own, others) -> swapped(own)),
          new Lie("others' best to second", (own, others) -> swapped(others)));

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

  /** The held-out rows of one run, and their parts. */
  private record Draw(int[] rows, LeftOutParts parts) {
    static Draw of(List<PartyId> leftOut, int all, int count, Rng rng) {
      int[] rows = Arrays.copyOf(rng.child("rows").permutation(all), count);
      return new Draw(rows, LeftOutParts.drawn(leftOut, all, rng.child("parts")));
    }

    LeaveOneOut counted(int[] truth, int[][] found) {
      int[] known = Arrays.stream(rows).map(row -> truth[row]).toArray();
      int[] told = Arrays.stream(rows).map(row -> found[parts.ofRow()[row]][row]).toArray();
      return LeaveOneOut.of(parts, rows, known, told);
    }
  }

  /**
   * One split's training.
   *
   * @param scores what each party adds to the sum over held-out rows, cut to its limit
   * @param leftOut the party that each part but the first lacks
   * @param draws of each number of rows
   */
  private record Trained(
      int[] truth,
      SortedMap<PartyId, Matrix> scores,
      SortedMap<PartyId, Double> limits,
      List<PartyId> leftOut,
      SortedMap<Integer, List<Draw>> draws) {

    /** Returns the class that each part would give each row: honest ones. */
    int[][] honest() {
      return IntStream.rangeClosed(0, leftOut.size())
          .mapToObj(part -> sum(others(part, null)).argmaxRows())
          .toArray(int[][]::new);
    }

    /** The same with a lie, as long as all limits together or as its party's own. */
    int[][] lying(PartyId liar, Lie lie, boolean masked) {
      double limit =
          masked ? limits.values().stream().mapToDouble(own -> own).sum() : limits.get(liar);
      return IntStream.rangeClosed(0, leftOut.size())
          .mapToObj(
              part -> {
                Matrix others = sum(others(part, liar));
                if (part > 0 && leftOut.get(part - 1).equals(liar)) {
                  return others.argmaxRows();
                }
                Matrix told = cut(lie.of().apply(scores.get(liar), others), limit);
                return others.plus(told).argmaxRows();
              })
          .toArray(int[][]::new);
    }

    private List<Matrix> others(int part, PartyId liar) {
      PartyId absent = part == 0 ? null : leftOut.get(part - 1);
      return scores.keySet().stream()
          .filter(id -> !id.equals(absent) && !id.equals(liar))
          .map(scores::get)
          .toList();
    }

    private static Matrix sum(List<Matrix> scores) {
      return scores.stream().reduce(Matrix::plus).orElseThrow();
    }

    double accuracy(int[] found) {
      return IntStream.range(0, truth.length).filter(i -> found[i] == truth[i]).count()
          / (double) truth.length;
    }
  }

  /**
   * Shares of runs.
   *
   * @param liar in which the liar is named
   * @param another in which an innocent party is named
   * @param found in which somebody is suspected
   * @param among of these, in which the liar is among the suspects
   * @param naive in which an innocent party is named by the naive rule
   */
  private record Rates(double liar, double another, double found, double among, double naive) {}

  /** Names the part with the largest share of right rows beside all others: a control. */
  private static String naive(LeaveOneOut found) {
    int[] right = found.right();
    int[] rows = found.rows();
    String named = "";
    double most = 3;
    for (int part = 1; part < rows.length; part++) {
      double others = Arrays.stream(rows).sum() - rows[part];
      double good = Arrays.stream(right).sum() - right[part];
      double share = (good + 1) / (others + 2);
      double deviation = Math.sqrt(share * (1 - share) * (1.0 / rows[part] + 1 / others));
      double z = ((double) right[part] / rows[part] - good / others) / deviation;
      named = z > most ? found.parties().get(part - 1) : named;
      most = Math.max(most, z);
    }
    return named;
  }

  private static Trained trained(StudyData data, List<PartyId> leftOut, Split split, int number) {
    HeardSums heard = HeardSums.of(data, data.study().method(), split, number, "n × C");
    SortedMap<PartyId, Matrix> scores = new TreeMap<>();
    heard.last().forEach((id, own) -> scores.put(id, cut(own, heard.limits().get(id))));
    SortedMap<Integer, List<Draw>> draws = new TreeMap<>();
    for (int rows : ROWS) {
      draws.put(
          rows,
          IntStream.range(0, DRAWS)
              .mapToObj(d -> Rng.of(11).child("split " + (number - 1), "draw " + d))
              .map(rng -> Draw.of(leftOut, split.test().length, rows, rng))
              .toList());
    }
    int[] truth = data.fold(split, "heard").truth();
    return new Trained(truth, scores, heard.limits(), leftOut, draws);
  }

  private void tried(String... views) {
    Study study = HeardSums.study(views);
    StudyData data = StudyReader.load(study);
    List<Split> splits = new StudySplits(data).all();
    List<PartyId> leftOut = LeftOutParts.leftOut(study);
    List<Trained> trained =
        IntStream.range(0, SPLITS)
            .mapToObj(s -> trained(data, leftOut, splits.get(s), s + 1))
            .toList();
    List<int[][]> honest = trained.stream().map(Trained::honest).toList();
    for (int rows : ROWS) {
      Rates alarms = counted(trained, honest, rows, "");
      line(views.length, rows, "nobody", "–", 0, alarms);
      assertThat(alarms.found()).as("false alarms").isLessThanOrEqualTo(RARELY);
    }
    for (PartyId liar : leftOut) {
      for (Lie lie : LIES) {
        for (boolean masked : new boolean[] {true, false}) {
          String name = lie.name() + (masked ? ", all limits" : "");
          List<int[][]> lying = trained.stream().map(t -> t.lying(liar, lie, masked)).toList();
          tried(trained, honest, lying, liar, name);
        }
      }
    }
  }

  /** Tries a lie about all rows, about some parts of them, and about all but another's part. */
  private void tried(
      List<Trained> trained, List<int[][]> honest, List<int[][]> lying, PartyId liar, String name) {
    List<PartyId> leftOut = trained.get(0).leftOut();
    double cost = 0;
    for (int s = 0; s < SPLITS; s++) {
      Trained own = trained.get(s);
      cost += (own.accuracy(honest.get(s)[0]) - own.accuracy(lying.get(s)[0])) / SPLITS;
    }
    for (int rows : ROWS) {
      Rates all = counted(trained, lying, rows, liar.name());
      line(leftOut.size() + 1, rows, liar.name(), name, cost, all);
      if (rows != ROWS[1]) {
        continue; // more rows make it surer, who lies and who seems to
      }
      if (cost >= COSTLY) {
        assertThat(all.liar()).as("%s by %s", name, liar).isGreaterThanOrEqualTo(0.95);
      }
      partly(trained, mixed(honest, lying, 1), rows, liar, name + ", part 0 only", cost);
      partly(trained, mixed(lying, honest, 1), rows, liar, name + ", but part 0", cost);
      for (int part = 1; part <= leftOut.size(); part++) {
        String kind = name + ", sparing " + leftOut.get(part - 1);
        partly(trained, mixed(lying, honest, 1 << part), rows, liar, kind, cost);
      }
    }
  }

  private void partly(
      List<Trained> trained,
      List<int[][]> found,
      int rows,
      PartyId liar,
      String kind,
      double cost) {
    Rates rates = counted(trained, found, rows, liar.name());
    line(trained.get(0).leftOut().size() + 1, rows, liar.name(), kind, cost, rates);
    naive = Math.max(naive, rates.naive());
    assertThat(rates.another()).as("%s by %s: innocent", kind, liar).isLessThanOrEqualTo(RARELY);
  }

  /**
   * Returns what is found with some parts of one kind, by a bit each, and all others of another.
   */
  private static List<int[][]> mixed(List<int[][]> most, List<int[][]> some, int bits) {
    return IntStream.range(0, most.size())
        .mapToObj(
            s ->
                IntStream.range(0, most.get(s).length)
                    .mapToObj(part -> ((bits >> part & 1) == 1 ? some : most).get(s)[part])
                    .toArray(int[][]::new))
        .toList();
  }

  private static Rates counted(List<Trained> trained, List<int[][]> found, int rows, String liar) {
    int[] counts = new int[5];
    for (int s = 0; s < trained.size(); s++) {
      Trained own = trained.get(s);
      for (Draw draw : own.draws().get(rows)) {
        LeaveOneOut counted = draw.counted(own.truth(), found.get(s));
        String naive = naive(counted);
        counts[4] += naive.isEmpty() || naive.equals(liar) ? 0 : 1;
        List<String> suspects = counted.suspects(1);
        counts[0] += suspects.equals(List.of(liar)) ? 1 : 0;
        counts[1] += suspects.size() == 1 && !suspects.contains(liar) ? 1 : 0;
        counts[2] += suspects.isEmpty() ? 0 : 1;
        counts[3] += suspects.contains(liar) ? 1 : 0;
      }
    }
    double runs = trained.size() * DRAWS;
    return new Rates(
        counts[0] / runs, counts[1] / runs, counts[2] / runs, counts[3] / runs, counts[4] / runs);
  }

  private void line(int parties, int rows, String liar, String lie, double cost, Rates found) {
    String text =
        "%d parties | %d rows | %s | %s | costs %.1f | named %.1f %% | another %.1f %% | found %.1f %% | liar among them %.1f %% | naive: another %.1f %%";
    table.add(
        String.format(
            Locale.ROOT,
            text,
            parties,
            rows,
            liar,
            lie,
            100 * cost,
            100 * found.liar(),
            100 * found.another(),
            100 * found.found(),
            100 * found.among(),
            100 * found.naive()));
  }

  @Test
  void aLiarThatCostsMuchIsNamedAndNobodyElse() throws IOException {
    try {
      tried("fac", "fou", "kar", "mor", "pix", "zer");
      tried("pix", "fou", "mor", "kar");
      assertThat(naive).as("control: an innocent by the naive rule").isGreaterThan(0.4);
    } finally {
      Files.write(Path.of("target/leave-one-out.txt"), table);
    }
  }
}
