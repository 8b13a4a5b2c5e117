package io.parallax.privacy.proof;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A proof that numbers of which every verifier has an additive share lie in balls. The prover
 * writes down all numbers, and what is left below each ball's sum of squares, with digits 0 to 3,
 * and proves that these are such digits and what the squares add up to.
 *
 * <p>That something is a digit x is one equation for all, x (x − 1) (x − 2) (x − 3) = 0, weighted
 * by powers of a number r that is known only after the digits were sent. There are two such
 * numbers, so that trying other digits until the equation holds does not pay. This and the squares
 * are a {@link FullyLinearProof}, with the same inputs for both numbers.
 *
 * <p>All else is linear in what verifiers have shares of: that the digits are the numbers', and
 * that squares and rest add up. Verifiers weight it with numbers that are drawn after the proof was
 * sent. These are below 2^44, so that sums of them need no reduction; something false passes with
 * 2^-44. They are the same for all provers, so that a verifier needs of numbers that are linear in
 * something longer only their weighted sum.
 */
public final class NormProof {
  /** The number of numbers r. */
  public static final int EQUATIONS = 2;

  static final int WEIGHT_BITS = 44;
  private static final int SQUARES = EQUATIONS; // the last output of the gadget
  private final List<Ball> balls;
  private final int numbers;
  private final int digits;
  private final Layout layout;
  private final FullyLinearProof system;

  /**
   * The places of inputs: each call has some digits and then some numbers of one ball.
   *
   * @param calls of the gadget, of which there may be more than needed
   */
  private record Layout(int calls, int digits, int squares) {
    int width() {
      return digits + squares;
    }

    FullyLinearProof system() {
      return new FullyLinearProof(width(), calls, 4, 4, 2);
    }

    int words() {
      FullyLinearProof system = system();
      return system.words() + system.answerWords();
    }

    /** Returns the number of calls that have numbers of a ball. */
    int calls(Ball ball) {
      return calls(ball, squares);
    }

    static int calls(Ball ball, int squares) {
      return (ball.numbers() + squares - 1) / squares;
    }
  }

  public NormProof(List<Ball> balls) {
    this.balls = List.copyOf(balls);
    this.numbers = balls.stream().mapToInt(Ball::numbers).sum();
    this.digits = balls.stream().mapToInt(Ball::allDigits).sum();
    this.layout = smallest();
    this.system = layout.system();
  }

  /** Returns the layout with the shortest proofs. */
  private Layout smallest() {
    int size = 2;
    while (size - 1 < balls.size()) {
      size *= 2;
    }
    Layout best = layout(size - 1);
    for (Layout next = best; next.words() <= best.words(); next = layout(size - 1)) {
      best = next;
      size *= 2;
    }
    return best;
  }

  private Layout layout(int calls) {
    int squares = 1;
    while (calls(squares) > calls) {
      squares++;
    }
    return new Layout(calls, (digits + calls - 1) / calls, squares);
  }

  private int calls(int squares) {
    return balls.stream().mapToInt(ball -> Layout.calls(ball, squares)).sum();
  }

  public int numbers() {
    return numbers;
  }

  public int digits() {
    return digits;
  }

  /** Returns the number of random words that a proof is made with. */
  public int seeds() {
    return system.seeds();
  }

  public int proofWords() {
    return system.words();
  }

  public int answerWords() {
    return 2 + system.answerWords();
  }

  /** Returns the number of weights of a query: of each number first. */
  public int weights() {
    return numbers + balls.size() + EQUATIONS;
  }

  /** Returns weights of a query from random elements. */
  public static long[] weights(long[] elements) {
    return Arrays.stream(elements).map(word -> word >>> Long.SIZE - WEIGHT_BITS).toArray();
  }

  /** Returns true if queries may be at this point, whatever the size of a proof. */
  public static boolean allows(long point) {
    return Field64.pow(point, 1L << 32) != 1;
  }

  /** Returns the digits of numbers; empty if a ball does not hold them. */
  public Optional<long[]> digits(long[] elements) {
    long[] all = new long[digits];
    int at = 0;
    int number = 0;
    for (Ball ball : balls) {
      long squares = 0;
      for (int i = 0; i < ball.numbers(); i++, number++) {
        long whole = Field64.signed(Field64.sub(elements[number], Field64.of(ball.middle())));
        if (whole < -ball.half() || whole >= ball.half()) {
          return Optional.empty();
        }
        long units = whole >> ball.shift();
        squares += units * units;
        at = write(whole + ball.half(), ball.digits(), all, at);
      }
      if (squares > ball.most()) {
        return Optional.empty();
      }
      at = write(ball.most() - squares, ball.rest(), all, at);
    }
    return Optional.of(all);
  }

  private static int write(long number, int count, long[] to, int at) {
    for (int digit = 0; digit < count; digit++) {
      to[at + digit] = number >>> 2 * digit & 3;
    }
    return at + count;
  }

  /**
   * @param r the numbers by whose powers digits are weighted
   */
  public long[] prove(long[] ownDigits, long[] r, long[] seeds) {
    return system.prove(gadget(r), inputs(ownDigits, true), seeds);
  }

  /**
   * Answers a query about shares. The first word of the answer is about digits and lengths, the
   * second about the numbers that have these digits.
   *
   * @param weighted the sum of the numbers, each times its weight
   * @param first true for one of the verifiers, whose share has the constants
   */
  public long[] query(
      long weighted, long[] itsDigits, long[] proof, long[] r, Query query, boolean first) {
    long sum = lengths(itsDigits, proof, query.weights, first);
    for (int k = 0; k < EQUATIONS; k++) {
      long weight = query.weights[numbers + balls.size() + k];
      long by = Field64.pow(r[k], layout.digits);
      for (long output : system.outputs(proof, k)) {
        sum = Field64.add(sum, Field64.mul(weight, output));
        weight = Field64.mul(weight, by);
      }
    }
    long[] answer = new long[answerWords()];
    answer[0] = sum;
    answer[1] = Field64.sub(weighted, written(itsDigits, query.weights, first));
    long[] points = system.query(inputs(itsDigits, first), proof, query.point);
    System.arraycopy(points, 0, answer, 2, points.length);
    return answer;
  }

  /**
   * A query, the same about all provers.
   *
   * @param point of the polynomials
   * @param weights of the numbers and of all equations
   */
  public record Query(long point, long[] weights) {}

  /** Returns a share of the numbers that digits stand for, each times its weight. */
  private long written(long[] itsDigits, long[] weights, boolean first) {
    long sum = 0;
    int at = 0;
    int number = 0;
    for (Ball ball : balls) {
      long middle = Field64.sub(Field64.of(ball.middle()), Field64.of(ball.half()));
      for (int i = 0; i < ball.numbers(); i++, at += ball.digits()) {
        long own = Field64.ofDigits(itsDigits, at, at + ball.digits());
        own = first ? Field64.add(own, middle) : own;
        sum = Field64.add(sum, Field64.mul(weights[number++], own));
      }
      at += ball.rest();
    }
    return sum;
  }

  /** Returns a share of what squares and rest are more than they must be, each ball weighted. */
  private long lengths(long[] itsDigits, long[] proof, long[] weights, boolean first) {
    long[] squares = system.outputs(proof, SQUARES);
    long all = 0;
    int at = 0;
    int call = 0;
    for (int b = 0; b < balls.size(); b++) {
      Ball ball = balls.get(b);
      at += ball.numbers() * ball.digits();
      long sum = Field64.ofDigits(itsDigits, at, at + ball.rest());
      for (int end = call + layout.calls(ball); call < end; call++) {
        sum = Field64.add(sum, squares[call]);
      }
      sum = first ? Field64.sub(sum, ball.most()) : sum;
      all = Field64.add(all, Field64.mul(weights[numbers + b], sum));
      at += ball.rest();
    }
    return all;
  }

  /** Returns true if the sum of all answers is that of a true proof. */
  public boolean holds(long[] answer, long[] r) {
    return answer[0] == 0
        && answer[1] == 0
        && system.fits(gadget(r), Arrays.copyOfRange(answer, 2, answer.length));
  }

  /** Returns the inputs of all calls. */
  private long[] inputs(long[] itsDigits, boolean first) {
    int width = layout.width();
    long[] inputs = new long[layout.calls * width];
    for (int call = 0, from = 0; from < digits; call++, from += layout.digits) {
      int count = Math.min(layout.digits, digits - from);
      System.arraycopy(itsDigits, from, inputs, call * width, count);
    }
    int at = 0;
    int call = 0;
    for (Ball ball : balls) {
      long half = first ? ball.half() >> ball.shift() : 0;
      for (int i = 0; i < ball.numbers(); i++, at += ball.digits()) {
        int place = (call + i / layout.squares) * width + layout.digits + i % layout.squares;
        long units = Field64.ofDigits(itsDigits, at + ball.shift() / 2, at + ball.digits());
        inputs[place] = Field64.sub(units, half);
      }
      call += layout.calls(ball);
      at += ball.rest();
    }
    return inputs;
  }

  /**
   * Computes what is 0 for digits: (x² − 3x) (x² − 3x + 2).
   *
   * @return true if all are digits, without having computed it
   */
  private static boolean zeros(long[] inputs, int from, long[] zeros) {
    long beyond = 0;
    for (int i = 0; i < zeros.length; i++) {
      beyond |= inputs[from + i] >>> 2;
    }
    for (int i = 0; beyond != 0 && i < zeros.length; i++) {
      long x = inputs[from + i];
      long outer = Field64.mul(x, Field64.sub(x, 3));
      zeros[i] = Field64.mul(outer, Field64.add(outer, 2));
    }
    return beyond == 0;
  }

  private Gadget gadget(long[] r) {
    long[][] powers = new long[EQUATIONS][layout.digits];
    for (int k = 0; k < EQUATIONS; k++) {
      powers[k][0] = r[k];
      for (int i = 1; i < layout.digits; i++) {
        powers[k][i] = Field64.mul(powers[k][i - 1], r[k]);
      }
    }
    long[] zeros = new long[layout.digits];
    return (inputs, from, outputs) -> {
      boolean digitsAlone = zeros(inputs, from, zeros);
      for (int k = 0; k < EQUATIONS; k++) {
        outputs[k] = digitsAlone ? 0 : Field64.dot(zeros, powers[k], zeros.length);
      }
      int squares = from + layout.digits;
      long sum = 0;
      for (int i = squares; i < squares + layout.squares; i++) {
        sum = Field64.add(sum, Field64.mul(inputs[i], inputs[i]));
      }
      outputs[SQUARES] = sum;
    };
  }
}
