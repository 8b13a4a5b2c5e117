package io.parallax.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.BadInput;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RandomisedResponseTest {
  private static final int ROWS = 100_000;
  private static final int CLASSES = 10;

  @ParameterizedTest
  @ValueSource(doubles = {1, 2, 3, 4})
  void theTruthIsToldAsOftenAsEpsilonAllowsAndTheRestIsSpreadEvenly(double epsilon) {
    RandomisedResponse response = new RandomisedResponse(epsilon, CLASSES);
    int[] codes = new Random(1).ints(ROWS, 0, CLASSES).toArray();
    int[] drawn = response.draw(codes, new Random(2));
    int[] shift = new int[CLASSES];
    for (int i = 0; i < ROWS; i++) {
      shift[Math.floorMod(drawn[i] - codes[i], CLASSES)]++;
    }
    double lie = 1 / (Math.exp(epsilon) + CLASSES - 1);
    assertThat(response.truthful() / lie).isCloseTo(Math.exp(epsilon), within(1e-9));
    for (int k = 0; k < CLASSES; k++) {
      double expected = k == 0 ? response.truthful() : lie;
      double sigma = Math.sqrt(expected * (1 - expected) / ROWS);
      assertThat((double) shift[k] / ROWS).isCloseTo(expected, within(4 * sigma));
    }
  }

  @Test
  void twoDrawsDifferSoThatASeedTellsNothing() {
    int[] codes = new int[1000];
    RandomisedResponse response = new RandomisedResponse(1, 3);
    assertThat(response.draw(codes)).isNotEqualTo(response.draw(codes));
  }

  @Test
  void anEpsilonThatProtectsNothingIsRefused() {
    for (double epsilon : new double[] {0, -1, Double.NaN, 21}) {
      assertThatThrownBy(() -> new RandomisedResponse(epsilon, 2)).isInstanceOf(BadInput.class);
    }
    assertThatThrownBy(() -> new RandomisedResponse(1, 1)).isInstanceOf(BadInput.class);
  }
}
