package io.parallax.privacy.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NormProofTest {
  private static final long[] R = {0x1234_5678_9abcL, 0x5555_0000_1111_2222L};
  private static final long POINT = 0x0fed_cba9_8765L;
  private final Random random = new Random(11);

  private long[] random(int count) {
    return random.longs(count).map(word -> word >>> 1).toArray();
  }

  private static long[] elements(long... numbers) {
    return Arrays.stream(numbers).map(Field64::of).toArray();
  }

  /** Returns the sum of the answers of three verifiers with a share each. */
  private long[] answers(NormProof system, long[] numbers, long[] digits, long[] proof, long[] w) {
    NormProof.Query query = new NormProof.Query(POINT, w);
    long[] sum = new long[system.answerWords()];
    long[][] rest = {numbers.clone(), digits.clone(), proof.clone()};
    for (int verifier = 0; verifier < 2; verifier++) {
      long[][] share = {random(numbers.length), random(digits.length), random(proof.length)};
      for (int part = 0; part < 3; part++) {
        for (int i = 0; i < share[part].length; i++) {
          rest[part][i] = Field64.sub(rest[part][i], share[part][i]);
        }
      }
      long weighted = Field64.dot(share[0], w, numbers.length);
      add(sum, system.query(weighted, share[1], share[2], R, query, false));
    }
    long weighted = Field64.dot(rest[0], w, numbers.length);
    add(sum, system.query(weighted, rest[1], rest[2], R, query, true));
    return sum;
  }

  /** Returns true if three verifiers with a share each believe it. */
  private boolean believed(NormProof system, long[] numbers, long[] digits, long[] proof) {
    long[] weights = NormProof.weights(random.longs(system.weights()).toArray());
    return system.holds(answers(system, numbers, digits, proof, weights), R);
  }

  private static void add(long[] sum, long[] answer) {
    Arrays.setAll(sum, i -> Field64.add(sum[i], answer[i]));
  }

  private boolean proved(NormProof system, long[] numbers, long[] digits) {
    long[] proof = system.prove(digits, R, random(system.seeds()));
    return believed(system, numbers, digits, proof);
  }

  @Test
  void exactlyThePointsOfABallCanBeProved() {
    NormProof system = new NormProof(List.of(Ball.of(2, 5, 3)));
    for (int x = -9; x < 15; x++) {
      for (int y = -9; y < 15; y++) {
        long[] point = elements(x, y);
        boolean inside = (x - 3) * (x - 3) + (y - 3) * (y - 3) <= 25;
        assertThat(system.digits(point).isPresent()).isEqualTo(inside);
        if (inside) {
          assertThat(proved(system, point, system.digits(point).orElseThrow())).isTrue();
        }
      }
    }
  }

  /**
   * Whatever digits a liar writes down, for a point outside and, but for one way, for one inside.
   */
  @Test
  void noDigitsProveAPointOutside() {
    NormProof system = new NormProof(List.of(Ball.of(1, 2, 0)));
    assertThat(system.digits()).isEqualTo(4);
    for (long number = -4; number <= 4; number++) {
      int ways = 0;
      for (int claim = 0; claim < 6 * 6 * 6 * 6; claim++) {
        long[] digits = {claim % 6, claim / 6 % 6, claim / 36 % 6, claim / 216};
        ways += proved(system, elements(number), digits) ? 1 : 0;
      }
      assertThat(ways).isEqualTo(Math.abs(number) <= 2 ? 1 : 0);
    }
  }

  @Test
  void numbersThatAreNoDigitsAreNoticed() {
    NormProof system = new NormProof(List.of(Ball.of(3, 0x1p40, 0)));
    long[] numbers = elements(1L << 39, -(1L << 38), 12304);
    long[] digits = system.digits(numbers).orElseThrow();
    assertThat(proved(system, numbers, digits)).isTrue();
    for (int i = 0; i < digits.length; i++) {
      long[] wrong = digits.clone();
      wrong[i] = random.nextInt(1000) + 4;
      assertThat(proved(system, numbers, wrong)).isFalse();
    }
    long[] carried = digits.clone(); // 4 and 0 for 0 and 1: the same number
    int at = 0;
    while (carried[at] != 0 || carried[at + 1] != 1) {
      at++;
    }
    carried[at] = 4;
    carried[at + 1] = 0;
    assertThat(proved(system, numbers, carried)).isFalse();
  }

  @Test
  void largeNumbersAreMeasuredToAPartInAThousand() {
    for (double length : new double[] {1e3, 1e6, 1e12, 0x1p55, 0x1p60}) {
      NormProof system = new NormProof(List.of(Ball.of(4, length, 0), Ball.of(1, 7, 0)));
      long near = (long) (0.4999 * length);
      assertThat(system.digits(elements(near, near, -near, -near, 7))).isPresent();
      long far = (long) (0.5005 * length) + 2;
      assertThat(system.digits(elements(far, far, -far, -far, 7))).isEmpty();
      assertThat(system.digits(elements(near, near, near, near, 8))).isEmpty();
      long[] point = elements(near, near, -near, -near, -7);
      assertThat(proved(system, point, system.digits(point).orElseThrow())).isTrue();
    }
  }

  @Test
  void aProofForOtherNumbersOrDigitsIsNotBelieved() {
    NormProof system = new NormProof(List.of(Ball.of(3, 100, 0), Ball.ofProjections(4, 50, 9)));
    long[] numbers = elements(1, 2, 3, 4, 5, 6, 7);
    long[] digits = system.digits(numbers).orElseThrow();
    long[] proof = system.prove(digits, R, random(system.seeds()));
    assertThat(believed(system, numbers, digits, proof)).isTrue();
    for (long[] part : new long[][] {numbers, digits, proof}) {
      for (int i = 0; i < part.length; i++) {
        part[i] = Field64.add(part[i], 1);
        assertThat(believed(system, numbers, digits, proof)).isFalse();
        part[i] = Field64.sub(part[i], 1);
      }
    }
  }

  /** One ball more or less, of one number or many: calls have numbers of one ball only. */
  @Test
  void ballsOfAnyNumberAndSizeAreKeptApart() {
    for (int balls = 1; balls < 80; balls += 13) {
      Ball[] all = new Ball[balls];
      Arrays.setAll(all, b -> Ball.of(1 + b * 7 % 30, 100, b));
      NormProof system = new NormProof(List.of(all));
      long[] numbers =
          Arrays.stream(all)
              .flatMapToLong(one -> Arrays.stream(filled(one.numbers(), one.middle())))
              .toArray();
      numbers[0] += 100; // just within
      assertThat(proved(system, numbers, system.digits(numbers).orElseThrow())).isTrue();
      long[] digits = system.digits(numbers).orElseThrow();
      numbers[0]++;
      assertThat(system.digits(numbers)).isEmpty();
      digits[0]++; // the digits are the number's, and it is out of the ball
      assertThat(proved(system, numbers, digits)).isFalse();
    }
  }

  private static long[] filled(int count, long with) {
    long[] all = new long[count];
    Arrays.fill(all, with);
    return all;
  }

  /** With a number that is wrong by e, the second word of the sum is e times its weight. */
  @Test
  void weightsAreOfFortyFourBitsAndOneAloneHidesNothing() {
    NormProof system = new NormProof(List.of(Ball.of(3, 100, 0)));
    long[] numbers = elements(1, 2, 3);
    long[] digits = system.digits(numbers).orElseThrow();
    long[] proof = system.prove(digits, R, random(system.seeds()));
    numbers[1] = Field64.of(-77);
    long[] weights = NormProof.weights(random.longs(system.weights()).toArray());
    assertThat(Arrays.stream(weights).max().orElseThrow()).isBetween(1L << 42, (1L << 44) - 1);
    long[] sum = answers(system, numbers, digits, proof, weights);
    assertThat(sum[0]).isZero();
    assertThat(sum[1]).isEqualTo(Field64.mul(weights[1], Field64.of(-79)));
  }
}
