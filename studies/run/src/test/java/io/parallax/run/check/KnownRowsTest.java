package io.parallax.run.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.math.Rng;
import org.junit.jupiter.api.Test;

/** Known rows that are less often right than held-out rows. */
class KnownRowsTest {
  @Test
  void theChanceIsThatOfTheBetaBinomialDistribution() {
    assertThat(new KnownRows(3, 3, 7, 10).chance()).isCloseTo(1, within(1e-12));
    // uniform prior, nothing held out: each number of right rows is as likely
    assertThat(new KnownRows(1, 4, 0, 0).chance()).isCloseTo(2 / 5.0, within(1e-12));
    // very many held out: binomial, 0.9 each
    double binomial = Math.pow(0.1, 3) + 3 * 0.9 * 0.01;
    assertThat(new KnownRows(1, 3, 900_000, 1_000_000).chance()).isCloseTo(binomial, within(1e-5));
  }

  @Test
  void whoLiesIsSeenAndHonestRowsPass() {
    assertThat(new KnownRows(12, 40, 360, 400).worse()).isTrue();
    assertThat(new KnownRows(12, 40, 360, 400).sentence())
        .contains("12 of 40 people with known classes are predicted right (30.0 %)", "90.0 %");
    assertThat(new KnownRows(33, 40, 360, 400).worse()).isFalse();
    assertThat(new KnownRows(0, 10_000, 9_000, 10_000).worse()).isTrue();
    Rng rng = Rng.of(3);
    int alarms = 0;
    for (int run = 0; run < 20_000; run++) {
      double share = 0.5 + 0.5 * rng.uniform();
      KnownRows own = new KnownRows(drawn(rng, 30, share), 30, drawn(rng, 100, share), 100);
      alarms += own.worse() ? 1 : 0;
    }
    assertThat(alarms / 20_000.0).isLessThan(0.003);
  }

  private static int drawn(Rng rng, int rows, double share) {
    int right = 0;
    for (int i = 0; i < rows; i++) {
      right += rng.uniform() < share ? 1 : 0;
    }
    return right;
  }
}
