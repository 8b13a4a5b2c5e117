package io.parallax.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Temperatures that make probabilities agree with what is observed. */
class TemperatureTest {
  /**
   * All are given 0.9 and three of four are right: ln 9 / T = ln 3, but for what is known before.
   */
  @Test
  void overconfidenceByHand() {
    int rows = 400;
    Matrix sure = Matrix.fill(rows, 2, (i, j) -> j == 0 ? 0.9 : 0.1);
    int[] truth = IntStream.range(0, rows).map(i -> i % 4 == 0 ? 1 : 0).toArray();
    double found = Temperature.fit(sure, truth, 1, 0.5);
    assertThat(found).isCloseTo(2, within(0.03));
    double given = 1 / (1 + Math.exp(-Math.log(9) / found));
    double prior = 4 * (1 / found - 1); // the derivative of (1/T − 1)² / (2 · 0.5²)
    assertThat(rows * (given - 0.75) * Math.log(9) + prior).isCloseTo(0, within(1e-9));
    Matrix cooled = Temperature.apply(sure, 2);
    assertThat(cooled.get(3, 0)).isCloseTo(0.75, within(1e-15));
    assertThat(cooled.get(3, 1)).isCloseTo(0.25, within(1e-15));
  }

  @Test
  void thatOfSharpenedProbabilitiesIsFoundAgainAndNoOtherIsBetter() {
    Rng rng = Rng.of(3);
    Matrix scores = Matrix.fill(4000, 3, (i, j) -> Math.exp(rng.gaussian()));
    Matrix calm = Temperature.apply(scores, 1);
    int[] truth = new int[4000];
    for (int i = 0; i < truth.length; i++) {
      double u = rng.uniform();
      truth[i] = u < calm.get(i, 0) ? 0 : u < calm.get(i, 0) + calm.get(i, 1) ? 1 : 2;
    }
    Matrix sharp = Temperature.apply(calm, 0.4);
    double found = Temperature.fit(sharp, truth, 1, 0.5);
    assertThat(found).isCloseTo(2.5, within(0.2));
    double best = loss(sharp, found, truth);
    assertThat(best).isLessThan(loss(sharp, 1, truth));
    assertThat(best).isLessThan(loss(sharp, found * 1.01, truth));
    assertThat(best).isLessThan(loss(sharp, found / 1.01, truth));
  }

  /** Without the prior every probability would become 0 or 1. */
  @Test
  void fewRowsThatAreAllRightChangeLittle() {
    Matrix sure = Matrix.fill(30, 2, (i, j) -> j == 0 ? 0.97 : 0.03);
    assertThat(Temperature.fit(sure, new int[30], 1, 0.5)).isBetween(0.6, 0.95);
    int[] wrong = new int[30];
    Arrays.fill(wrong, 1);
    assertThat(Temperature.fit(sure, wrong, 1, 0.5)).isCloseTo(20, within(1e-6));
    assertThat(Temperature.fit(sure, new int[0], 1, 0.5)).isCloseTo(1, within(1e-9));
    assertThat(Temperature.apply(Matrix.of(new double[][] {{1, 0}}), 20).row(0)[1])
        .isBetween(0.1, 0.2);
  }

  @Test
  void fewRowsStayNearTheExpectedTemperature() {
    Matrix sure = Matrix.fill(8, 2, (i, j) -> j == 0 ? 0.9 : 0.1);
    assertThat(Temperature.fit(sure, new int[8], 3, 0.1)).isBetween(2.0, 3.0);
    assertThat(Temperature.fit(sure, new int[0], 3, 0.1)).isCloseTo(3, within(1e-9));
  }

  private static double loss(Matrix probabilities, double temperature, int[] truth) {
    return Probabilities.of(truth, Temperature.apply(probabilities, temperature)).logLoss();
  }
}
