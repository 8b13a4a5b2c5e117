package io.parallax.privacy.proof;

import java.util.List;
import java.util.Optional;

/**
 * A proof that numbers of which every verifier has an additive share lie in balls. The prover
 * writes down the bits of all numbers and of what is left below each ball's sum of squares, and
 * proves that all are bits, that they are the numbers' bits, and that squares and rest add up.
 *
 * <p>All of this is one equation, weighted by powers of a number r that is known only after the
 * bits were sent: linear in the shares but for products, which are a {@link FullyLinearProof}.
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

  public long[] prove(long[] elements, long[] ownBits, long r, long[] seeds) {
    return system.prove(wires(elements, ownBits, r, 1).inputs, seeds);
  }

  /**
   * Answers a query about shares.
   *
   * @param first true for one of the verifiers, whose share has the constants
   */
  public long[] query(
      long[] elements, long[] itsBits, long[] proof, long r, long point, boolean first) {
    Wires wires = wires(elements, itsBits, r, first ? 1 : 0);
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

  private Wires wires(long[] elements, long[] itsBits, long r, long one) {
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
    int number = 0;
    for (Ball ball : balls) {
      long half = Field64.sub(1L << (ball.bits() - 1), Field64.of(ball.middle()));
      long halfUnits = 1L << (ball.bits() - 1 - ball.shift());
      long equal = weight; // the weight before those of this ball
      long ofSquares = Field64.mul(weight, Field64.pow(r, ball.numbers() + 1));
      for (int i = 0; i < ball.numbers(); i++, at += ball.bits()) {
        equal = Field64.mul(equal, r);
        long units = read(itsBits, at + ball.shift(), at + ball.bits());
        long low = read(itsBits, at, at + ball.shift());
        long whole = Field64.add(Field64.mul(units, 1L << ball.shift()), low);
        long gap = Field64.add(Field64.sub(elements[number++], whole), Field64.mul(one, half));
        linear = Field64.add(linear, Field64.mul(equal, gap));
        long square = Field64.sub(units, Field64.mul(one, halfUnits));
        inputs[pair++] = Field64.mul(ofSquares, square);
        inputs[pair++] = square;
      }
      long rest = Field64.sub(read(itsBits, at, at + ball.rest()), Field64.mul(one, ball.most()));
      linear = Field64.add(linear, Field64.mul(ofSquares, rest));
      at += ball.rest();
      weight = ofSquares;
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
