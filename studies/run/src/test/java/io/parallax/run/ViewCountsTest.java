package io.parallax.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.math.Matrix;
import io.parallax.run.certainty.Regions;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What people are told of how sure scores by some of the parties are. */
class ViewCountsTest {
  private static final int[] HELD = {3, 1, 3};

  private static String of(double[][] scores, Optional<Regions> regions) {
    return new ViewCounts(HELD, 3, Matrix.of(scores), regions).sentence();
  }

  @Test
  void probabilitiesAndSetsAreSaid() {
    BitSet one = BitSet.valueOf(new long[] {1});
    BitSet both = BitSet.valueOf(new long[] {3});
    Regions sets = new Regions(List.of(one, both, both), new double[0][]);
    assertThat(of(new double[][] {{0.9, 0.1}, {0.4, 0.6}, {0.3, 0.7}}, Optional.of(sets)))
        .isEqualTo(
            "3 people: 2 by 3 of 3 parties, mean highest probability 0.80, mean set of 1.50 classes;"
                + " 1 by 1 of 3 parties, mean highest probability 0.60, mean set of 2.00 classes");
  }

  @Test
  void otherScoresHaveAMargin() {
    assertThat(of(new double[][] {{2, -1, 0}, {0.5, 0.25, 0}, {1, 3, -2}}, Optional.empty()))
        .contains("2 by 3 of 3 parties, mean margin of the highest score 2.00")
        .contains("1 by 1 of 3 parties, mean margin of the highest score 0.250");
  }

  @Test
  void numbersHaveTheWidthOfTheirIntervalsThatEnd() {
    double[][] ends = {{1, 3}, {-Double.MAX_VALUE * 2, Double.POSITIVE_INFINITY}, {1, 5}};
    assertThat(of(new double[][] {{2}, {7}, {3}}, Optional.of(new Regions(List.of(), ends))))
        .isEqualTo("3 people: 2 by 3 of 3 parties, mean interval 3.000 wide; 1 by 1 of 3 parties");
    assertThat(of(new double[][] {{2}, {7}, {3}}, Optional.empty())).doesNotContain("mean");
    assertThat(new ViewCounts(HELD, 4, Matrix.zeros(3, 2), Optional.empty()).byAll()).isEmpty();
  }
}
