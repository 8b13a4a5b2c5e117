package io.parallax.privacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.PartyId;
import io.parallax.engine.SumProtocol;
import java.nio.LongBuffer;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One party among seven sends poison: the control, a plain sum, goes wherever it wants. */
class RobustSumTest {
  private static final int NUMBERS = 10_000;
  private static final double SCALE = 0x1p30;
  private static final int PARTIES = 7;

  private static double[] sum(SumProtocol protocol, SortedMap<PartyId, LongBuffer> words) {
    long[] total = total(protocol, words);
    double[] numbers = new double[total.length];
    for (int i = 0; i < total.length; i++) {
      numbers[i] = total[i] / SCALE / words.size();
    }
    return numbers;
  }

  private static long[] total(SumProtocol protocol, SortedMap<PartyId, LongBuffer> words) {
    long[] total = new long[words.get(words.firstKey()).remaining()];
    protocol.coordinatorSide().add(words, total, 0);
    return total;
  }

  /** Every party has the same truth with noise of its own; the last one multiplies by something. */
  private static SortedMap<PartyId, LongBuffer> words(double poison) {
    SortedMap<PartyId, LongBuffer> words = new TreeMap<>();
    for (int p = 0; p < PARTIES; p++) {
      Random noise = new Random(p);
      long[] own = new long[NUMBERS];
      for (int i = 0; i < NUMBERS; i++) {
        double value = truth(i) + 0.1 * noise.nextGaussian();
        own[i] = Math.round(SCALE * value * (p == PARTIES - 1 ? poison : 1));
      }
      words.put(PartyId.of("party-" + p), LongBuffer.wrap(own));
    }
    return words;
  }

  private static double truth(int i) {
    return Math.sin(i);
  }

  private static double error(double[] found) {
    double worst = 0;
    for (int i = 0; i < found.length; i++) {
      worst = Math.max(worst, Math.abs(found[i] - truth(i)));
    }
    return worst;
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1000, 1e6, 0, -1})
  void onePoisonedSummandDoesNotMoveMedianOrTrimmedMeanFar(double poison) {
    double honest = error(sum(SumProtocol.plain(), words(1)));
    assertThat(error(sum(RobustSum.median(), words(poison)))).isLessThan(2 * honest + 0.15);
    assertThat(error(sum(RobustSum.trimmed(), words(poison)))).isLessThan(2 * honest + 0.15);
    if (Math.abs(poison) > 1) {
      assertThat(error(sum(SumProtocol.plain(), words(poison)))).as("control").isGreaterThan(100);
    }
  }

  @Test
  void ofAgreeingPartiesTheTotalIsTheirSumToTheLastBit() {
    for (SumProtocol protocol : new SumProtocol[] {RobustSum.median(), RobustSum.trimmed()}) {
      for (long value : new long[] {0, 7, -7, Long.MAX_VALUE / 6, Long.MIN_VALUE / 6}) {
        SortedMap<PartyId, LongBuffer> words = new TreeMap<>();
        for (int p = 0; p < 5; p++) {
          words.put(PartyId.of("party-" + p), LongBuffer.wrap(new long[] {value}));
        }
        assertThat(total(protocol, words)).containsExactly(5 * value);
      }
    }
  }

  @Test
  void anEvenNumberOfPartiesHasTheMeanOfTheMiddleTwoForAMedian() {
    SortedMap<PartyId, LongBuffer> words = new TreeMap<>();
    long[] values = {100, 2, 4, -50};
    for (int p = 0; p < 4; p++) {
      words.put(PartyId.of("party-" + p), LongBuffer.wrap(new long[] {values[p]}));
    }
    assertThat(total(RobustSum.median(), words)).containsExactly(4 * 3);
  }
}
