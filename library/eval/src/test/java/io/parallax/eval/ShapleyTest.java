package io.parallax.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.math.Rng;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ShapleyTest {
  /** A pair of gloves is worth 1: player 0 has a left one, players 1 and 2 a right one each. */
  private static double gloves(long coalition) {
    return (coalition & 1) == 1 && (coalition & 6) != 0 ? 1 : 0;
  }

  @Test
  void theGloveGameHasItsKnownValues() {
    Shapley game = new Shapley(3, ShapleyTest::gloves);
    double[] values = game.values(0, Rng.of(1));
    assertThat(values[0]).isCloseTo(2 / 3.0, within(1e-12));
    assertThat(values[1]).isCloseTo(1 / 6.0, within(1e-12));
    assertThat(values[2]).isCloseTo(1 / 6.0, within(1e-12));
    assertThat(game.leaveOneOut()).containsExactly(1, 0, 0);
    assertThat(game.asked()).isEqualTo(8);
  }

  @Test
  void valuesAddUpToWhatIsReachedTogether() {
    Rng rng = Rng.of(3);
    double[] worth = new double[1 << 6];
    Arrays.setAll(worth, i -> i == 0 ? 0 : rng.uniform());
    double[] values = new Shapley(6, c -> worth[(int) c]).values(0, rng);
    assertThat(Arrays.stream(values).sum()).isCloseTo(worth[63], within(1e-12));
  }

  @Test
  void aPlayerWhoAddsNothingIsWorthNothing() {
    double[] values = new Shapley(4, c -> Long.bitCount(c & 7)).values(0, Rng.of(1));
    assertThat(values).containsExactly(new double[] {1, 1, 1, 0}, within(1e-12));
  }

  @Test
  void manyPlayersAreSampled() {
    Shapley game = new Shapley(10, c -> Long.bitCount(c) + 5 * (c & 1));
    double[] values = game.values(40, Rng.of(2));
    assertThat(values[0]).isCloseTo(6, within(1e-9));
    assertThat(values[9]).isCloseTo(1, within(1e-9));
    assertThat(game.asked()).isLessThan(1 << 10);
  }

  @Test
  void errorsComeFromTheOrdersThatWereDrawn() {
    Shapley pair = new Shapley(10, c -> (c & 3) == 3 ? 1 : 0); // the later of the two adds it
    double[] values = pair.values(50, Rng.of(2));
    double[] errors = pair.standardErrors(50, Rng.of(2));
    double share = values[0];
    assertThat(errors[0]).isCloseTo(Math.sqrt(share * (1 - share) / 49), within(1e-12));
    assertThat(errors[9]).isZero();
    assertThat(new Shapley(3, ShapleyTest::gloves).standardErrors(50, Rng.of(2)))
        .as("all coalitions are known")
        .containsExactly(0, 0, 0);
  }
}
