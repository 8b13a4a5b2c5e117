package io.parallax.privacy.proof;

import java.util.List;
import java.util.Optional;

/**
 * A proof that numbers of which every verifier has an additive share lie in balls. The prover
 * writes down the bits of all numbers and of what is left below each ball's sum of squares, and
 * proves that all are bits, that they are the numbers' bits, and that squares and rest add up.
 *
 * <p>Bits and squares are one equation, weighted by powers of a number r that is known only after
 * the bits were sent: linear in the shares but for products, which are a {@link FullyLinearProof}.
 * That the bits are the numbers' is linear: verifiers compare both, weighted by powers of a number
 * s that is drawn after the bits were sent. It is the same for all provers, so that a verifier
 * needs of numbers that are linear in something longer only their weighted sum.
 */
public final class NormProof {
  private final List<Ball> balls;
  private final int numbers;
  private final int bits;
  private final int calls;
  private final int chunk; // products in a call
  private final FullyLinearProof system;

  public NormProof(List<Ball> balls) {
    this.balls = List.copyOf(balls);
    this.numbers = balls.stream().mapToInt(Ball::numbers).sum();
    this.bits = balls.stream().mapToInt(Ball::allBits).sum();
    int products = numbers + bits;
    int size = 2;
    while (size * size < 2 * products) {
      size *= 2;
    }
    this.chunk = (products + size - 2) / (size - 1);
    this.calls = (products + chunk - 1) / chunk;
    this.system = new FullyLinearProof(Gadget.products(chunk), calls);
  }

  public int numbers() {
    return numbers;
  }

  public int bits() {
    return bits;
  }

  /** Returns the number of random words that a proof is made with. */
  public int seeds() {
    return system.seeds();
  }

  public int proofWords() {
    return system.words();
  }

  public int answerWords() {
    return 1 + system.answerWords();
  }

  /** Returns the powers of s by which numbers are weighted, from the first. */
  public static long[] powers(long s, int count) {
    long[] powers = new long[count];
    long power = 1;
    for (int i = 0; i < count; i++) {
      power = Field64.mul(power, s);
      powers[i] = power;
    }
    return powers;
  }

  /**
   * Returns the difference between shares of the numbers and of their bits, which add up to 0.
   *
   * @param weighted the sum of the numbers, each times its power of s
   * @param first true for one of the verifiers, whose share has the constants
   */
  public long gap(long weighted, long[] itsBits, long s, boolean first) {
    long gap = weighted;
    long power = 1;
    int at = 0;
    for (Ball ball : balls) {
      long half = Field64.sub(1L << (ball.bits() - 1), Field64.of(ball.middle()));
      for (int i = 0; i < ball.numbers(); i++, at += ball.bits()) {
        power = Field64.mul(power, s);
        long own = Field64.sub(read(itsBits, at, at + ball.bits()), first ? half : 0);
        gap = Field64.sub(gap, Field64.mul(power, own));
      }
      at += ball.rest();
    }
    return gap;
  }

  /** Returns true if queries may be at this point, whatever the size of a proof. */
  public static boolean allows(long point) {
    return Field64.pow(point, 1L << 32) != 1;
  }

  /** Returns the bits of numbers; empty if a ball does not hold them. */
  public Optional<long[]> bits(long[] elements) {
    long[] all = new long[bits];
    int at = 0;
    int number = 0;
    for (Ball ball : balls) {
      long squares = 0;
      for (int i = 0; i < ball.numbers(); i++, number++) {
        long half = 1L << (ball.bits() - 1);
        long whole = Field64.signed(Field64.sub(elements[number], Field64.of(ball.middle())));
        if (whole < -half || whole >= half) {
          return Optional.empty();
        }
        long units = whole >> ball.shift();
        squares += units * units;
        at = write(whole + half, ball.bits(), all, at);
      }
      if (squares > ball.most()) {
        return Optional.empty();
      }
      at = write(ball.most() - squares, ball.rest(), all, at);
    }
    return Optional.of(all);
  }

  private static int write(long number, int count, long[] to, int at) {
    for (int bit = 0; bit < count; bit++) {
      to[at + bit] = number >>> bit & 1;
    }
    return at + count;
  }

  public long[] prove(long[] ownBits, long r, long[] seeds) {
    return system.prove(wires(ownBits, r, 1).inputs, seeds);
  }

  /**
   * Answers a query about shares.
   *
   * @param first true for one of the verifiers, whose share has the constants
   */
  public long[] query(long[] itsBits, long[] proof, long r, long point, boolean first) {
    Wires wires = wires(itsBits, r, first ? 1 : 0);
    long sum = wires.linear;
    for (long output : system.outputs(proof)) {
      sum = Field64.add(sum, output);
    }
    long[] answer = new long[answerWords()];
    answer[0] = sum;
    System.arraycopy(system.query(wires.inputs, proof, point), 0, answer, 1, system.answerWords());
    return answer;
  }

  /** Returns true if the sum of all answers is that of a true proof. */
  public boolean holds(long[] answer) {
    long[] points = new long[system.answerWords()];
    System.arraycopy(answer, 1, points, 0, points.length);
    return answer[0] == 0 && system.fits(points);
  }

  /** The inputs of the gadget, and the rest of the equation. */
  private record Wires(long[] inputs, long linear) {}

  private Wires wires(long[] itsBits, long r, long one) {
    long[] inputs = new long[2 * chunk * calls];
    long weight = 1;
    int pair = 0;
    for (long bit : itsBits) { // bit (bit − 1) = 0
      weight = Field64.mul(weight, r);
      inputs[pair++] = Field64.mul(weight, bit);
      inputs[pair++] = Field64.sub(bit, one);
    }
    long linear = 0;
    int at = 0;
    for (Ball ball : balls) {
      long halfUnits = 1L << (ball.bits() - 1 - ball.shift());
      weight = Field64.mul(weight, r);
      for (int i = 0; i < ball.numbers(); i++, at += ball.bits()) {
        long units = read(itsBits, at + ball.shift(), at + ball.bits());
        long square = Field64.sub(units, Field64.mul(one, halfUnits));
        inputs[pair++] = Field64.mul(weight, square);
        inputs[pair++] = square;
      }
      long rest = Field64.sub(read(itsBits, at, at + ball.rest()), Field64.mul(one, ball.most()));
      linear = Field64.add(linear, Field64.mul(weight, rest));
      at += ball.rest();
    }
    return new Wires(inputs, linear);
  }

  /** Returns the number with these bits, the lowest first. */
  private static long read(long[] bits, int from, int to) {
    long number = 0;
    for (int bit = to - 1; bit >= from; bit--) {
      number = Field64.add(Field64.add(number, number), bits[bit]);
    }
    return number;
  }
}
