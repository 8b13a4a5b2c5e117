package io.parallax.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Clopper–Pearson intervals as R's binom.test gives them. */
class ProportionTest {
  @Test
  void intervalsAreThoseOfBinomTest() {
    same(new Proportion(0, 10), 0, 0.3084971);
    same(new Proportion(10, 10), 0.6915029, 1);
    same(new Proportion(9, 10), 0.5549839, 0.9974714);
    same(new Proportion(90, 100), 0.8237774, 0.9509953);
    assertThat(new Proportion(90, 100).share()).isEqualTo(0.9);
  }

  @Test
  void impossibleCountsAreRejected() {
    assertThatThrownBy(() -> new Proportion(3, 2)).hasMessageContaining("3 of 2 trials");
    assertThatThrownBy(() -> new Proportion(0, 0)).hasMessageContaining("0 of 0 trials");
  }

  private static void same(Proportion found, double low, double high) {
    assertThat(found.low()).isCloseTo(low, within(5e-7));
    assertThat(found.high()).isCloseTo(high, within(5e-7));
  }
}
