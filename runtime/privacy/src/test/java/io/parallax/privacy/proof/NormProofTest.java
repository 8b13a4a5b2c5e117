package io.parallax.privacy.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NormProofTest {
  private static final long R = 0x1234_5678_9abcL;
  private static final long POINT = 0x0fed_cba9_8765L;
  private static final long S = 0x7777_1234_0001L;
  private final Random random = new Random(11);

  private long[] random(int count) {
    return random.longs(count).map(word -> word >>> 1).toArray();
  }

  private static long[] elements(long... numbers) {
    return Arrays.stream(numbers).map(Field64::of).toArray();
  }

  /** Returns true if three verifiers with a share each believe it. */
  private boolean believed(NormProof system, long[] numbers, long[] bits, long[] proof) {
    long[] sum = new long[system.answerWords()];
    long[] gap = new long[1];
    long[] powers = NormProof.powers(S, numbers.length);
    long[][] rest = {numbers.clone(), bits.clone(), proof.clone()};
    for (int verifier = 0; verifier < 2; verifier++) {
      long[][] share = {random(numbers.length), random(bits.length), random(proof.length)};
      for (int part = 0; part < 3; part++) {
        for (int i = 0; i < share[part].length; i++) {
          rest[part][i] = Field64.sub(rest[part][i], share[part][i]);
        }
      }
      add(sum, system.query(share[1], share[2], R, POINT, false));
      add(gap, new long[] {system.gap(weighted(share[0], powers), share[1], S, false)});
    }
    add(sum, system.query(rest[1], rest[2], R, POINT, true));
    add(gap, new long[] {system.gap(weighted(rest[0], powers), rest[1], S, true)});
    return gap[0] == 0 && system.holds(sum);
  }

  private static long weighted(long[] numbers, long[] powers) {
    long sum = 0;
    for (int i = 0; i < numbers.length; i++) {
      sum = Field64.add(sum, Field64.mul(numbers[i], powers[i]));
    }
    return sum;
  }

  private static void add(long[] sum, long[] answer) {
    Arrays.setAll(sum, i -> Field64.add(sum[i], answer[i]));
  }

  private boolean proved(NormProof system, long[] numbers, long[] bits) {
    long[] proof = system.prove(bits, R, random(system.seeds()));
    return believed(system, numbers, bits, proof);
  }

  @Test
  void exactlyThePointsOfABallCanBeProved() {
    NormProof system = new NormProof(List.of(Ball.of(2, 5, 3)));
    for (int x = -9; x < 15; x++) {
      for (int y = -9; y < 15; y++) {
        long[] point = elements(x, y);
        boolean inside = (x - 3) * (x - 3) + (y - 3) * (y - 3) <= 25;
        assertThat(system.bits(point).isPresent()).isEqualTo(inside);
        if (inside) {
          assertThat(proved(system, point, system.bits(point).orElseThrow())).isTrue();
        }
      }
    }
  }

  /** Whatever bits a liar writes down, for a point outside and, but for one way, for one inside. */
  @Test
  void noBitsProveAPointOutside() {
    NormProof system = new NormProof(List.of(Ball.of(1, 2, 0)));
    assertThat(system.bits()).isEqualTo(6);
    for (long number = -4; number <= 4; number++) {
      int ways = 0;
      for (int claim = 0; claim < 1 << 6; claim++) {
        long[] bits = new long[6];
        for (int bit = 0; bit < 6; bit++) {
          bits[bit] = claim >> bit & 1;
        }
        ways += proved(system, elements(number), bits) ? 1 : 0;
      }
      assertThat(ways).isEqualTo(Math.abs(number) <= 2 ? 1 : 0);
    }
  }

  @Test
  void numbersThatAreNoBitsAreNoticed() {
    NormProof system = new NormProof(List.of(Ball.of(3, 0x1p40, 0)));
    long[] numbers = elements(1L << 39, -(1L << 38), 12345);
    long[] bits = system.bits(numbers).orElseThrow();
    assertThat(proved(system, numbers, bits)).isTrue();
    for (int i = 0; i < bits.length; i++) {
      long[] wrong = bits.clone();
      wrong[i] = random.nextInt(1000) + 2;
      assertThat(proved(system, numbers, wrong)).isFalse();
    }
    long[] carried = bits.clone(); // 2 and 0 for 0 and 1: the same number
    int at = 0;
    while (carried[at] != 0 || carried[at + 1] != 1) {
      at++;
    }
    carried[at] = 2;
    carried[at + 1] = 0;
    assertThat(proved(system, numbers, carried)).isFalse();
  }

  @Test
  void largeNumbersAreMeasuredToAPartInAThousand() {
    for (double length : new double[] {1e3, 1e6, 1e12, 0x1p55, 0x1p60}) {
      NormProof system = new NormProof(List.of(Ball.of(4, length, 0), Ball.of(1, 7, 0)));
      long near = (long) (0.4999 * length);
      assertThat(system.bits(elements(near, near, -near, -near, 7))).isPresent();
      long far = (long) (0.5005 * length) + 2;
      assertThat(system.bits(elements(far, far, -far, -far, 7))).isEmpty();
      assertThat(system.bits(elements(near, near, near, near, 8))).isEmpty();
      long[] point = elements(near, near, -near, -near, -7);
      assertThat(proved(system, point, system.bits(point).orElseThrow())).isTrue();
    }
  }

  @Test
  void aProofForOtherNumbersOrBitsIsNotBelieved() {
    NormProof system = new NormProof(List.of(Ball.of(3, 100, 0), Ball.ofProjections(4, 50)));
    long[] numbers = elements(1, 2, 3, 4, 5, 6, 7);
    long[] bits = system.bits(numbers).orElseThrow();
    long[] proof = system.prove(bits, R, random(system.seeds()));
    assertThat(believed(system, numbers, bits, proof)).isTrue();
    for (long[] part : new long[][] {numbers, bits, proof}) {
      for (int i = 0; i < part.length; i++) {
        part[i] = Field64.add(part[i], 1);
        assertThat(believed(system, numbers, bits, proof)).isFalse();
        part[i] = Field64.sub(part[i], 1);
      }
    }
  }
}
