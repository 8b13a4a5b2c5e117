package io.parallax.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.function.DoubleSupplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RngTest {
  private static final int DRAWS = 200_000;

  @Test
  void sameSeedSameBits() {
    assertThat(Rng.of(42).bits()).isEqualTo(Rng.of(42).bits());
    assertThat(Rng.of(42).bits()).isNotEqualTo(Rng.of(43).bits());
  }

  @Test
  void childrenDependOnNamesNotOnDraws() {
    Rng drawn = Rng.of(1);
    drawn.gaussian();
    drawn.bits();
    long first = Rng.of(1).child("party", "3").bits();
    assertThat(drawn.child("party", "3").bits()).isEqualTo(first);
    assertThat(drawn.child("party").child("3").bits()).isEqualTo(first);
    assertThat(drawn.child("party", "4").bits()).isNotEqualTo(first);
    assertThat(drawn.child("party3").bits()).isNotEqualTo(first);
  }

  @Test
  void momentsAreRight() {
    Rng rng = Rng.of(9);
    moments(rng::uniform, 0.5, 1 / 12.0);
    moments(() -> rng.uniform(-1, 3), 1, 16 / 12.0);
    moments(rng::gaussian, 0, 1);
    moments(rng::exponential, 1, 1);
    moments(() -> rng.gamma(2.5), 2.5, 2.5);
    moments(() -> rng.gamma(0.4), 0.4, 0.4);
    moments(() -> rng.below(7), 3, 4);
    moments(() -> rng.chance(0.3) ? 1 : 0, 0.3, 0.21);
  }

  @Test
  void permutationsHoldEveryIndexOnce() {
    int[] order = Rng.of(4).permutation(100);
    assertThat(order).isNotEqualTo(Arrays.stream(order).sorted().toArray());
    assertThat(Arrays.stream(order).sorted().toArray())
        .containsExactly(IntStream.range(0, 100).toArray());
  }

  @Test
  void dirichletSharesAddUpEvenForTinyAlpha() {
    for (double alpha : new double[] {1e-4, 0.1, 1, 100}) {
      double[] shares = Rng.of(6).dirichlet(10, alpha);
      assertThat(DoubleStream.of(shares).sum()).isCloseTo(1, within(1e-12));
      assertThat(DoubleStream.of(shares).min().orElseThrow()).isNotNegative();
    }
    Rng rng = Rng.of(8);
    moments(() -> rng.dirichlet(4, 2)[0], 0.25, 0.25 * 0.75 / 9);
  }

  @Test
  void refusesImpossibleParameters() {
    Rng rng = Rng.of(1);
    assertThatThrownBy(() -> rng.below(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> rng.chance(1.1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> rng.gamma(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> rng.uniform(1, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> rng.child()).isInstanceOf(IllegalArgumentException.class);
  }

  private static void moments(DoubleSupplier draw, double mean, double variance) {
    double[] draws = DoubleStream.generate(draw).limit(DRAWS).toArray();
    double found = DoubleStream.of(draws).average().orElseThrow();
    double spread =
        DoubleStream.of(draws).map(v -> (v - found) * (v - found)).average().orElseThrow();
    assertThat(found).isCloseTo(mean, within(5 * Math.sqrt(variance / DRAWS)));
    assertThat(spread).isCloseTo(variance, within(0.03 * variance));
  }
}
