package io.parallax.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import org.junit.jupiter.api.Test;

class MeanRanksTest {
  /**
   * Four classifiers on fourteen data sets: Demšar 2006, Table 6, with a digit that it ranks by.
   */
  private static final double[][] DEMSAR = {
    {.763, .768, .771, .798}, {.599, .591, .590, .569}, {.954, .971, .968, .967},
    {.628, .661, .654, .657}, {.882, .888, .886, .898}, {.936, .931, .916, .931},
    {.661, .668, .609, .685}, {.583, .583, .563, .625}, {.775, .838, .866, .875},
    {1.000, 1.000, 1.000, 1.000}, {.940, .962, .965, .962}, {.619, .666, .614, .669},
    {.972, .981, .9751, .975}, {.957, .978, .946, .970}
  };

  @Test
  void findsThePublishedRanksAndTest() {
    MeanRanks found = MeanRanks.of(DEMSAR);
    assertThat(found.ranks())
        .containsExactly(new double[] {3.143, 2.000, 2.893, 1.964}, offset(5e-4));
    assertThat(found.criticalDifference()).isEqualTo(1.25, offset(0.01));
    // F = 3.69 with 3 and 39 degrees of freedom
    assertThat(found.p()).isBetween(0.019, 0.021);
  }

  @Test
  void hasTheQuantilesOfNemenyisTest() {
    int[] methods = {2, 3, 4, 5, 10};
    double[] tabled = {1.960, 2.343, 2.569, 2.728, 3.164};
    for (int i = 0; i < methods.length; i++) {
      assertThat(MeanRanks.range(methods[i]) / Math.sqrt(2)).isEqualTo(tabled[i], offset(1e-3));
    }
  }

  @Test
  void sharesTheRanksOfEquals() {
    assertThat(MeanRanks.ranks(new double[] {.5, .7, .5, .1})).containsExactly(2.5, 1, 2.5, 4);
  }

  @Test
  void hasNoTestForOneDataSet() {
    MeanRanks found = MeanRanks.of(new double[][] {{.5, .6}});
    assertThat(found.ranks()).containsExactly(2, 1);
    assertThat(found.p()).isNaN();
    assertThat(found.criticalDifference()).isNaN();
  }
}
