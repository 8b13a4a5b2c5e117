package io.parallax.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.math.Rng;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The number of covered rows, beside draws of calibrating and judged rows from the same rows. */
class CoverageLawTest {
  @Test
  void smallCasesAreThoseOfCounting() {
    // one calibrating row, two judged ones: its place among three is any with the same chance
    CoverageLaw one = CoverageLaw.of(1, 1, 2);
    assertThat(one.mean()).isEqualTo(1, within(1e-12));
    assertThat(one.twoSided(0)).isEqualTo(2.0 / 3, within(1e-12));
    assertThat(one.plus(CoverageLaw.none()).mean()).isEqualTo(1, within(1e-12));
    CoverageLaw all = CoverageLaw.of(3, 4, 5); // no threshold
    assertThat(all.mean()).isEqualTo(5);
    assertThat(all.low()).isEqualTo(5);
    assertThat(all.high()).isEqualTo(5);
    assertThatThrownBy(() -> all.twoSided(6)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theMeanIsTheShareOfTheRank() {
    for (int n : new int[] {9, 48, 480}) {
      long rank = ConformalQuantile.rank(n, 1, 0.1);
      CoverageLaw law = CoverageLaw.of(n, rank, 400);
      assertThat(law.mean() / 400).isEqualTo(rank / (n + 1.0), within(1e-9));
    }
  }

  /**
   * Twenty draws from the same 200 rows, whose values stay: shared rows do not matter. The control:
   * binomial intervals of the covered rows, which take the threshold for known, are too narrow.
   */
  @Test
  void drawsFromTheSameRowsFollowIt() {
    Rng rng = Rng.of(5);
    double[] values = IntStream.range(0, 200).mapToDouble(i -> rng.gaussian()).toArray();
    CoverageLaw law = CoverageLaw.none();
    for (int draw = 0; draw < 20; draw++) {
      law = law.plus(CoverageLaw.of(40, ConformalQuantile.rank(40, 1, 0.1), 50));
    }
    int outside = 0;
    int binomial = 0;
    int trials = 2000;
    double expected = law.mean() / law.judged();
    for (int trial = 0; trial < trials; trial++) {
      int covered = IntStream.range(0, 20).map(draw -> covered(values, rng)).sum();
      outside += covered < law.low() || covered > law.high() ? 1 : 0;
      Proportion found = new Proportion(covered, law.judged());
      binomial += found.low() > expected || found.high() < expected ? 1 : 0;
    }
    System.out.printf(
        "of %d sums of 20 draws, %d are outside the law's range, %d outside a binomial one%n",
        trials, outside, binomial);
    assertThat(outside / (double) trials).isBetween(0.03, 0.065);
    assertThat(binomial / (double) trials).isGreaterThan(0.1);
  }

  private static int covered(double[] values, Rng rng) {
    int[] rows = rng.permutation(values.length);
    double[] own = Arrays.stream(rows, 0, 40).mapToDouble(row -> values[row]).toArray();
    double threshold = ConformalQuantile.of(own, 1, 0.1);
    return (int) Arrays.stream(rows, 40, 90).filter(row -> values[row] <= threshold).count();
  }
}
