package io.parallax.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.BaselineHazard;
import io.parallax.core.Target.Survival;
import io.parallax.data.ColumnMoments;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.study.rows.Fold;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What sums of times tell somebody who knows every held-out row's time and predicted risk, and the
 * training rows, but no event: it tries all events that there may be.
 */
class TimeSumsAttackTest {
  private static final int PARTIES = 3;
  private static final int STUDIES = 10;

  /** A party's held-out rows. */
  private record People(double[] times, Matrix risks, Survival trained) {
    static People make(int rows, Rng rng) {
      double[] times = new double[40];
      int[] events = new int[40];
      Arrays.setAll(times, i -> 1 + 30 * rng.uniform());
      Arrays.setAll(events, i -> rng.below(2));
      double[] own = IntStream.range(0, rows).mapToDouble(i -> 1 + 30 * rng.uniform()).toArray();
      return new People(own, Matrix.gaussian(rows, 1, rng), new Survival(times, events));
    }

    /** Returns sums and sums of squares, if the bits of a number are the events. */
    double[] sums(int events, boolean all) {
      int[] happened = IntStream.range(0, times.length).map(i -> events >> i & 1).toArray();
      Fold.Values values = new Fold.Values(trained, new Survival(times, happened));
      double[] at = IntStream.rangeClosed(1, 30).asDoubleStream().toArray();
      BaselineHazard hazard =
          new BaselineHazard(at, Arrays.stream(at).map(t -> t / 30).toArray(), new int[30]);
      ColumnMoments told = ColumnMoments.of(ValueSums.of(values, risks, Optional.of(hazard), all));
      double[] both = Arrays.copyOf(told.sums(), 2 * told.sums().length);
      System.arraycopy(told.squares(), 0, both, told.sums().length, told.squares().length);
      return both;
    }
  }

  private static boolean same(double[] a, double[] b) {
    boolean same = true;
    for (int k = 0; same && k < a.length; k++) {
      same = Math.abs(a[k] - b[k]) <= 1e-9 * (1 + Math.abs(b[k]));
    }
    return same;
  }

  /** Returns a + sign·b. */
  private static double[] plus(double[] a, int sign, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(k -> a[k] + sign * b[k]).toArray();
  }

  /** Counts the events of the first party's rows for which sums can be what was told. */
  private static long left(List<double[][]> ways, double[] told) {
    boolean[] possible = new boolean[ways.get(0).length];
    for (double[] second : ways.get(1)) {
      for (double[] third : ways.get(2)) {
        double[] own = plus(plus(told, -1, second), -1, third);
        for (int first = 0; first < possible.length; first++) {
          possible[first] = possible[first] || same(own, ways.get(0)[first]);
        }
      }
    }
    return IntStream.range(0, possible.length).filter(i -> possible[i]).count();
  }

  /** The mean number of ways in which a party's rows may have events, after sums. */
  private record Left(double alone, double inSum) {}

  private static Left left(int rows, boolean all) {
    int ways = 1 << rows;
    double alone = 0;
    double inSum = 0;
    for (int seed = 0; seed < STUDIES; seed++) {
      Rng rng = Rng.of(seed);
      List<double[][]> sums = new ArrayList<>();
      for (int p = 0; p < PARTIES; p++) {
        People people = People.make(rows, rng);
        sums.add(
            IntStream.range(0, ways).mapToObj(e -> people.sums(e, all)).toArray(double[][]::new));
      }
      double[] own = sums.get(0)[rng.below(ways)];
      double[] second = sums.get(1)[rng.below(ways)];
      double[] total = plus(plus(own, 1, second), 1, sums.get(2)[rng.below(ways)]);
      alone += (double) Arrays.stream(sums.get(0)).filter(one -> same(one, own)).count() / STUDIES;
      inSum += (double) left(sums, total) / STUDIES;
    }
    System.out.printf(
        "events of %d rows a party, %s sums: of %d ways %.1f are left alone, %.1f in sum%n",
        rows, all ? "all" : "few", ways, alone, inSum);
    return new Left(alone, inSum);
  }

  /**
   * Pairs of one party leave two ways: whoever is last is never the earlier of a pair. In sum they
   * leave several, though not all: somebody who knows as much as this learns something.
   */
  @Test
  void pairsOfOnePartyTellItsEventsAndSumsOverAllLeaveSeveralWays() {
    Left five = left(5, false); // the fewest that a split may hold out of a party
    Left seven = left(7, false);
    assertThat(five.alone()).isLessThan(3);
    assertThat(five.inSum()).isGreaterThan(2 * five.alone());
    assertThat(seven.alone()).isLessThan(3);
    assertThat(seven.inSum()).isGreaterThan(five.inSum());
  }

  /** The control: masks do not help where all sums are told of a few held-out rows. */
  @Test
  void allSumsOfAFewRowsTellTheirEventsAlsoInSum() {
    Left five = left(5, true);
    assertThat(five.alone()).isLessThan(2);
    assertThat(five.inSum()).isLessThan(2);
  }
}
