package io.parallax.privacy.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** The numbers of docs/threat-model.md: how far beyond its limit a party gets. */
class TailsTest {
  private static final Percentage ROUNDED = Percentage.withPercentage(6);
  private static final double[] TIMES = {1, 1.15, 1.3, 1.4, 1.5, 2};

  private static void pass(double[] expected, double... found) {
    for (int i = 0; i < expected.length; i++) {
      assertThat(found[i]).as("row %d", i).isCloseTo(expected[i], ROUNDED);
    }
  }

  private static double[] spread(boolean folded) {
    return Arrays.stream(TIMES).map(times -> Tails.spread(times, folded)).toArray();
  }

  private static double[] equal(int words) {
    return Arrays.stream(TIMES).map(times -> Tails.equal(words, times)).toArray();
  }

  @Test
  void vectorsOfUpTo4096Words() {
    pass(new double[] {0.991, 0.517, 0.0327, 0.0018, 5.6e-5, 5.1e-14}, spread(false));
    assertThat(Tails.chiSquared(128)).isBetween(0.51, 0.53);
  }

  @Test
  void longerVectors() {
    pass(new double[] {0.990, 0.517, 0.0347, 0.00203, 6.7e-5, 8.2e-14}, spread(true));
  }

  /** Of all numbers of equal words two are the worst, from 1.4 times the limit on. */
  @Test
  void longerVectorsOfFewWords() {
    pass(new double[] {0.991, 0.517, 0.0339, 0.00222, 1.2e-4, 2.1e-9}, equal(2));
    for (double times : new double[] {1.4, 1.5, 2, 3}) {
      for (int words : new int[] {1, 3, 4, 5, 6, 7, 8}) {
        assertThat(Tails.equal(words, times)).isLessThan(Tails.equal(2, times));
      }
    }
    assertThat(Tails.equal(2, 30)).isCloseTo(Math.pow(2, -44), ROUNDED); // in no block at all
  }

  /** Honest parties are at 0.6 to 0.8 of their limit. */
  @Test
  void honestPartiesAreRarelyAskedAgain() {
    assertThat(1 - Tails.spread(0.8, false)).isLessThan(2e-11);
    assertThat(1 - Tails.spread(0.8, true)).isLessThan(5e-11);
    assertThat(1 - Tails.equal(2, 0.8)).isLessThan(1e-7);
    assertThat(1 - Tails.spread(0.95, true)).isLessThan(7e-4);
    assertThat(Math.pow(1 - Tails.spread(1, true), 8)).isLessThan(1e-16);
  }

  /** The best of eight challenges, and of five beginnings of eight, for the worst vector. */
  @Test
  void manyTries() {
    double[] eight = Arrays.stream(TIMES).map(t -> many(worst(t), 8)).toArray();
    double[] forty = Arrays.stream(TIMES).map(t -> many(worst(t), 40)).toArray();
    pass(new double[] {1, 0.997, 0.246, 0.0176, 9.8e-4, 1.7e-8}, eight);
    pass(new double[] {1, 1, 0.757, 0.085, 4.9e-3, 8.4e-8}, forty);
  }

  private static double worst(double times) {
    double worst = Math.max(Tails.spread(times, false), Tails.spread(times, true));
    for (int words = 1; words <= 8; words++) {
      worst = Math.max(worst, Tails.equal(words, times));
    }
    return worst;
  }

  private static double many(double one, int tries) {
    return -Math.expm1(tries * Math.log1p(-Math.min(one, 1 - 1e-16)));
  }

  /**
   * Folded words that wrap around p in sum alone. Of 128 projections with a length of 9.2 folded
   * limits, 125 at least are below six times their mean, r. Folded words are then within 2 r of 0,
   * but for 2^-106, and those beyond a length of t wrap around: some of them have a length between
   * t and √(t² + 4 r²), and take part in a projection X whatever the others are. As X has a
   * deviation of t/√2 at least, and a fourth moment of three times its square at most, it is
   * further than r from any number with (1 − 2 r²/t²)²/3 (Paley and Zygmund), but for those that
   * are p/2 further away: 2 exp(−((p/2 − r) / √(t² + 4 r²))²).
   */
  @Test
  void vectorsThatWrapAround() {
    double p = 0x1p64;
    double folded = 2 * Ball.LONGEST_PROJECTED;
    double r = 6 * 1.15 * Math.sqrt(Projections.COUNT / 2.0) * folded / Math.sqrt(128);
    assertThat(r).isLessThan(p / 32);
    double ways = 128.0 * 127 * 126 / 6;
    assertThat(Math.log(ways) / Math.log(2) - 125).isLessThan(-106);
    double t = 5.5 * r;
    double within = 1 - Math.pow(1 - 2 * r * r / (t * t), 2) / 3;
    within += 2 * Math.exp(-Math.pow((p / 2 - r) / Math.hypot(t, 2 * r), 2));
    assertThat(within).isBetween(0.70, 0.71);
    assertThat(ways * Math.pow(within, 125)).isLessThan(Math.pow(2, -43));
    assertThat(Math.pow(Folding.BUCKETS, -Folding.BLOCKS)).isEqualTo(Math.pow(2, -40));
  }

  /**
   * Below that length a projection reaches p/2 with less than 1e-6, so that all of them but a few
   * are as long as the vector. That there are honest ones beyond their range is rarer still.
   */
  @Test
  void vectorsThatAreTooShortToWrapAround() {
    double t = 5.5 * 6 * 1.15 / Math.sqrt(2) * 2 * Ball.LONGEST_PROJECTED;
    assertThat(2 * Math.exp(-Math.pow(0x1p63 / t, 2))).isLessThan(1e-6);
    assertThat(2 * Projections.COUNT * Math.exp(-6.5 * 6.5)).isBetween(1e-16, 2e-16);
  }

  /** The digits of a million words in rows of ten, and the polynomials about them. */
  @Test
  void proofs() {
    NormProof proof =
        new NormProof(
            List.of(
                Ball.ofProjections(Projections.COUNT, 0x1p44 * 316, 1_000_000),
                Ball.of(30, 0x1p44, 0)));
    double p = 0x1p64;
    assertThat(proof.digits()).isLessThan(4500);
    assertThat(Math.pow(proof.digits() / p, NormProof.EQUATIONS)).isLessThan(Math.pow(2, -103));
    assertThat(4 * 63 / p).isLessThanOrEqualTo(Math.pow(2, -56));
  }
}
