package io.parallax.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.math.Rng;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PairedDifferenceTest {
  private static final double[] FIVE = {0.02, 0.01, 0.03, -0.01, 0.02};

  /**
   * Mean 0.014; squares of deviations 0.00092, so s² = 0.00023; with 20 % held out n_test/n_train
   * is 1/4, the variance 0.00023 (1/5 + 1/4) = 0.0001035 and t = 0.014/√0.0001035. Student's t of
   * four degrees of freedom has a closed form.
   */
  @Test
  void fiveSplitsGiveTheNumbersWorkedOutByHand() {
    PairedDifference found = PairedDifference.of(FIVE, 0.25);
    double error = Math.sqrt(0.0001035);
    double t = 0.014 / error;
    assertThat(found.mean()).isCloseTo(0.014, within(1e-15));
    assertThat(found.t()).isCloseTo(t, within(1e-12)).isCloseTo(1.3761249, within(1e-7));
    assertThat(found.p())
        .isCloseTo(bothTailsOfFourDegrees(t), within(1e-12))
        .isCloseTo(0.2408015, within(1e-7));
    assertThat(found.low()).isCloseTo(0.014 - 2.7764451052 * error, within(1e-11));
    assertThat(found.high()).isCloseTo(0.014 + 2.7764451052 * error, within(1e-11));
  }

  private static double bothTailsOfFourDegrees(double t) {
    double q = t * t / (4 + t * t);
    return 1 - Math.sqrt(q) * (1 + (1 - q) / 2);
  }

  @Test
  void withoutHeldOutRowsItIsTheOrdinaryPairedTest() {
    assertThat(PairedDifference.of(FIVE, 0).p()).isCloseTo(0.1079388, within(1e-7));
  }

  /**
   * Data sets of 100 rows without any difference, ten overlapping splits each: the ordinary test
   * finds one in far more than 5 % of them, the corrected one does not.
   */
  @Test
  void overlappingSplitsMakeTheOrdinaryTestFindWhatIsNotThere() {
    Rng rng = Rng.of(11);
    int ordinary = 0;
    int corrected = 0;
    for (int set = 0; set < 400; set++) {
      double[] byRow = IntStream.range(0, 100).mapToDouble(i -> rng.gaussian()).toArray();
      double[] differences = new double[10];
      Arrays.setAll(
          differences,
          j -> Arrays.stream(rng.permutation(100)).limit(20).mapToDouble(i -> byRow[i]).sum() / 20);
      ordinary += PairedDifference.of(differences, 0).p() < 0.05 ? 1 : 0;
      corrected += PairedDifference.of(differences, 0.25).p() < 0.05 ? 1 : 0;
    }
    assertThat(ordinary).isGreaterThan(80);
    assertThat(corrected).isLessThan(40);
  }

  @Test
  void whereSplitsDoNotVaryNothingIsSaidAboutChance() {
    assertThat(PairedDifference.of(new double[] {0.1}, 0.25).p()).isNaN();
    PairedDifference equal = PairedDifference.of(new double[] {0.3 - 0.2, 0.1, 0.4 - 0.3}, 0.25);
    assertThat(equal.mean()).isCloseTo(0.1, within(1e-12));
    assertThat(equal.low()).isNaN();
    assertThat(equal.t()).isNaN();
    assertThat(equal.p()).isNaN();
    assertThat(PairedDifference.of(new double[] {0, 0, 0}, 0.25))
        .isEqualTo(new PairedDifference(0, 0, 0, 0, 1));
  }

  @Test
  void aRatioThatIsNoneIsRefused() {
    assertThatThrownBy(() -> PairedDifference.of(FIVE, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1.0");
  }
}
