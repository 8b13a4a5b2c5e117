package io.parallax.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartyCorrelationTest {
  private static final double EXACT = 1e-9;

  @Test
  void columnsThatAreOneHaveOneAndOthersNothing() {
    Matrix signs = Matrix.of(new double[][] {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}});
    PartyCorrelation known = PartyCorrelation.of(Matrix.stackColumns(List.of(signs, signs, signs)));
    assertThat(known.within(new int[] {0, 2, 4})).isCloseTo(1, within(EXACT));
    assertThat(known.between(new int[] {0, 2}, new int[] {4, 2})).isCloseTo(1, within(EXACT));
    assertThat(known.within(new int[] {0, 1})).isZero();
    assertThat(known.between(new int[] {0, 2}, new int[] {1, 3})).isZero();
    assertThat(known.within(new int[] {0})).isZero(); // of one column there is no deviation
  }

  @Test
  void theShortWayOfOnePartyAgreesWithTheDefinition() {
    Rng rng = Rng.of(3);
    Matrix mixed = Matrix.gaussian(300, 4, rng).times(Matrix.gaussian(4, 7, rng));
    PartyCorrelation known = PartyCorrelation.of(standardised(mixed));
    int[] own = {0, 2, 3, 5, 6};
    assertThat(known.within(own)).isCloseTo(known.between(own, own), within(EXACT));
    assertThat(known.between(own, new int[] {1, 4}))
        .isCloseTo(known.between(new int[] {1, 4}, own), within(EXACT));
    Matrix block = Matrix.fill(5, 5, (i, j) -> known.of(own[i], own[j]));
    double[] values = block.thinSvd().s();
    double mean = Arrays.stream(values).average().orElseThrow();
    double variance = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / 4;
    assertThat(known.within(own)).isCloseTo(Math.sqrt(variance / 5), within(EXACT));
  }

  @Test
  void theDifferenceIsTheMeanOverThePartiesOfOthersLessOwn() {
    double[][] table = {{0.5, 0.2, 0.4}, {0.2, 0.1, 0.6}, {0.4, 0.6, 0.3}};
    assertThat(PartyCorrelation.others(table, 1)).isCloseTo(0.4, within(EXACT));
    assertThat(PartyCorrelation.difference(table))
        .isCloseTo(((0.3 - 0.5) + (0.4 - 0.1) + (0.5 - 0.3)) / 3, within(EXACT));
  }

  private static Matrix standardised(Matrix x) {
    double[] means = new double[x.cols()];
    double[] deviations = new double[x.cols()];
    for (int j = 0; j < x.cols(); j++) {
      int column = j;
      double[] own = Arrays.stream(x.toRows()).mapToDouble(row -> row[column]).toArray();
      means[j] = Arrays.stream(own).average().orElseThrow();
      double mean = means[j];
      deviations[j] =
          Math.sqrt(Arrays.stream(own).map(v -> (v - mean) * (v - mean)).sum() / own.length);
    }
    return Matrix.fill(x.rows(), x.cols(), (i, j) -> (x.get(i, j) - means[j]) / deviations[j]);
  }
}
